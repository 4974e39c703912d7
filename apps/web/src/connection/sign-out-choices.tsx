import { useSession } from '#data/session.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { byName } from './by-name.ts'
import { liveConnections } from '#data/connections.ts'
import { LeaveForm } from './leave-form.tsx'
import { businessName } from './state-words.ts'

/** Signing out: what stays connected, that nothing is read of it meanwhile, and the way to disconnect it as well. */
export function SignOutChoices(props: { readonly everywhere: boolean }) {
  const { everywhere } = props
  const { session } = useSession()
  const { t, format, locale } = useWords()
  const live = byName(liveConnections(session), t, locale)
  const words = usePartWords('leaving').leaving
  const names = format.list(live.map((connection) => businessName(connection, t)))
  return (
    <>
      <p>
        {live.length === 0
          ? words.none
          : `${words.stays(live.length, names)} ${everywhere ? words.meanwhileEverywhere : words.meanwhile}`}
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
