import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { ResultDecision, ConnectResult } from '@counterfoil/bff-api/connect-result'
import { bff } from '#data/bff-client.ts'
import { useConnectResult } from '#data/connect-result.tsx'
import { useSession } from '#data/session.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** Answers the question of a result. @param onKept Called once it is certain that nothing changes. */
export function useDecide(connectResult: ConnectResult, onKept: () => void) {
  const { changed } = useSession()
  const { t } = useWords()
  const { replace } = useConnectResult()
  const { alert } = useAnnouncer()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (choice: ResultDecision['choice']) => bff.decideConnectResult(connectResult.id, { choice }),
    onSuccess: (result, choice) => {
      void changed()
      if (choice === 'keep') onKept()
      else {
        replace(result)
        navigate(`~${result.returnTo}`, { replace: true, state: { connectResult: result.id } })
      }
    },
    onError: () => {
      alert(t.app.changeFailed)
      // It may have been answered in another tab: then there is nothing to try again.
      bff.connectResult(connectResult.id).then(replace, () => undefined)
    },
  })
}
