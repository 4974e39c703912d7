import { useMutation } from '@tanstack/react-query'
import type { ResultDecision, ConnectResult } from '@counterfoil/bff-api/connect-result'
import { AppLink } from '#navigation/app-link.tsx'
import { ConnectForm } from '#connection/connect-form.tsx'
import { useConnectResult } from '#data/connect-result.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { SignInForm } from '#connection/sign-in-form.tsx'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { decisionWords } from './result-words.ts'
import { useResultWords } from './use-result-words.ts'

/** Another business or person came back than was asked for: nothing has changed until one of two is pressed. */
export function Decision(props: {
  readonly connectResult: ConnectResult
  /** Told once it is certain that nothing changes. */
  readonly onKept: () => void
}) {
  const { connectResult, onKept } = props
  const { changed } = useSession()
  const t = useResultWords()
  const { replace } = useConnectResult()
  const { alert } = useAnnouncer()
  const labels = decisionWords(connectResult, t)

  const decide = useMutation({
    mutationFn: (choice: ResultDecision['choice']) => bff.decideConnectResult(connectResult.id, { choice }),
    onSuccess: (result, choice) => {
      void changed()
      if (choice === 'keep') onKept()
      else replace(result)
    },
    onError: () => {
      alert(t.app.changeFailed)
      // It may have been answered in another tab: then there is nothing to try again.
      bff.connectResult(connectResult.id).then(replace, () => undefined)
    },
  })

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

/** The name of what stays when the question is answered with "keep". */
function keptName(connectResult: ConnectResult, allBusinesses: string): string {
  return connectResult.expected?.businessName ?? connectResult.businessName ?? allBusinesses
}

/** Answered with "keep": said in the heading, in place of the question. */
export function Kept(props: { readonly connectResult: ConnectResult }) {
  const { connectResult } = props
  const t = useResultWords()
  if (connectResult.outcome === 'other_account') return <KeptAccount connectResult={connectResult} />
  const name = keptName(connectResult, t.app.allBusinesses)
  const title = t.result.decided.kept(name)
  return (
    <Screen title={title} lede={t.result.decided.keptBody} namesWindow takesFocus>
      <div className="actions">
        <ConnectForm
          intent="reconnect"
          connectionId={connectResult.connectionId ?? undefined}
          returnTo={connectResult.returnTo}
        >
          {t.connect.reconnect(name)}
        </ConnectForm>
        <AppLink className="button-quiet" to={connectResult.returnTo}>
          {t.result.notNow}
        </AppLink>
      </div>
    </Screen>
  )
}

/** The other account was not taken: nothing of it is kept. */
function KeptAccount(props: { readonly connectResult: ConnectResult }) {
  const { connectResult } = props
  const { session } = useSession()
  const t = useResultWords()
  const words = t.result.decided
  return (
    <Screen
      title={words.keptAccount}
      lede={words.keptAccountBody(connectResult.received?.email ?? t.profile.notGiven)}
      namesWindow
      takesFocus
    >
      <div className="actions">
        {session.person === null ? (
          <SignInForm returnTo={connectResult.returnTo}>{t.ended.signIn}</SignInForm>
        ) : (
          <AppLink className="button-primary" to={connectResult.returnTo}>
            {connectResult.returnTo === PATHS.overview ? t.result.seeOverview : t.result.goOn}
          </AppLink>
        )}
      </div>
    </Screen>
  )
}
