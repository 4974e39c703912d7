import { createWindowBudget, windowEndMs } from '@counterfoil/service/values/window-budget'
import type { ApplicationCall, TimedCall } from './application-call.ts'

/** One address alone must not fill the log of an application. */
const ADDRESSES_PER_APPLICATION = 5
/** Kinds of calls that are counted apart while they are left out. */
const MAX_KINDS_LEFT_OUT = 20_000

/** Which calls a minute of the log has room for, and how many of each kind it had no room for. */
interface CallAllowance {
  /** Is there room for this call? One that there is no room for is counted. */
  take(call: ApplicationCall): boolean
  /** When the present minute of the log ends. */
  endsAtMs(): number
  /** Returns one call for each kind that was left out, with its count, and resets the counts. */
  takeLeftOut(): readonly TimedCall[]
}

/** @param callsPerMinute Of one address, good and other ones counted apart; of one application five times as many. */
export function createCallAllowance({
  clock,
  callsPerMinute,
}: {
  readonly clock: () => number
  readonly callsPerMinute: number
}): CallAllowance {
  const budget = createWindowBudget()
  const leftOut = new Map<string, { readonly call: ApplicationCall; count: number }>()

  return {
    take(call) {
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
    endsAtMs: () => windowEndMs(clock()),
    takeLeftOut() {
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
