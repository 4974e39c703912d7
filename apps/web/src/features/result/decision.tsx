import type { ConnectResult, ResultDecision } from '@counterfoil/bff-api/connect-result'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { bff } from '#data/bff-client.ts'
import { useConnectResult } from '#data/connect-result.tsx'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from '#words/words.tsx'
import { useResultWords } from './result-links.tsx'
import { decisionWords } from './result-words.ts'

/** Another business or person came back than was asked for: nothing has changed until one of two is pressed. */
export function Decision(props: {
  readonly connectResult: ConnectResult
  /** Called once it is certain that nothing changes. */
  readonly onKept: () => void
}) {
  const { connectResult, onKept } = props
  const t = useResultWords()
  const decide = useDecide(connectResult, onKept)
  const labels = decisionWords(connectResult, t)

  if (!connectResult.decisionOpen) {
    return (
      <Notice
        tone="info"
        title={t.result.decided.closed}
        actions={
          <AppLink className="button-primary" to={PATHS.overview}>
            {t.result.seeOverview}
          </AppLink>
        }
      />
    )
  }
  return (
    <div className="actions">
      <ActionButton
        variant="primary"
        pending={decide.isPending && decide.variables === 'keep'}
        pendingLabel={labels.keep}
        onPress={() => {
          if (!decide.isPending) decide.mutate('keep')
        }}
      >
        {labels.keep}
      </ActionButton>
      <ActionButton
        pending={decide.isPending && decide.variables === 'switch'}
        pendingLabel={t.result.decided.switching}
        onPress={() => {
          if (!decide.isPending) decide.mutate('switch')
        }}
      >
        {labels.switch}
      </ActionButton>
    </div>
  )
}

/** Answers the question of a result. @param onKept Called once it is certain that nothing changes. */
function useDecide(connectResult: ConnectResult, onKept: () => void) {
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
