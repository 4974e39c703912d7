import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'
import { readStatements } from '#database/sql-file.ts'

/** The triggers that count what customers owe. They need the invoice to exist, so bulk writes count afterwards instead. */
export const RECEIVABLE_TRIGGERS = [['postings', 'postings_receivables']] as const

/** The triggers that update sums and counts of the books in each statement. {@link countBooks} recalculates them at once. */
export const KEEPING_TRIGGERS = [
  ...RECEIVABLE_TRIGGERS,
  ['entries', 'entries_count'],
  ['postings', 'postings_totals'],
  ['invoices', 'invoices_counted'],
] as const

/** Recalculates the customers' debts by day, after work without {@link RECEIVABLE_TRIGGERS} and once the indexes exist again. */
export async function countReceivables(trx: DatabaseTransaction, businessId: BusinessId): Promise<void> {
  await sql`select count_receivables(${businessId})`.execute(trx)
}

/** Recalculates the sums and counts of entries and invoices, after work without {@link KEEPING_TRIGGERS}. */
export async function countBooks(
  trx: DatabaseTransaction,
  businessIds: readonly BusinessId[],
): Promise<void> {
  for (const statement of await readStatements(join(import.meta.dirname, 'recount.sql')))
    await trx.executeQuery(CompiledQuery.raw(statement, [businessIds]))
}
