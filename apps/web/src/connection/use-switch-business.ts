import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import { useConnectResult } from '#data/connect-result.tsx'
import { PATHS } from '#navigation/paths.ts'
import { businessName } from './state-words.ts'

/**
 * Shows another connected business: one step, and in every tab.
 * @param to The page of it that is reached.
 */
export function useSwitch(to: string = PATHS.overview) {
  const { accept } = useSession()
  const { t } = useWords()
  const { announce, alert } = useAnnouncer()
  const { leave } = useConnectResult()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (connection: ConnectionView) => bff.selectConnection(connection.id),
    onSuccess: (session, connection) => {
      accept(session)
      announce(t.businesses.switched(businessName(connection, t)))
      leave()
      navigate(to)
    },
    onError: () => alert(t.app.changeFailed),
  })
}
