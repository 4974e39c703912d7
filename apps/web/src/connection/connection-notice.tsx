import { useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from '#words/words.tsx'
import { isShownAbove, needsPerson } from './connection-state.ts'
import { StateActions } from './state-actions.tsx'
import { stateWords } from './state-words.ts'

/**
 * Reports at the top of a page of figures that the connection needs something, in the content and not as a passing message. A
 * dismissed notice stays hidden until the state changes; the badge in the header still shows the state.
 */
export function ConnectionNotice({ connection }: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const { t, format } = useWords()
  const { announce } = useAnnouncer()
  const key = `hidden:${connection.id}:${connection.state}:${connection.reason ?? ''}:${connection.since}`
  const [hiddenKey, setHiddenKey] = useState<string>()

  useEffect(() => {
    if (sessionStorage.getItem('notice') === key) setHiddenKey(key)
  }, [key])

  const shows = isShownAbove(connection.state, connection.reason)
  const words = stateWords(connection, session.provider.name, t, format)
  const title = words.title
  useSaid(announce, shows ? title : undefined)

  if (!shows || hiddenKey === key) return null
  return (
    <Notice
      tone={connection.state === 'trouble' ? 'plain' : 'warn'}
      icon={
        connection.state === 'trouble' ? 'cloud' : connection.state === 'plan_ended' ? 'lock' : 'needs_you'
      }
      title={title}
      actions={
        <>
          <StateActions connection={connection} />
          {needsPerson(connection.state) && (
            <button
              type="button"
              className="button-quiet"
              onClick={() => {
                sessionStorage.setItem('notice', key)
                setHiddenKey(key)
                announce(t.notice.dismissed)
                // The focused button is gone: focus moves to the heading.
                document.querySelector('h1')?.focus({ preventScroll: true })
              }}
            >
              {t.notice.dismiss}
            </button>
          )}
        </>
      }
    >
      <p>{words.body}</p>
    </Notice>
  )
}
