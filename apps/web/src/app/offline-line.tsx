import { useEffect, useRef } from 'react'
import { selectedConnection } from '#data/connections.ts'
import { useReadAtMs } from '#data/last-known.tsx'
import { useOnline } from '@counterfoil/react'
import { useSession } from '#data/session.tsx'
import { useOldestShown } from '#data/use-shown-reads.ts'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** How often a page asks whether changes are possible again. */
const READ_ONLY_MS = 30_000

/** A thin line under the header while there is no network, or while the app cannot store anything. */
export function OfflineLine() {
  const online = useOnline()
  const { session, refresh } = useSession()
  const { t, format } = useWords()
  const { announce } = useAnnouncer()
  const readAtMs = useReadAtMs(selectedConnection(session))
  const isReadOnly = session.isReadOnly === true
  // Of a page that reads nothing: as its connection was read.
  const atMs = useOldestShown() ?? readAtMs ?? Infinity
  const offlineText =
    atMs === Infinity
      ? t.failure.offline.bar
      : t.failure.offline.barSince(format.moment(new Date(atMs).toISOString()))
  const onlineText = isReadOnly ? t.failure.readOnly : undefined
  const text = online ? onlineText : offlineText
  const onlineHindrance = isReadOnly ? 'readOnly' : undefined
  const hindrance = online ? onlineHindrance : 'offline'
  const hindered = useRef(hindrance)

  useSaid(announce, text)
  useEffect(() => {
    if (!isReadOnly) return undefined
    const timer = setInterval(refresh, READ_ONLY_MS)
    return () => clearInterval(timer)
  }, [isReadOnly, refresh])
  useEffect(() => {
    const before = hindered.current
    hindered.current = hindrance
    if (before === undefined || before === hindrance) return
    if (before === 'offline') refresh()
    // What was said of it stays to be read until something else is.
    if (hindrance === undefined)
      announce(before === 'offline' ? t.failure.offline.back : t.failure.changeable)
  }, [hindrance, announce, refresh, t])

  if (text === undefined) return null
  return (
    <div className="offline-line">
      <p className="frame">{text}</p>
    </div>
  )
}
