import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { ActionButton } from '#ui/action-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { decisionWords } from './result-words.ts'
import { useDecide } from './use-decide.ts'
import { useResultWords } from './use-result-words.ts'

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
