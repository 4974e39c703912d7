import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { type ReactNode, useState } from 'react'
import { ConnectForm, SignInForm } from '#connection/connect-form.tsx'
import { useSession } from '#data/session/session.tsx'
import { Screen } from '#navigation/screen-frame.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { Rich } from '#ui/rich.tsx'
import { LoopHelp, useLoopGuard } from './loop-help.tsx'
import { ResultActions } from './result-actions.tsx'
import { NotNow, Onward, useResultHeading, useResultWords } from './result-links.tsx'

/** The outcomes that show a log reference, since somebody may have to look them up. */
const REFERENCED: readonly ConnectResult['outcome'][] = ['mismatch', 'provider_failed', 'misconfigured']

/**
 * Shows the outcome of a connection attempt. Each outcome has its own screen, announced once in the heading.
 * @param props.proof The details that identify the connected business, for the outcomes that show them.
 */
export function ResultScreen(props: { readonly connectResult: ConnectResult; readonly proof: ReactNode }) {
  const { connectResult } = props
  const words = useResultHeading(connectResult)
  const isLooping = useLoopGuard(connectResult)
  const [keptId, setKeptId] = useState<string>()

  if (keptId === connectResult.id) return <KeptConnection connectResult={connectResult} />
  return (
    <Screen title={words.title} lede={<Rich text={words.body} />} namesWindow takesFocus>
      {isLooping ? (
        <LoopHelp />
      ) : (
        <ResultActions
          connectResult={connectResult}
          proof={props.proof}
          onKept={() => setKeptId(connectResult.id)}
        />
      )}
      {REFERENCED.includes(connectResult.outcome) && <Reference reference={connectResult.reference} />}
    </Screen>
  )
}

/** Returns the name of the business that remains connected after "keep". */
function keptName(connectResult: ConnectResult, allBusinesses: string): string {
  return connectResult.expected?.businessName ?? connectResult.businessName ?? allBusinesses
}

/** Replaces the question after "keep" and reports the answer in the heading. */
function KeptConnection({ connectResult }: { readonly connectResult: ConnectResult }) {
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
        <NotNow connectResult={connectResult} />
      </div>
    </Screen>
  )
}

/** Shows that the other account was not accepted and nothing of it is stored. */
function KeptAccount({ connectResult }: { readonly connectResult: ConnectResult }) {
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
          <Onward connectResult={connectResult} />
        )}
      </div>
    </Screen>
  )
}
