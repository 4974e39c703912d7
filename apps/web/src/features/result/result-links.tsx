import type { ReactNode } from 'react'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { readAddress } from '@counterfoil/bff-api/paths'
import { ConnectForm } from '#connection/connect-form.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { useResultWords } from './use-result-words.ts'

/** On to where the person was going. */
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

/** Away from the question, without an answer. */
export function NotNow(props: { readonly connectResult: ConnectResult }) {
  const t = useResultWords()
  return (
    <AppLink className="button-quiet" to={`~${props.connectResult.returnTo}`}>
      {t.result.notNow}
    </AppLink>
  )
}

/** The same attempt again. */
export function Again(props: { readonly connectResult: ConnectResult; readonly children: ReactNode }) {
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
