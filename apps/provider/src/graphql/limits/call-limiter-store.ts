import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/clock'
import type { Database } from '#database/database.ts'
import type { CallLimiter } from './call-limiter.ts'
import { CallerError } from '#caller/caller-error.ts'
import type { GraphqlSettings } from './graphql-settings.ts'
import { RATE_WINDOW_MS, secondsToWait, type RateWindow } from './rate-window.ts'
import { createWindowCounter } from './window-counter.ts'

/** Counts one call under a key and tells where its window stands. */
type CountCall = (key: string) => RateWindow | Promise<RateWindow>

function createMemoryCounter(clock: Clock): CountCall {
  const counter = createWindowCounter()
  return (key) => counter.count(key, clock())
}

/** One statement, so that processes on one database never lose a call. */
function createDatabaseCounter(db: Database, clock: Clock): CountCall {
  return async (key) => {
    const now = new Date(clock())
    const begunBefore = new Date(clock() - RATE_WINDOW_MS)
    const passed = sql<boolean>`throttles.window_started_at <= ${begunBefore}`
    const row = await db
      .insertInto('throttles')
      .values({ key, count: 1, window_started_at: now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql`case when ${passed} then 1 else throttles.count + 1 end`,
          window_started_at: sql`case when ${passed} then excluded.window_started_at else throttles.window_started_at end`,
        }),
      )
      .returning(['count', 'window_started_at'])
      .executeTakeFirstOrThrow()
    return { count: row.count, startedAtMs: row.window_started_at.getTime() }
  }
}

/** Counts calls per token, per application and per address, in memory or in the database. */
export function createCallLimiter(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly settings: Pick<GraphqlSettings, 'rates' | 'rateStore'>
}): CallLimiter {
  const { rates, rateStore } = deps.settings
  const count =
    rateStore === 'memory' ? createMemoryCounter(deps.clock) : createDatabaseCounter(deps.db, deps.clock)

  async function take(key: string, limit: number, whose: string): Promise<void> {
    const seconds = secondsToWait(await count(key), { limit, nowMs: deps.clock() })
    if (seconds === undefined) return
    const message = `Too many calls with this ${whose}: at most ${limit} in a minute. Try again in ${seconds} s.`
    throw new CallerError('RATE_LIMITED', message, {
      http: { status: 429, headers: { 'Retry-After': String(seconds) } },
      extensions: { reason: `per_${whose}` },
    })
  }

  return {
    async takeForToken(familyId, applicationId) {
      await take(`graphql:token:${familyId}`, rates.perToken, 'token')
      if (applicationId !== null) {
        await take(`graphql:application:${applicationId}`, rates.perApplication, 'application')
      }
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
