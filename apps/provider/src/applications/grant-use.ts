import type { GrantId } from '@counterfoil/oauth/ids'
import { QUARTER_MS } from '#grants/days-of-use.ts'

/** Calls with one grant on one day of UTC. */
export interface GrantUse {
  readonly grantId: GrantId
  /** `yyyy-MM-dd` in UTC. */
  readonly day: string
  readonly calls: number
  /** By quarter of an hour since midnight UTC; empty places are zero. */
  readonly quarters: readonly (number | undefined)[]
  readonly lastUsedAt: Date
}

/** Uses that wait to be written, one entry for each grant and day. */
interface WaitingUses {
  /** Counts one use of a grant. */
  count(grantId: GrantId, nowMs: number): void
  /** All of them, which are forgotten here. */
  takeAll(): readonly GrantUse[]
}

export function createWaitingUses(): WaitingUses {
  const uses = new Map<string, GrantUse>()
  return {
    count(grantId, nowMs) {
      const lastUsedAt = new Date(nowMs)
      const day = lastUsedAt.toISOString().slice(0, 10)
      const key = `${grantId} ${day}`
      const { calls, quarters } = uses.get(key) ?? { calls: 0, quarters: [] }
      const quarter = Math.floor((nowMs - Date.parse(day)) / QUARTER_MS)
      const counted = [...quarters]
      counted[quarter] = (counted[quarter] ?? 0) + 1
      uses.set(key, { grantId, day, calls: calls + 1, quarters: counted, lastUsedAt })
    },
    takeAll() {
      const all = [...uses.values()]
      uses.clear()
      return all
    },
  }
}
