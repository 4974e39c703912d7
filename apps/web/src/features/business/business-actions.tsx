import { useMutation } from '@tanstack/react-query'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { useSwitch } from '#connection/use-switch-business.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** Shows this business in place of the one that is shown. */
export function ShowAction(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { t } = useWords()
  const choice = useSwitch()
  const label = t.businesses.show(businessName(connection, t))
  return (
    <ActionButton pending={choice.isPending} pendingLabel={label} onPress={() => choice.mutate(connection)}>
      {label}
    </ActionButton>
  )
}

/** Takes a disconnected business off the list. */
export function ForgetAction(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { accept } = useSession()
  const { t } = useWords()
  const { alert } = useAnnouncer()
  const forget = useMutation({
    mutationFn: () => bff.dismissConnection(connection.id),
    onSuccess: accept,
    onError: () => alert(t.app.changeFailed),
  })
  const label = t.businesses.forget(businessName(connection, t))
  return (
    <ActionButton
      variant="quiet"
      pending={forget.isPending}
      pendingLabel={label}
      onPress={() => forget.mutate()}
    >
      {label}
    </ActionButton>
  )
}
