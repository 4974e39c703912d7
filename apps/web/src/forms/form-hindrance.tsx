import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isToldHere } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { AllowPanel } from './allow-panel.tsx'
import { VERBS, type Verb } from './sent-command.ts'
import { useFormWords } from './use-form-words.ts'
import type { Hindrance } from './use-sending.ts'

/** Why nothing was sent, or nothing was done, and what helps. */
export function FormHindrance(props: {
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
    return <AllowPanel connection={connection} scope={VERBS[props.verb].scope} onLater={props.onLater} />
  if (text === undefined) return null
  return (
    <>
      <p className="note">{text}</p>
      {hindrance?.kind === 'failed' && isToldHere(hindrance.failure, false) && (
        <FailureNotice failure={hindrance.failure} provider={session.provider.name} />
      )}
    </>
  )
}
