import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { LogEndpoint } from '#database/authorization-tables.ts'
import { createWindowBudget, windowEndMs } from '@counterfoil/service/values/window-budget'
import { QUARTER_MS } from '#grants/days-of-use.ts'

/** One call of an application. Never holds a secret, a token or a code. */
export interface ApplicationCall {
  readonly applicationId: ApplicationId
  readonly endpoint: LogEndpoint
  readonly outcome: 'ok' | 'refused' | 'failed'
  /** HTTP status of the answer. */
  readonly status: number
  /** The code on the wire. */
  readonly error?: string | undefined
  /** Our exact reason, stable. */
  readonly reason?: string | undefined
  /** The same in one sentence. */
  readonly detail?: string | undefined
  readonly grantId?: GrantId | null | undefined
  readonly operationName?: string | null | undefined
  readonly tookMs?: number | undefined
  readonly requestId?: RequestId | undefined
  /** Network of the caller; never stored, only limits the listed calls. */
  readonly network?: string | undefined
}

export interface LoggedCall extends ApplicationCall {
  readonly id: number
  readonly atMs: number
}

/** A call, and when it was made. */
export type TimedCall = ApplicationCall & { readonly at: Date }

/** Notes calls of applications, for their developers. Both return at once and write later, many together. */
export type CallRecorder = {
  record(call: ApplicationCall): void
  /** Counts one use of a grant, today, now. */
  recordUse(grantId: GrantId): void
}

/** One address alone must not fill the log of an application. */
const ADDRESSES_PER_APPLICATION = 5
/** Kinds of calls that are counted apart while they are left out. */
const MAX_KINDS_LEFT_OUT = 20_000

/**
 * Decides which calls a minute of the log has room for, and counts how many of each kind it had no room for.
 *
 * @param options.callsPerMinute Of one address, good and other ones counted apart; of one application five times as many.
 */
export function createCallAllowance(options: {
  readonly clock: () => number
  readonly callsPerMinute: number
}) {
  const { clock, callsPerMinute } = options
  const budget = createWindowBudget()
  const leftOut = new Map<string, { readonly call: ApplicationCall; count: number }>()

  return {
    /** Is there room for this call? One that there is no room for is counted. */
    take(call: ApplicationCall): boolean {
      const kind = call.outcome === 'ok' ? 'ok' : 'not ok'
      const wanted = [
        { key: `${kind} of ${call.applicationId}`, limit: callsPerMinute * ADDRESSES_PER_APPLICATION },
        ...(call.network === undefined
          ? []
          : [{ key: `${kind} from ${call.network}`, limit: callsPerMinute }]),
      ]
      if (budget.take(wanted, clock())) return true
      const key = `${call.applicationId} ${call.endpoint} ${call.outcome}`
      const known = leftOut.get(key)
      if (known !== undefined) known.count += 1
      else if (leftOut.size < MAX_KINDS_LEFT_OUT) leftOut.set(key, { call, count: 1 })
      return false
    },
    /** When the present minute of the log ends. */
    endsAtMs: () => windowEndMs(clock()),
    /** Returns one call for each kind that was left out, with its count, and resets the counts. */
    takeLeftOut(): readonly TimedCall[] {
      const at = new Date(clock())
      const calls = [...leftOut.values()].map(({ call, count }) => {
        const { applicationId, endpoint, outcome, status } = call
        const detail = `${count} more ${count === 1 ? 'call' : 'calls'} like this within a minute`
        return { applicationId, endpoint, outcome, status, reason: 'calls_left_out', detail, at }
      })
      leftOut.clear()
      return calls
    },
  }
}

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
export function createWaitingUses() {
  const uses = new Map<string, GrantUse>()
  return {
    /** Counts one use of a grant. */
    count(grantId: GrantId, nowMs: number): void {
      const lastUsedAt = new Date(nowMs)
      const day = lastUsedAt.toISOString().slice(0, 10)
      const key = `${grantId} ${day}`
      const { calls, quarters } = uses.get(key) ?? { calls: 0, quarters: [] }
      const quarter = Math.floor((nowMs - Date.parse(day)) / QUARTER_MS)
      const counted = [...quarters]
      counted[quarter] = (counted[quarter] ?? 0) + 1
      uses.set(key, { grantId, day, calls: calls + 1, quarters: counted, lastUsedAt })
    },
    /** All of them, which are forgotten here. */
    takeAll(): readonly GrantUse[] {
      const all = [...uses.values()]
      uses.clear()
      return all
    },
  }
}
