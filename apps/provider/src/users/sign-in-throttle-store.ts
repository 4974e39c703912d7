import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/clock'
import type { Database } from '#database/database.ts'
import { MAX_WAIT_MS, WINDOW_MS, type Lane, type LaneCount, type Place } from './sign-in-throttle.ts'

/** Counters of tries, shared by every process on one database. */
export function createThrottleStore(db: Database, clock: Clock) {
  /** One try less in each lane. */
  async function giveBack(lanes: readonly Lane[]): Promise<void> {
    for (const lane of lanes) {
      await db
        .updateTable('throttles')
        .set((row) => ({ count: row('count', '-', 1) }))
        .where('key', '=', lane.key)
        .where('count', '>', 0)
        .execute()
    }
  }

  return {
    /** Counts one try in each lane and answers with the counts, this try included. One statement for each lane. */
    async count(lanes: readonly Lane[]): Promise<readonly LaneCount[]> {
      const now = new Date(clock())
      const oldest = new Date(clock() - WINDOW_MS)
      const counts: LaneCount[] = []
      for (const lane of lanes) {
        const row = await db
          .insertInto('throttles')
          .values({ key: lane.key, count: 1, window_started_at: now })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({
              count: sql<number>`case when throttles.window_started_at <= ${oldest} then 1 else throttles.count + 1 end`,
              window_started_at: sql<Date>`case when throttles.window_started_at <= ${oldest} then ${now} else throttles.window_started_at end`,
            }),
          )
          .returning(['count', 'window_started_at'])
          .executeTakeFirstOrThrow()
        counts.push({ kind: lane.kind, count: row.count, windowStartedAtMs: row.window_started_at.getTime() })
      }
      return counts
    },

    /** After the right password: the account's own lanes are empty again, the shared ones get this try back. */
    async forgive(lanes: readonly Lane[]): Promise<void> {
      const isOwn = (lane: Lane) => lane.kind === 'device' || lane.kind === 'pair'
      for (const lane of lanes.filter(isOwn))
        await db.deleteFrom('throttles').where('key', '=', lane.key).execute()
      await giveBack(lanes.filter((lane) => !isOwn(lane)))
    },

    giveBack,

    /**
     * Takes the next place in the line of an account, for all processes in one statement: `blocked_until` is when the line is
     * empty, and moves on by `spacingMs`. A line that is full stays as it is.
     */
    async takePlace(account: Lane, spacingMs: number): Promise<Place> {
      const key = `${account.key}:line`
      const nowMs = clock()
      const now = new Date(nowMs)
      const spacing = sql`make_interval(secs => ${spacingMs / 1_000}::double precision)`
      const { rows } = await sql<{ ends: Date }>`
        insert into throttles as line (key, count, window_started_at, blocked_until)
        values (${key}, 0, ${now}, ${new Date(nowMs + spacingMs)})
        on conflict (key) do update set
          window_started_at = excluded.window_started_at,
          blocked_until = greatest(line.blocked_until, ${now}::timestamptz) + ${spacing}
        where line.blocked_until is null or line.blocked_until <= ${new Date(nowMs + MAX_WAIT_MS)}::timestamptz
        returning blocked_until as ends`.execute(db)
      const ends = rows[0]?.ends
      if (ends === undefined) return { kind: 'full', againAtMs: nowMs + MAX_WAIT_MS }
      return { kind: 'place', waitMs: Math.max(0, ends.getTime() - spacingMs - nowMs) }
    },
  }
}
