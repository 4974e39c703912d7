import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import type { Clock } from '@counterfoil/service/values/clock'

/** Time at the database that anyone may use at once before others go first. */
const FREE_MS = 1_000
/** Share of the time that passes in which use is forgiven. */
const FORGIVEN_SHARE = 1 / 10
/** More is not remembered, so that everybody counts as light again 20 s after the last statement. */
const MAX_REMEMBERED_MS = 3_000
const MAX_PEOPLE = 10_000

/** How long each person used connections lately, in the memory of this process. */
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
    /** Returns true for a person who used more than a second lately: a tenth of the time that passes is forgiven. */
    isHeavy: (person: string): boolean => usedMs(person) > FREE_MS,
  }
}
