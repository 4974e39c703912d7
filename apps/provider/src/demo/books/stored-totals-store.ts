import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'

/** They count what is entered for an invoice that exists: books that are written table by table are counted afterwards. */
export const RECEIVABLE_TRIGGERS = [['postings', 'postings_receivables']] as const

/** What keeps sums and counts of the rows of books as each statement adds to them: {@link countBooks} and {@link countReceivables} do it at once. */
export const KEEPING_TRIGGERS = [
  ...RECEIVABLE_TRIGGERS,
  ['entries', 'entries_count'],
  ['postings', 'postings_totals'],
  ['invoices', 'invoices_counted'],
] as const

/** Keeps again what the business's customers owed on each day: after work without {@link RECEIVABLE_TRIGGERS}, once the indexes are back. */
export async function countReceivables(trx: DatabaseTransaction, businessId: BusinessId): Promise<void> {
  await sql`select count_receivables(${businessId})`.execute(trx)
}

/** Sums and counts again what the database keeps of the entries and invoices in these books: after work without {@link KEEPING_TRIGGERS}. */
export async function countBooks(
  trx: DatabaseTransaction,
  businessIds: readonly BusinessId[],
): Promise<void> {
  const ids = sql`${[...businessIds]}::uuid[]`
  for (const [table, { columns, of }] of Object.entries(COUNTED)) {
    await sql`delete from ${sql.table(table)} where business_id = any(${ids})`.execute(trx)
    await sql`
      insert into ${sql.table(table)} (business_id, ${sql.join(columns.map((column) => sql.ref(column)))}) ${of(ids)}`.execute(
      trx,
    )
  }
}

/** What is summed and counted, by the table that keeps it: its columns, and the rows of businesses. */
const COUNTED: Readonly<
  Record<
    string,
    { readonly columns: readonly string[]; readonly of: (ids: RawBuilder<unknown>) => RawBuilder<unknown> }
  >
> = {
  account_days: {
    columns: ['account_id', 'book', 'day', 'debit', 'credit', 'net'],
    of: (ids) => sql`
      select business_id, account_id, book, day, sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0)), sum(amount)
      from postings where business_id = any(${ids}) group by business_id, account_id, book, day`,
  },
  account_months: {
    columns: ['account_id', 'book', 'month', 'debit', 'credit', 'net'],
    of: (ids) => sql`
      select business_id, account_id, book, date_trunc('month', day::timestamp)::date as month, sum(debit), sum(credit), sum(net)
      from account_days where business_id = any(${ids}) group by business_id, account_id, book, month`,
  },
  transaction_counts: {
    columns: ['account_id', 'kind', 'day', 'n'],
    of: (ids) => sql`
      select business_id, 0, kind, day, count(*) from entries where business_id = any(${ids}) group by business_id, kind, day
      union all
      select business_id, account_id, kind, day, count(distinct entry_id)
      from postings where business_id = any(${ids}) group by business_id, account_id, kind, day`,
  },
  open_days: {
    columns: ['customer_id', 'currency_code', 'due_day', 'state', 'n', 'due', 'due_base'],
    of: (ids) => sql`
      select business_id, counted.customer_id, currency_code, due_day, state, count(*), sum(due), sum(due_base)
      from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
      where business_id = any(${ids}) and deleted_at is null
      group by business_id, counted.customer_id, currency_code, due_day, state`,
  },
}
