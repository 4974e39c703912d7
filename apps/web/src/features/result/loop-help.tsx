import type { ConnectOutcome, ConnectResult } from '@counterfoil/bff-api/connect-result'
import { useEffect, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Notice } from '#ui/notice.tsx'
import { useResultWords } from './result-links.tsx'

const MEMORY_KEY = 'endings'

/** Has this tab ended in the same way again and again? */
export function useLoopGuard(connectResult: ConnectResult): boolean {
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

/** In place of one more try: where the provider can be asked what is wrong. */
export function LoopHelp() {
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

/** Two equal endings within this time are a loop. */
export const LOOP_WINDOW_MS = 10 * 60 * 1000

export interface Ending {
  readonly resultId: string
  readonly outcome: ConnectOutcome
  readonly atMs: number
}

/** Endings that trying again may mend, and that are a dead end when they repeat. */
const REPEATABLE: readonly ConnectOutcome[] = [
  'no_business',
  'expired',
  'mismatch',
  'plan_ended',
  'provider_failed',
  'misconfigured',
]

/** Has an attempt just ended the same way as another one did within the last ten minutes? */
export function isLoop(endings: readonly Ending[], now: Ending): boolean {
  return (
    REPEATABLE.includes(now.outcome) &&
    endings.some(
      ({ resultId, outcome, atMs }) =>
        resultId !== now.resultId && outcome === now.outcome && now.atMs - atMs < LOOP_WINDOW_MS,
    )
  )
}

/** The endings to remember, newest last: those of the window, each attempt once. */
export function rememberEnding(endings: readonly Ending[], now: Ending): readonly Ending[] {
  if (endings.some(({ resultId }) => resultId === now.resultId)) return endings
  return [...endings.filter(({ atMs }) => now.atMs - atMs < LOOP_WINDOW_MS), now]
}

/** Reads what was remembered; anything unreadable is nothing. */
export function parseEndings(text: string | null): readonly Ending[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? (value as Ending[]).filter((entry) => typeof entry.atMs === 'number') : []
  } catch {
    return []
  }
}
