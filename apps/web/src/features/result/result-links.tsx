import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { readAddress } from '@counterfoil/bff-api/paths'
import type { ReactNode } from 'react'
import { ConnectForm } from '#connection/connect-form.tsx'
import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { type ResultCatalogue, resultWords, type ResultWords } from './result-words.ts'

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
