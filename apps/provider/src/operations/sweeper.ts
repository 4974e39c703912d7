import { sql } from 'kysely'
import { ANSWER_KEPT_MS } from '#books/repetition-store.ts'
import { countedSince } from '#grants/days-of-use.ts'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Database } from '#database/database.ts'

/** The most rows removed by one statement: few enough that its locks delay nobody. */
export const SWEEP_BATCH_ROWS = 500
/** The most statements for a table in one run; remaining rows wait for the next run. */
const MAX_BATCHES = 20

const DAY_MS = 86_400_000
/** Answered and expired requests are kept for a day to explain them to a person who presses Back. */
const REQUEST_KEPT_MS = DAY_MS
/** The time in milliseconds for which the developers' log can explain an ended token family. */
const ENDED_FAMILY_KEPT_MS = 30 * DAY_MS
/** Messages are kept for more than a year, for questions about the books of a whole year. */
const MESSAGE_KEPT_MS = 400 * DAY_MS
/** The age in milliseconds at which mails about accounts are removed: after their last retry, so only unsendable ones are left. */
const ACCOUNT_MAIL_KEPT_MS = 7 * DAY_MS
const USAGE_KEPT_MS = 400 * DAY_MS

/** THE LIST of deletions with their ages, each with the statement that finds the next rows. */
function rules(now: Date, logKeptDays: number) {
  const before = (ageMs: number) => new Date(now.getTime() - ageMs)
  return [
    { table: 'authorization_requests', key: 'id', where: sql`expires_at < ${before(REQUEST_KEPT_MS)}` },
    {
      table: 'authorization_codes',
      key: 'code_digest',
      // A consumed code is kept as long as its tokens, so that a replay is detected however late.
      where: sql`expires_at < ${before(DAY_MS)} and not exists (
        select 1 from token_families f where f.id = family_id and f.ended_at is null)`,
    },
    { table: 'token_families', key: 'id', where: sql`ended_at < ${before(ENDED_FAMILY_KEPT_MS)}` },
    { table: 'application_secrets', key: 'id', where: sql`expires_at < ${now}` },
    { table: 'kept_pages', key: 'id_digest', where: sql`expires_at < ${now}` },
    { table: 'spent_challenges', key: 'challenge_digest', where: sql`expires_at < ${now}` },
    { table: 'password_resets', key: 'user_id', where: sql`expires_at < ${now}` },
    { table: 'account_mails', key: 'id', where: sql`created_at < ${before(ACCOUNT_MAIL_KEPT_MS)}` },
    { table: 'browser_sessions', key: 'id', where: sql`expires_at < ${now}` },
    {
      table: 'throttles',
      key: 'key',
      where: sql`window_started_at < ${before(DAY_MS)} and (blocked_until is null or blocked_until < ${now})`,
    },
    {
      table: 'idempotent_answers',
      key: 'created_at',
      where: sql`created_at < ${before(ANSWER_KEPT_MS)}`,
    },
    { table: 'application_log', key: 'at', where: sql`at < ${before(logKeptDays * DAY_MS)}` },
    { table: 'messages', key: 'created_at', where: sql`created_at < ${before(MESSAGE_KEPT_MS)}` },
    {
      table: 'grant_usage',
      key: 'grant_id',
      where: sql`day < ${before(USAGE_KEPT_MS).toISOString().slice(0, 10)}::date`,
    },
  ] as const
}

/**
 * Removes expired rows in small steps. Several processes may sweep at once: each step skips rows that another one has locked.
 * @returns number of removed rows by table
 */
export async function sweepExpired(options: {
  readonly db: Database
  readonly clock: Clock
  readonly logKeptDays: number
  readonly shouldStop?: () => boolean
}): Promise<ReadonlyMap<string, number>> {
  const { db, clock, logKeptDays, shouldStop = () => false } = options
  const removed = new Map<string, number>()
  for (const { table, key, where } of rules(new Date(clock()), logKeptDays)) {
    let total = 0
    for (let batch = 0; batch < MAX_BATCHES && !shouldStop(); batch += 1) {
      const column = sql.ref(key)
      const { rows } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${where} order by ${column} limit ${sql.lit(SWEEP_BATCH_ROWS)}
          for update skip locked))
        returning 1 as one`.execute(db)
      total += rows.length
      if (rows.length < SWEEP_BATCH_ROWS) break
    }
    if (total > 0) removed.set(table, total)
  }
  await forgetQuarters(db, countedSince(clock()))
  return removed
}

/** Removes the counts by time of day once no page shows them any more. The total of each day is kept. */
async function forgetQuarters(db: Database, since: string): Promise<void> {
  await sql`
    update grant_usage set quarters = null where ctid = any (array(
      select ctid from grant_usage where quarters is not null and day < ${since}::date
      limit ${sql.lit(SWEEP_BATCH_ROWS * MAX_BATCHES)} for update skip locked))`.execute(db)
}
