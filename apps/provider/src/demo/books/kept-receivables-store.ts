import { sql } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'

/** They look for what was entered for a document by an index, which is away while many rows are written. */
export const RECEIVABLE_TRIGGERS = [
  ['postings', 'postings_receivables'],
  ['invoices', 'invoices_receivables'],
] as const

/** Keeps anew what the business's customers owed on each day: after work without {@link RECEIVABLE_TRIGGERS}, once the indexes are back. */
export async function countReceivables(trx: DatabaseTransaction, businessId: BusinessId): Promise<void> {
  await sql`select count_receivables(${businessId})`.execute(trx)
}
