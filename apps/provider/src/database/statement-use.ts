import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import type { Clock } from '@counterfoil/service/values/clock'

/** The database time that a person may use at once before others go first. */
const FREE_MS = 1_000
/** The share of the passing time by which the remembered use shrinks. */
const FORGIVEN_SHARE = 1 / 10
/** The maximum remembered use, so that everybody counts as light again 20 s after the last statement. */
const MAX_REMEMBERED_MS = 3_000
const MAX_PEOPLE = 10_000

/** The recent connection time of each person, in the memory of this process. */
export type StatementUse = ReturnType<typeof createStatementUse>

export function createStatementUse(clock: Clock) {
  const uses = createBoundedMap<string, { readonly usedMs: number; readonly atMs: number }>(MAX_PEOPLE)
  const usedMs = (person: string): number => {
    const use = uses.get(person)
    return use === undefined ? 0 : Math.max(0, use.usedMs - (clock() - use.atMs) * FORGIVEN_SHARE)
  }
  return {
    add: (person: string, ms: number): void =>
      uses.set(person, { usedMs: Math.min(MAX_REMEMBERED_MS, usedMs(person) + ms), atMs: clock() }),
    /** Returns true for a person who recently used more than a second, less a tenth of the time since then. */
    isHeavy: (person: string): boolean => usedMs(person) > FREE_MS,
  }
}
