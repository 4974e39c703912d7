import { useLocation } from 'wouter'
import { useMutation } from '@tanstack/react-query'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session/session.tsx'
import { PATHS } from '#navigation/paths.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'

/** Takes a disconnected business off the list. */
export function ForgetAction(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { accept, session } = useSession()
  const [, navigate] = useLocation()
  const isShown = connection.id === session.selectedConnectionId
  const { t } = useWords()
  const words = usePartWords('to_do').businesses
  const { alert } = useAnnouncer()
  const forget = useMutation({
    mutationFn: () => bff.dismissConnection(connection.id),
    onSuccess: (read) => {
      // Its addresses lead nowhere from now on.
      if (isShown) navigate(`~${PATHS.businesses}`, { replace: true })
      accept(read)
    },
    onError: () => alert(t.app.changeFailed),
  })
  const label = words.forget(businessName(connection, t))
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
