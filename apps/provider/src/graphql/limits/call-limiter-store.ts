import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/clock'
import type { Database } from '#database/database.ts'
import type { Allowance, CallLimiter } from './call-limiter.ts'
import { CallerError } from '#caller/caller-error.ts'
import type { GraphqlSettings } from './graphql-settings.ts'
import { RATE_WINDOW_MS, secondsToWait, type RateWindow } from './rate-window.ts'
import { createWindowCounter } from './window-counter.ts'

/** Counts one call, or so many points, under a key and returns its window. */
type CountCall = (key: string, amount?: number) => RateWindow | Promise<RateWindow>

function createMemoryCounter(clock: Clock): CountCall {
  const counter = createWindowCounter()
  return (key, amount) => counter.count(key, clock(), amount === undefined ? undefined : { amount })
}

/** One statement, so that processes on one database never lose a call. */
function createDatabaseCounter(db: Database, clock: Clock): CountCall {
  return async (key, amount = 1) => {
    const now = new Date(clock())
    const begunBefore = new Date(clock() - RATE_WINDOW_MS)
    const passed = sql<boolean>`throttles.window_started_at <= ${begunBefore}`
    const row = await db
      .insertInto('throttles')
      .values({ key, count: amount, window_started_at: now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when ${passed} then ${amount}::integer else throttles.count + ${amount}::integer end`,
          window_started_at: sql`case when ${passed} then excluded.window_started_at else throttles.window_started_at end`,
        }),
      )
      .returning(['count', 'window_started_at'])
      .executeTakeFirstOrThrow()
    return { count: row.count, startedAtMs: row.window_started_at.getTime() }
  }
}

type Bound = { readonly limit: number; readonly whose: string; readonly what: 'calls' | 'points' }

/** Counts calls per token, per application and per address, in memory or in the database. */
export function createCallLimiter(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly settings: Pick<GraphqlSettings, 'rates' | 'rateStore'>
}): CallLimiter {
  const { rates, rateStore } = deps.settings
  const count =
    rateStore === 'memory' ? createMemoryCounter(deps.clock) : createDatabaseCounter(deps.db, deps.clock)

  const { pointsPerToken } = rates
  const pointsKey = (familyId: string) => `graphql:points:${familyId}`

  function allowanceOf({ count: taken, startedAtMs }: RateWindow, limit: number): Allowance {
    const resetMs = startedAtMs + RATE_WINDOW_MS - deps.clock()
    return { limit, rest: Math.max(0, limit - taken), resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)) }
  }

  function refuseBeyond(window: RateWindow, { limit, whose, what }: Bound): void {
    const seconds = secondsToWait(window, { limit, nowMs: deps.clock() })
    if (seconds === undefined) return
    const message = `Too many ${what} with this ${whose}: at most ${limit} in a minute. Try again in ${seconds} s.`
    throw new CallerError('RATE_LIMITED', message, {
      http: { status: 429, headers: { 'Retry-After': String(seconds) } },
      extensions: { reason: what === 'points' ? 'points' : `per_${whose}` },
    })
  }

  async function take(key: string, limit: number, whose: string): Promise<Allowance> {
    const window = await count(key)
    refuseBeyond(window, { limit, whose, what: 'calls' })
    return allowanceOf(window, limit)
  }

  return {
    async takeForToken(familyId, applicationId) {
      const allowance = await take(`graphql:token:${familyId}`, rates.perToken, 'token')
      if (applicationId !== null) {
        await take(`graphql:application:${applicationId}`, rates.perApplication, 'application')
      }
      return allowance
    },
    async takePoints(familyId, points) {
      const window = await count(pointsKey(familyId), points)
      refuseBeyond(window, { limit: pointsPerToken, whose: 'token', what: 'points' })
      return allowanceOf(window, pointsPerToken)
    },
    async addPoints(familyId, points) {
      return allowanceOf(await count(pointsKey(familyId), points), pointsPerToken)
    },
    async takeForAddress(address) {
      // An address is somebody's: it is kept for a minute, and only as a digest.
      const digest = createHash('sha256').update(address).digest('base64url')
      await take(`graphql:address:${digest}`, rates.perAddress, 'address')
    },
    async takeForNewDocument(address) {
      const digest = createHash('sha256').update(address).digest('base64url')
      await take(`graphql:documents:${digest}`, rates.newDocumentsPerAddress, 'address')
    },
  }
}
