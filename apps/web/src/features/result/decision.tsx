import { useMutation } from '@tanstack/react-query'
import type { FlowDecision, FlowResult } from '@counterfoil/bff-api/flow'
import { AppLink } from '#connect/app-link.tsx'
import { ConnectForm } from '#connect/connect-form.tsx'
import { useFlow } from '#connect/flow.tsx'
import { PATHS } from '#connect/paths.ts'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWords } from '#words/words.tsx'
import { decisionWords } from './result-words.ts'

/** Another business or person came back than was asked for: nothing has changed until one of two is pressed. */
export function Decision(props: { readonly flow: FlowResult }) {
  const { flow } = props
  const { changed } = useSession()
  const { t } = useWords()
  const { replace } = useFlow()
  const { announce, alert } = useAnnouncer()
  const labels = decisionWords(flow, t)
  const kept = flow.expected?.businessName ?? flow.businessName ?? t.app.allBusinesses

  const decide = useMutation({
    mutationFn: (choice: FlowDecision['choice']) => bff.decideFlow(flow.id, { choice }),
    onSuccess: (result, choice) => {
      changed()
      if (choice === 'keep') announce(t.result.decided.kept(kept))
      else replace(result)
    },
    onError: () => alert(t.app.changeFailed),
  })

  if (decide.isSuccess && decide.variables === 'keep') return <Kept flow={flow} name={kept} />
  if (!flow.decisionOpen) {
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

function Kept(props: { readonly flow: FlowResult; readonly name: string }) {
  const { flow, name } = props
  const { t } = useWords()
  return (
    <Notice
      tone="info"
      icon="connected"
      title={t.result.decided.kept(name)}
      actions={
        <>
          <ConnectForm
            intent="reconnect"
            connectionId={flow.connectionId ?? undefined}
            returnTo={flow.returnTo}
          >
            {t.connect.reconnect(name)}
          </ConnectForm>
          <AppLink className="button-quiet" to={flow.returnTo}>
            {t.result.notNow}
          </AppLink>
        </>
      }
    >
      <p>{t.result.decided.keptBody}</p>
    </Notice>
  )
}
