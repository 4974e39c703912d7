import { sql, type Kysely } from 'kysely'

export const alters = ['invoices']

/**
 * Covering indexes: lists with a filter or a second order read the ids of a page from an index alone, which includes the columns
 * of the filters by status and currency. The list of a currency is read from the index of all.
 */
const COVERING = [
  ['live', 'id', 'state, due_day, currency_code'],
  ['customer', 'customer_id, id', 'state, due_day, currency_code, total'],
  ['day', 'invoice_day, id', 'state, due_day, currency_code'],
  ['total', 'total, id', 'state, due_day, currency_code'],
  ['paid', 'paid, id', 'state, due_day, currency_code'],
  ['due', 'due, id', 'state, due_day, currency_code'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index invoices_currency`.execute(db)
  for (const [name, columns, included] of COVERING) {
    await sql.raw(`drop index invoices_${name}`).execute(db)
    await sql
      .raw(
        `create index invoices_${name} on invoices (business_id, ${columns}) include (${included}) where deleted_at is null`,
      )
      .execute(db)
  }
}
