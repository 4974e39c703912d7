import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useWords } from '#words/words.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { businessName } from './state-words.ts'
import { useSwitch } from './use-switch-business.ts'

/** The page that asks before it disconnects is about the business that is shown: another one is shown first. */
export function Remove(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t } = useWords()
  const choice = useSwitch(PATHS.disconnect)
  const label =
    connection.reason === 'business_access_lost'
      ? t.notice.remove(businessName(connection, t))
      : t.notice.removeForGood
  if (connection.id === session.selectedConnectionId)
    return (
      <AppLink className="button-plain" to={PATHS.disconnect}>
        {label}
      </AppLink>
    )
  return (
    <ActionButton pending={choice.isPending} pendingLabel={label} onPress={() => choice.mutate(connection)}>
      {label}
    </ActionButton>
  )
}
