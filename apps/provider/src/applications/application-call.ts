import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { LogEndpoint } from '#database/database.ts'
import { createWindowBudget, windowEndMs } from '@counterfoil/service/values/window-budget'
import { QUARTER_MS } from '#grants/days-of-use.ts'

/** One call of an application. Never holds a secret, a token or a code. */
export interface ApplicationCall {
  readonly applicationId: ApplicationId
  readonly endpoint: LogEndpoint
  readonly outcome: 'ok' | 'refused' | 'failed'
  /** HTTP status of the answer. */
  readonly status: number
  /** The error code that the caller received. */
  readonly error?: string | undefined
  /** Our exact reason, a stable code. */
  readonly reason?: string | undefined
  /** The reason in one sentence. */
  readonly detail?: string | undefined
  readonly grantId?: GrantId | null | undefined
  readonly operationName?: string | null | undefined
  readonly tookMs?: number | undefined
  readonly requestId?: RequestId | undefined
  /** The network of the caller; never stored, only used to limit the listed calls. */
  readonly network?: string | undefined
}

export interface LoggedCall extends ApplicationCall {
  readonly id: number
  readonly atMs: number
}

/** A call and its time. */
export type TimedCall = ApplicationCall & { readonly at: Date }

/** The log lists as many calls of an application as of this many addresses, so that one address cannot fill it. */
const ADDRESSES_PER_APPLICATION = 5
/** The maximum number of kinds of omitted calls that are counted separately. */
const MAX_KINDS_LEFT_OUT = 20_000

/**
 * Decides which calls of a minute the log lists, and counts the omitted calls of each kind.
 *
 * @param options.callsPerMinute Listed calls of one address, successful and other ones each; five times as many of one application.
 */
export function createCallAllowance(options: {
  readonly clock: () => number
  readonly callsPerMinute: number
}) {
  const { clock, callsPerMinute } = options
  const budget = createWindowBudget()
  const leftOut = new Map<string, { readonly call: ApplicationCall; count: number }>()

  return {
    /** Returns true if the log may list the call; otherwise counts it as omitted. */
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
    /** Returns the end of the log's current minute. */
    endsAtMs: () => windowEndMs(clock()),
    /** Returns one call for each omitted kind, with the number of omitted calls, and resets the numbers. */
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

/** The calls with one grant on one day (UTC). */
export interface GrantUse {
  readonly grantId: GrantId
  /** `yyyy-MM-dd` in UTC. */
  readonly day: string
  readonly calls: number
  /** The calls by quarter of an hour since midnight UTC; missing entries are zero. */
  readonly quarters: readonly (number | undefined)[]
  readonly lastUsedAt: Date
}

/** Collects uses until they are written, one entry per grant and day. */
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
    /** Returns all collected uses and forgets them. */
    takeAll(): readonly GrantUse[] {
      const all = [...uses.values()]
      uses.clear()
      return all
    },
  }
}
