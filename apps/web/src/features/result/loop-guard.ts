import type { ConnectOutcome } from '@counterfoil/bff-api/connect-result'

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
