import type { ConnectOutcome, ConnectResult } from '@counterfoil/bff-api/connect-result'
import { type ReactNode, useEffect, useState } from 'react'
import { ConnectForm, SignInForm } from '#connection/connect-form.tsx'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Reference } from '#ui/copy-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Rich } from '#ui/rich.tsx'
import { NotNow, Onward, ResultActions, useResultHeading, useResultWords } from './result-actions.tsx'

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

/** Replaces the question after "keep" and reports the answer in the heading. */
function KeptConnection({ connectResult }: { readonly connectResult: ConnectResult }) {
  const t = useResultWords()
  if (connectResult.outcome === 'other_account') return <KeptAccount connectResult={connectResult} />
  const name = connectResult.expected?.businessName ?? connectResult.businessName ?? t.app.allBusinesses
  return (
    <Screen title={t.result.decided.kept(name)} lede={t.result.decided.keptBody} namesWindow takesFocus>
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

const MEMORY_KEY = 'endings'

/** Returns true if connection attempts in this tab repeatedly end with the same outcome. */
function useLoopGuard(connectResult: ConnectResult): boolean {
  const [looping, setLooping] = useState(false)
  useEffect(() => {
    const now = {
      resultId: connectResult.id,
      outcome: connectResult.outcome,
      atMs: Date.parse(connectResult.finishedAt),
    }
    const endings = parseEndings(sessionStorage.getItem(MEMORY_KEY))
    setLooping(isLoop(endings, now))
    sessionStorage.setItem(MEMORY_KEY, JSON.stringify(rememberEnding(endings, now)))
  }, [connectResult])
  return looping
}

/** Replaces the retry button with a link to the provider, where the person can find out what is wrong. */
function LoopHelp() {
  const { session } = useSession()
  const t = useResultWords()
  const { name, connectedAppsUrl, plansUrl } = session.provider
  const address = plansUrl ?? connectedAppsUrl
  return (
    <Notice
      tone="info"
      title={t.result.again.title}
      actions={
        <>
          {address !== null && (
            <a className="button-primary" href={address}>
              {t.result.again.link(name)}
            </a>
          )}
          <AppLink className="button-plain" to={PATHS.overview}>
            {t.result.back}
          </AppLink>
        </>
      }
    >
      <p>{t.result.again.body(name)}</p>
    </Notice>
  )
}

/** The time in milliseconds within which two equal outcomes are a loop. */
export const LOOP_WINDOW_MS = 10 * 60 * 1000

export interface Ending {
  readonly resultId: string
  readonly outcome: ConnectOutcome
  readonly atMs: number
}

/** The outcomes that a retry may fix. If one repeats, another retry is useless. */
const REPEATABLE: readonly ConnectOutcome[] = [
  'no_business',
  'expired',
  'mismatch',
  'plan_ended',
  'provider_failed',
  'misconfigured',
]

/** Returns true if an earlier attempt within the last ten minutes had the same outcome as this one. */
export function isLoop(endings: readonly Ending[], now: Ending): boolean {
  return (
    REPEATABLE.includes(now.outcome) &&
    endings.some(
      ({ resultId, outcome, atMs }) =>
        resultId !== now.resultId && outcome === now.outcome && now.atMs - atMs < LOOP_WINDOW_MS,
    )
  )
}

/** Returns the finished attempts to store, newest last: those of the last ten minutes, each once. */
export function rememberEnding(endings: readonly Ending[], now: Ending): readonly Ending[] {
  if (endings.some(({ resultId }) => resultId === now.resultId)) return endings
  return [...endings.filter(({ atMs }) => now.atMs - atMs < LOOP_WINDOW_MS), now]
}

/** Parses the stored endings; returns an empty list for unreadable text. */
export function parseEndings(text: string | null): readonly Ending[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? (value as Ending[]).filter((entry) => typeof entry.atMs === 'number') : []
  } catch {
    return []
  }
}
