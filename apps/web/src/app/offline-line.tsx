import { useEffect, useRef } from 'react'
import { selectedConnection } from '#data/connections.ts'
import { useReadAtMs } from '#data/last-known.tsx'
import { useOnline } from '#data/online.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** A thin line under the header while there is no network. */
export function OfflineLine() {
  const online = useOnline()
  const { session, refresh } = useSession()
  const { t, format } = useWords()
  const { announce } = useAnnouncer()
  const wasOffline = useRef(false)
  const readAtMs = useReadAtMs(selectedConnection(session))
  const text =
    readAtMs === undefined
      ? t.failure.offline.bar
      : t.failure.offline.barSince(format.moment(new Date(readAtMs).toISOString()))

  useSaid(announce, online ? undefined : text)
  useEffect(() => {
    if (!online) {
      wasOffline.current = true
    } else if (wasOffline.current) {
      wasOffline.current = false
      refresh()
      announce(t.failure.offline.back)
    }
  }, [online, announce, refresh, t])

  if (online) return null
  return (
    <div className="offline-line">
      <p className="frame">{text}</p>
    </div>
  )
}
