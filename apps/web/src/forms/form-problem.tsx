import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { AllowPanel } from './allow-panel.tsx'
import { INVOICING, VERBS, type Verb } from './sent-command.ts'
import { useFormWords } from './use-form-words.ts'
import type { Hindrance } from './use-sending.ts'

/** Why nothing was sent, or nothing was done, and what helps. */
export function FormProblem(props: {
  readonly hindrance: Hindrance | undefined
  readonly connection: ConnectionView
  /** What was to be done. */
  readonly verb: Verb
  readonly onLater: () => void
}) {
  const { hindrance, connection } = props
  const { session } = useSession()
  const { alert } = useAnnouncer()
  const f = useFormWords()
  const words = { offline: f.kept.offline, later: f.ask.later, failed: f.kept.notDone }
  const text =
    hindrance !== undefined && hindrance.kind in words
      ? words[hindrance.kind as keyof typeof words]
      : undefined
  useSaid(alert, text)
  if (hindrance?.kind === 'asking')
    return <AllowInvoicing {...{ connection, verb: props.verb, onLater: props.onLater }} />
  if (text === undefined) return null
  return (
    <>
      <p className="note">{text}</p>
      {hindrance?.kind === 'failed' && isShownHere(hindrance.failure, false) && (
        <FailureNotice failure={hindrance.failure} provider={session.provider.name} />
      )}
    </>
  )
}

/** Asks once for all that writing and sending invoices takes: what is not allowed yet, as far as it may be asked for. */
function AllowInvoicing(props: {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly onLater: () => void
}) {
  const { connection, verb } = props
  const { session } = useSession()
  const f = useFormWords()
  const needed = VERBS[verb].scope
  const mayAsk = [...session.requestedScopes, ...session.optionalScopes]
  const want = INVOICING.filter(
    (scope) => scope === needed || (mayAsk.includes(scope) && !allowsScope(connection.scopes, scope)),
  )
  return <AllowPanel connection={connection} want={want} thing={f.ask.invoicing} onLater={props.onLater} />
}
