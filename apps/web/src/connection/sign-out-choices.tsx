import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { byName } from './by-name.ts'
import { liveConnections } from '#data/connections.ts'
import { LeaveForm } from './leave-form.tsx'
import { businessName } from './state-words.ts'

/** Signing out: what stays connected, what must be connected again, that nothing is read meanwhile, and the way to disconnect. */
export function SignOutChoices(props: { readonly everywhere: boolean }) {
  const { everywhere } = props
  const { session } = useSession()
  const { t, format, locale } = useWords()
  const live = byName(liveConnections(session), t, locale)
  const words = usePartWords('leaving').leaving
  const namesOf = (connections: readonly ConnectionView[]) =>
    format.list(connections.map((connection) => businessName(connection, t)))
  const staying = live.filter(({ state }) => state !== 'reconnect')
  const broken = live.filter(({ state }) => state === 'reconnect')
  return (
    <>
      <p>
        {[
          live.length === 0 && words.none,
          staying.length > 0 && words.stays(staying.length, namesOf(staying)),
          broken.length > 0 && words.again(broken.length, namesOf(broken)),
          live.length > 0 && (everywhere ? words.meanwhileEverywhere : words.meanwhile),
        ]
          .filter((sentence) => sentence !== false)
          .join(' ')}
      </p>
      <LeaveForm leaving={{ kind: 'sign_out', everywhere, disconnectAll: false }}>
        {everywhere ? words.everywhere : words.here}
      </LeaveForm>
      {live.length > 0 && (
        <details>
          <summary>{words.disconnectAll}</summary>
          <p>{words.disconnectAllNote(live.length)}</p>
          <LeaveForm leaving={{ kind: 'sign_out', everywhere, disconnectAll: true }} variant="danger">
            {everywhere ? words.disconnectAllEverywhere : words.disconnectAllHere}
          </LeaveForm>
        </details>
      )}
    </>
  )
}
