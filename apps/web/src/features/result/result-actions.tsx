import type { ConnectResult, ResultDecision } from '@counterfoil/bff-api/connect-result'
import { readAddress } from '@counterfoil/bff-api/paths'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { ConnectForm } from '#connection/connect-form.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { bff } from '#data/bff-client.ts'
import { useConnectResult } from '#data/connect-result.tsx'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { ActionButton, Button } from '#ui/action-button.tsx'
import { ContactLink } from '#ui/contact-link.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { decisionWords, type ResultCatalogue, resultWords, type ResultWords } from './result-words.ts'

export function ResultActions(props: {
  readonly connectResult: ConnectResult
  readonly proof: ReactNode
  readonly onKept: () => void
}) {
  const { connectResult } = props
  const t = useResultWords()
  const words = t.result

  switch (connectResult.outcome) {
    case 'connected':
    case 'switched':
    case 'connected_less':
      return <ConnectedActions connectResult={connectResult} proof={props.proof} />
    case 'still_connected':
      return (
        <div className="actions">
          <Onward connectResult={connectResult} />
        </div>
      )
    case 'declined':
      return <AgainOrNotNow connectResult={connectResult} again={t.connect.tryAgain} />
    case 'expired':
      return <AgainOrNotNow connectResult={connectResult} again={t.connect.startAgain} />
    case 'mismatch':
      return <AgainOrNotNow connectResult={connectResult} again={words.mismatch.action} />
    case 'provider_failed':
      return <AgainOrNotNow connectResult={connectResult} again={words.provider_failed.action} />
    case 'no_business':
      return <OtherPlan connectResult={connectResult} other={words.no_business.other} />
    case 'plan_ended':
      return <OtherPlan connectResult={connectResult} other={t.connect.another} />
    case 'other_business':
    case 'other_person':
    case 'other_account':
      return <Decision connectResult={connectResult} onKept={props.onKept} />
    case 'misconfigured':
    case 'rate_limited':
      return (
        <div className="actions">
          <AppLink className="button-primary" to={`~${connectResult.returnTo}`}>
            {words.back}
          </AppLink>
          {connectResult.outcome === 'misconfigured' && <ContactLink reference={connectResult.reference} />}
        </div>
      )
  }
}

function AgainOrNotNow(props: { readonly connectResult: ConnectResult; readonly again: string }) {
  return (
    <div className="actions">
      <Again connectResult={props.connectResult}>{props.again}</Again>
      <NotNow connectResult={props.connectResult} />
    </div>
  )
}

/** Shows actions if no returned business has a plan: see the provider's plans, or connect another business. */
function OtherPlan(props: { readonly connectResult: ConnectResult; readonly other: string }) {
  const { connectResult } = props
  const { session } = useSession()
  const t = useResultWords()
  const { name, plansUrl } = session.provider
  return (
    <div className="actions">
      {plansUrl !== null && (
        <a className="button-primary" href={plansUrl}>
          {t.result.no_business.plans(name)}
        </a>
      )}
      <ConnectForm
        intent="connect"
        returnTo={connectResult.returnTo}
        variant={plansUrl === null ? 'primary' : 'plain'}
      >
        {props.other}
      </ConnectForm>
      <NotNow connectResult={connectResult} />
    </div>
  )
}

/** Shows the actions after connecting: the details that identify the business, the receipt, and the link onward. */
function ConnectedActions(props: { readonly connectResult: ConnectResult; readonly proof: ReactNode }) {
  const { connectResult } = props
  const t = useResultWords()
  const { hasBusinesses } = useSession().session.provider
  const connectionId = connectResult.connectionId ?? undefined
  const { missing, returnTo } = connectResult
  return (
    <>
      <div className="narrow">{props.proof}</div>
      <Receipt connectResult={connectResult} />
      <div className="actions">
        <Onward connectResult={connectResult} />
        {connectResult.outcome === 'connected_less' ? (
          <ConnectForm
            intent="allow_more"
            connectionId={connectionId}
            want={missing}
            returnTo={returnTo}
            variant="plain"
          >
            {t.notice.allowOff}
          </ConnectForm>
        ) : !hasBusinesses ? null : (
          <ConnectForm
            intent="switch_business"
            connectionId={connectionId}
            returnTo={returnTo}
            variant="quiet"
          >
            {t.result.connected.switch}
          </ConnectForm>
        )}
      </div>
    </>
  )
}

/** Shows the receipt: the granted permissions, the time, and the reference that both logs contain. */
function Receipt({ connectResult }: { readonly connectResult: ConnectResult }) {
  const { format } = useWords()
  const t = useResultWords()
  const things = usePermissions().names(connectResult.granted)
  return (
    <p className="receipt">
      <span>
        {t.result.connected.receipt(
          things.length,
          things.join(', '),
          format.date(connectResult.finishedAt),
          connectResult.reference,
        )}
      </span>
      <Button variant="quiet" onClick={() => print()}>
        {t.result.connected.save}
      </Button>
    </p>
  )
}

/** Asks what to do with an unexpected business or person. Nothing changes until one of two buttons is pressed. */
function Decision(props: {
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

/** Sends the answer to the question of a result. @param onKept Called once it is certain that nothing changes. */
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
      // The question may have been answered in another tab: the result is read again.
      bff.connectResult(connectResult.id).then(replace, () => undefined)
    },
  })
}

/** Links to the page that the person was going to. */
export function Onward(props: { readonly connectResult: ConnectResult }) {
  const t = useResultWords()
  return (
    <AppLink className="button-primary" to={`~${props.connectResult.returnTo}`}>
      {readAddress(props.connectResult.returnTo).page === PATHS.overview
        ? t.result.seeOverview
        : t.result.goOn}
    </AppLink>
  )
}

/** Links away from the question without answering it. */
export function NotNow(props: { readonly connectResult: ConnectResult }) {
  const t = useResultWords()
  return (
    <AppLink className="button-quiet" to={`~${props.connectResult.returnTo}`}>
      {t.result.notNow}
    </AppLink>
  )
}

function Again(props: { readonly connectResult: ConnectResult; readonly children: ReactNode }) {
  const { connectResult } = props
  return (
    <ConnectForm
      intent={connectResult.intent}
      connectionId={connectResult.connectionId ?? undefined}
      returnTo={connectResult.returnTo}
    >
      {props.children}
    </ConnectForm>
  )
}

export function useResultWords(): ResultCatalogue {
  const { t } = useWords()
  return { ...t, result: usePartWords('result') }
}

export function useResultHeading(connectResult: ConnectResult): ResultWords {
  const { session } = useSession()
  const { format } = useWords()
  const { names } = usePermissions()
  return resultWords(connectResult, session.provider.name, useResultWords(), {
    ...format,
    permissions: names,
  })
}
