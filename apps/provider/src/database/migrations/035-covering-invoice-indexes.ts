import { sql, type Kysely } from 'kysely'

export const alters = ['invoices']

/**
 * Lists with a filter or a second order read only an index for the ids of a page: what statuses and currencies filter by is in
 * it. The list of a currency is read from that of all.
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
