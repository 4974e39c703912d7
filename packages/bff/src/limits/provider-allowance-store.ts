import type { Redis } from 'ioredis'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { CallLimits } from '#provider-profile/provider-profile.ts'
import { Gate, planAllowance, type GateOptions, type Passage } from './gate.ts'

export type ProviderAllowance = ReturnType<typeof createProviderAllowance>

/** The longest time in milliseconds that a call waits: nobody waits longer for a page. */
export const LONGEST_WAIT_MS = 5000
const MANY_GATES = 2000
const APPLICATION = 'application'

/**
 * KEYS: one limit. ARGV: milliseconds between calls, calls at once, calls wanted. The generic cell rate algorithm: the key holds
 * the time at which the burst will be whole again. Returns how many calls are granted, and the wait in milliseconds if none is.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local interval, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local whole = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local free = math.floor((now + burst * interval - whole) / interval + 0.001)
if free < 1 then return {0, math.ceil(whole + interval - burst * interval - now)} end
local granted = math.min(free, wanted)
redis.call('SET', KEYS[1], string.format('%.3f', whole + granted * interval), 'PX', math.ceil(whole + granted * interval - now) + 1000)
return {granted, 0}`

/** Creates the limit that keeps the calls of all processes together within the rate limits of the provider. */
export function createProviderAllowance(deps: {
  readonly redis: Redis
  readonly limits: CallLimits
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}) {
  const perConnection = optionsFor(deps.limits.perMinutePerConnection)
  const gates = new Map<string, Gate>()
  const application = new Gate(optionsFor(deps.limits.perMinute), APPLICATION)

  function optionsFor(perMinute: number): GateOptions {
    const plan = planAllowance(perMinute)
    return {
      ...{ plan, maxWaitMs: LONGEST_WAIT_MS, clock: deps.clock, wait: deps.wait },
      async shared(points, key) {
        try {
          const answer = await deps.redis.eval(
            TAKE,
            1,
            `allowance:{${key}}`,
            plan.intervalMs,
            plan.burst,
            points,
          )
          const [granted = 0, waitMs = 0] = answer as number[]
          return { granted, waitMs }
        } catch {
          // A limit that cannot be counted must not stop the app; the provider enforces its own.
          return { granted: points, waitMs: 0 }
        }
      },
    }
  }

  // Kept from one check to the next: a new iterator would walk over every place that was freed before.
  let longestUnchecked = gates.entries()

  /** Checks the two gates that were checked longest ago, so that adding a gate costs the same however many there are. */
  function forgetIdle(): void {
    for (let looks = 0; looks < 2; looks += 1) {
      const next = longestUnchecked.next()
      if (next.done === true) {
        longestUnchecked = gates.entries()
        return
      }
      const [key, gate] = next.value
      if (gate.isIdle()) gates.delete(key)
    }
  }

  function findGate(connectionId: ConnectionId): Gate {
    const known = gates.get(connectionId)
    if (known !== undefined) return known
    if (gates.size >= MANY_GATES) forgetIdle()
    const gate = new Gate(perConnection, connectionId)
    gates.set(connectionId, gate)
    return gate
  }

  return {
    /** Waits a short time until one call is allowed; `crowded` if that would take too long. Never rejects. */
    enter(connectionId: ConnectionId): Passage | Promise<Passage> {
      const enterApplication = (own: Passage) => (own.kind === 'go' ? application.enter(connectionId) : own)
      const own = findGate(connectionId).enter(connectionId)
      return own instanceof Promise ? own.then(enterApplication) : enterApplication(own)
    },
  }
}
