import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Database } from '#database/database.ts'
import { MAX_WAIT_MS, WINDOW_MS, type Bucket, type BucketCount, type Place } from './sign-in-throttle.ts'

/** Stores counters of attempts, shared by all processes with the same database. */
export function createThrottleStore(db: Database, clock: Clock) {
  /** Takes one attempt back from each bucket. */
  async function giveBack(buckets: readonly Bucket[]): Promise<void> {
    for (const bucket of buckets) {
      await db
        .updateTable('throttles')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('key', '=', bucket.key)
        .where('count', '>', 0)
        .execute()
    }
  }

  return {
    giveBack,

    /** Counts one attempt in each bucket, in one statement, and returns the counts, including this attempt. */
    async count(buckets: readonly Bucket[]): Promise<readonly BucketCount[]> {
      const now = new Date(clock())
      const oldest = new Date(clock() - WINDOW_MS)
      const counted = buckets.map(({ key }) => ({ key, count: 1, window_started_at: now }))
      const rows = await db
        .insertInto('throttles')
        // In the same order everywhere, so that two attempts that share buckets wait for each other without a deadlock.
        .values(counted.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when throttles.window_started_at <= ${oldest} then 1 else throttles.count + 1 end`,
            window_started_at: sql<Date>`case when throttles.window_started_at <= ${oldest} then ${now} else throttles.window_started_at end`,
          }),
        )
        .returning(['key', 'count', 'window_started_at'])
        .execute()
      return buckets.map(({ kind, key, times }) => {
        const row = rows.find((each) => each.key === key)
        if (row === undefined) throw new Error('A bucket was not counted')
        return { kind, times, count: row.count, windowStartedAtMs: row.window_started_at.getTime() }
      })
    },

    /** Deletes the account's own buckets after a correct password, and takes this attempt back from the shared ones. */
    async forgive(buckets: readonly Bucket[]): Promise<void> {
      const isOwn = ({ kind, times }: Bucket) => kind === 'device' || (kind === 'pair' && times === 1)
      for (const bucket of buckets.filter(isOwn))
        await db.deleteFrom('throttles').where('key', '=', bucket.key).execute()
      await giveBack(buckets.filter((bucket) => !isOwn(bucket)))
    },

    /**
     * Takes the next place in the queue of an account, for all processes in one statement: `blocked_until` is when the queue is
     * empty, and moves on by `spacingMs`. A full queue is left unchanged.
     */
    async takePlace(account: Bucket, spacingMs: number): Promise<Place> {
      const nowMs = clock()
      const now = new Date(nowMs)
      const latest = new Date(nowMs + MAX_WAIT_MS)
      const spacing = sql`make_interval(secs => ${spacingMs / 1_000}::double precision)`
      const { rows } = await sql<{ ends: Date }>`
        insert into throttles as line (key, count, window_started_at, blocked_until)
        values (${`${account.key}:line`}, 0, ${now}, ${new Date(nowMs + spacingMs)})
        on conflict (key) do update set
          window_started_at = excluded.window_started_at,
          blocked_until = greatest(line.blocked_until, ${now}::timestamptz) + ${spacing}
        where line.blocked_until is null or line.blocked_until <= ${latest}::timestamptz
        returning blocked_until as ends`.execute(db)
      const ends = rows[0]?.ends
      if (ends === undefined) return { kind: 'full', againAtMs: nowMs + MAX_WAIT_MS }
      return { kind: 'place', waitMs: Math.max(0, ends.getTime() - spacingMs - nowMs) }
    },
  }
}
