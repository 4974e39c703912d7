import { useOnline } from '@counterfoil/react'
import { useEffect, useRef } from 'react'
import { useRouter } from 'wouter'
import { useNoteShown } from '#data/last-known.tsx'
import { reloadWherePartIsThere } from '#loading/missing-part-client.ts'
import { useSession } from '#data/session/session.tsx'
import { useParts } from '#navigation/lazy-parts.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { ContactLink } from '#ui/contact-link.tsx'
import { useWords } from '#words/words.tsx'

/** Shows the error page in place of a screen that broke: a fault of ours, or missing files of an older build. */
export function Fallback(props: { readonly cause: 'fault' | 'updated'; readonly onRetry: () => void }) {
  const { session } = useSession()
  const { t, parts: words } = useWords()
  const online = useOnline()
  const { base } = useRouter()
  const parts = useParts()
  const retry = () => {
    parts.forgetFailures()
    words.forgetFailures()
    props.onRetry()
  }
  const updated = props.cause === 'updated'
  useBackOnline(updated, () => void reloadWherePartIsThere())

  if (updated && !online) return <OfflinePage onRetry={retry} />
  if (updated) {
    return (
      <Screen title={t.update.title} lede={t.update.body} namesWindow takesFocus>
        <div className="actions">
          <button type="button" className="button-primary" onClick={() => location.reload()}>
            {t.update.reload}
          </button>
        </div>
      </Screen>
    )
  }
  return (
    <Screen
      title={t.failure.unknown.title}
      lede={t.failure.unknown.bodyHere(session.provider.name)}
      namesWindow
      takesFocus
    >
      <div className="actions">
        <button type="button" className="button-primary" onClick={retry}>
          {t.failure.retry}
        </button>
        <a className="button-plain" href={base + PATHS.overview}>
          {t.failure.unknown.overview}
        </a>
        <ContactLink />
      </div>
    </Screen>
  )
}

/** Shows that the files of the page are not on the device. No data is shown, so the offline line names no time. */
function OfflinePage(props: { readonly onRetry: () => void }) {
  const { t } = useWords()
  useNoteShown(undefined, undefined)
  return (
    <Screen title={t.failure.offline.title} lede={t.failure.offline.page} namesWindow takesFocus>
      <div className="actions">
        <button type="button" className="button-primary" onClick={props.onRetry}>
          {t.failure.retry}
        </button>
      </div>
    </Screen>
  )
}

/** Calls `onBack` when the network is back after this screen was shown offline. */
function useBackOnline(isWaiting: boolean, onBack: () => void): void {
  const online = useOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (isWaiting && online && wasOffline.current) onBack()
    wasOffline.current = !online
  })
}
