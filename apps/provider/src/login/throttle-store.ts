import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/clock'
import type { Database } from '#database/database.ts'
import { WINDOW_MS, type Lane, type LaneCount } from './login-throttle.ts'

/** Counters of tries, shared by every process on one database. */
export function createThrottleStore(db: Database, clock: Clock) {
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
      for (const lane of lanes) {
        const isOwn = lane.kind === 'device' || lane.kind === 'pair'
        if (isOwn) await db.deleteFrom('throttles').where('key', '=', lane.key).execute()
        else {
          await db
            .updateTable('throttles')
            .set((row) => ({ count: row('count', '-', 1) }))
            .where('key', '=', lane.key)
            .where('count', '>', 0)
            .execute()
        }
      }
    },
  }
}
