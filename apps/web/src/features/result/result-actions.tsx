import type { ReactNode } from 'react'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { ConnectForm } from '#connection/connect-form.tsx'
import { useSession } from '#data/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { ContactLink } from '#ui/contact-link.tsx'
import { ConnectedActions } from './connected-actions.tsx'
import { Decision } from './decision.tsx'
import { Again, NotNow, Onward } from './result-links.tsx'
import { useResultWords } from './use-result-words.ts'

/** What can be done after each outcome. */
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

/** No business that came back has a plan: see the plans there, or connect another one. */
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
