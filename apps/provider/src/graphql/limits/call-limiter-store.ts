import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Database } from '#database/database.ts'
import { CallerError } from '#caller/caller-error.ts'
import type { ApplicationId } from '@counterfoil/oauth/ids'
import type { Account, Allowance } from '#graphql/call.ts'
import type { GraphqlSettings } from './graphql-settings.ts'
import { createWindowCounter, RATE_WINDOW_MS, secondsToWait, type RateWindow } from './window-counter.ts'

/** Counts one call, or `amount` points, under a key and returns its window. */
type CountCall = (key: string, amount?: number) => RateWindow | Promise<RateWindow>

function createMemoryCounter(clock: Clock): CountCall {
  const counter = createWindowCounter()
  return (key, amount) => counter.count(clock(), key, amount)
}

/** Counts by one statement, so that processes on one database never lose a call. */
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

type Bound = {
  readonly limit: number
  readonly whose: Account['whose'] | 'application' | 'address'
  readonly what: 'calls' | 'points'
}

const callsOf = (limit: number, whose: Bound['whose']): Bound => ({ limit, whose, what: 'calls' })

const BY_WHOM = {
  token: 'with this token',
  person: 'with your personal tokens',
  application: 'with this application',
  address: 'with this address',
} as const

/** The maximum number of used-up windows in memory, whose next calls need no statement. */
const MAX_SPENT_WINDOWS = 10_000

/** Returns a digest of an address, because an address is personal data: the digest is kept for a minute. */
const digestOf = (address: string) => createHash('sha256').update(address).digest('base64url')

function allowanceOf(
  { count, startedAtMs }: RateWindow,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): Allowance {
  const resetMs = startedAtMs + RATE_WINDOW_MS - nowMs
  return { limit, rest: Math.max(0, limit - count), resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)) }
}

function beyondError({ limit, whose, what }: Bound, seconds: number): CallerError {
  const message = `Too many ${what} ${BY_WHOM[whose]}: at most ${limit} in a minute. Try again in ${seconds} s.`
  return new CallerError('RATE_LIMITED', message, {
    http: { status: 429, headers: { 'Retry-After': String(seconds) } },
    extensions: { reason: what === 'points' ? 'points' : `per_${whose === 'person' ? 'token' : whose}` },
  })
}

export type CallLimiter = ReturnType<typeof createCallLimiter>

/** Counts calls and points per token, per application and per address, in memory or in the database. */
export function createCallLimiter({
  db,
  clock,
  settings: { rates, rateStore },
}: {
  readonly db: Database
  readonly clock: Clock
  readonly settings: Pick<GraphqlSettings, 'rates' | 'rateStore'>
}) {
  const count = rateStore === 'memory' ? createMemoryCounter(clock) : createDatabaseCounter(db, clock)
  const spent = createBoundedMap<string, RateWindow>(MAX_SPENT_WINDOWS)
  const limit = rates.pointsPerToken
  const pointsOf = ({ key, whose }: Account) => ({
    key: `graphql:points:${key}`,
    bound: { limit, whose, what: 'points' } as const,
  })

  function refuseBeyond(key: string, window: RateWindow, bound: Bound): void {
    const seconds = secondsToWait(window, { limit: bound.limit, nowMs: clock() })
    if (seconds === undefined) return
    spent.set(key, window)
    throw beyondError(bound, seconds)
  }

  /** Refuses a key whose window has already refused a call, without counting. */
  function refuseSpent(key: string, bound: Bound): void {
    const window = spent.get(key)
    if (window !== undefined && clock() < window.startedAtMs + RATE_WINDOW_MS)
      refuseBeyond(key, window, bound)
  }

  async function take(key: string, bound: Bound, amount?: number): Promise<Allowance> {
    refuseSpent(key, bound)
    const window = await count(key, amount)
    refuseBeyond(key, window, bound)
    return allowanceOf(window, { limit: bound.limit, nowMs: clock() })
  }

  return {
    /** @throws CallerError RATE_LIMITED also when no points are left */
    async takeForToken(account: Account, applicationId: ApplicationId | null): Promise<Allowance> {
      const points = pointsOf(account)
      refuseSpent(points.key, points.bound)
      const allowance = await take(`graphql:token:${account.key}`, callsOf(rates.perToken, account.whose))
      if (applicationId !== null)
        await take(`graphql:application:${applicationId}`, callsOf(rates.perApplication, 'application'))
      return allowance
    },

    /** @throws CallerError RATE_LIMITED if fewer points are left */
    async takePoints(account: Account, amount: number): Promise<Allowance> {
      const { key, bound } = pointsOf(account)
      const window = await count(key, amount)
      refuseBeyond(key, window, bound)
      return allowanceOf(window, { limit, nowMs: clock() })
    },

    /** Counts points of a call that was already executed. */
    async addPoints(account: Account, amount: number): Promise<Allowance> {
      return allowanceOf(await count(pointsOf(account).key, amount), { limit, nowMs: clock() })
    },

    /** @throws CallerError RATE_LIMITED */
    async takeForAddress(address: string, calls?: number): Promise<void> {
      await take(`graphql:address:${digestOf(address)}`, callsOf(rates.perAddress, 'address'), calls)
    },

    /** @throws CallerError RATE_LIMITED */
    async takeForNewDocument(address: string): Promise<void> {
      const bound = callsOf(rates.newDocumentsPerAddress, 'address')
      await take(`graphql:documents:${digestOf(address)}`, bound)
    },
  }
}
