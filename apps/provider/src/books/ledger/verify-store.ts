import type { BusinessId } from '@counterfoil/oauth/ids'
import { CompiledQuery, sql } from 'kysely'
import { join } from 'node:path'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { readStatements } from '#database/sql-file.ts'

/** A stored value that differs from the postings and documents. */
type BooksDifference = {
  /** The name of the check in `verify.sql`. */
  readonly check: string
  /** The number of rows that differ. */
  readonly rows: number
  /** One of the rows, described by the check. */
  readonly example: string
}

/** Recalculates all stored totals of a business and returns the differences, which a person has to resolve. Changes nothing. */
export async function verifyBooks(
  db: Database | DatabaseTransaction,
  businessId: BusinessId,
): Promise<readonly BooksDifference[]> {
  const differences: BooksDifference[] = []
  for (const query of await readStatements(join(import.meta.dirname, 'verify.sql'))) {
    const check = /^-- check: (.+)$/m.exec(query)?.[1] ?? ''
    const text = `select count(*)::int as rows, min(example) as example from (${query}) found`
    const { rows } = await db.executeQuery<{ readonly rows: number; readonly example: string | null }>(
      CompiledQuery.raw(text, [businessId]),
    )
    for (const { rows: found, example } of rows) {
      if (example !== null) differences.push({ check, rows: found, example })
    }
  }
  return differences
}

/** Returns the first business whose id is at least `from`, or else the very first; undefined if there is none. */
export async function nextBusinessFrom(db: Database, from: BusinessId): Promise<BusinessId | undefined> {
  const { rows } = await sql<{ readonly id: BusinessId }>`
    (select id from businesses where id >= ${from} order by id limit 1)
    union all (select id from businesses order by id limit 1) limit 1`.execute(db)
  return rows[0]?.id
}
