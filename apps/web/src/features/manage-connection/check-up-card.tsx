import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { failureFrom } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { usePartWords } from '#words/words.tsx'
import { CheckUpOutcome } from './check-up-outcome.tsx'
import { useCheckUp } from './use-check-up.ts'

/** Four live checks, answered in words, ending with one thing to do. */
export function CheckUpCard(props: { readonly connection: ConnectionView }) {
  const { session } = useSession()
  const words = usePartWords('connection_page').checkUp
  const check = useCheckUp(props.connection, words.done)
  return (
    <Card title={words.title} busy={check.isPending}>
      {session.provider.hasBusinesses && <p>{words.body(session.provider.name)}</p>}
      {check.data !== undefined && <CheckUpOutcome checkUp={check.data} />}
      {check.isError && <InlineFailure failure={failureFrom(check.error)} />}
      <ActionButton pending={check.isPending} pendingLabel={words.running} onPress={() => check.mutate()}>
        {words.run}
      </ActionButton>
    </Card>
  )
}
