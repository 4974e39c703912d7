import { sql, type RawBuilder } from 'kysely'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { DatabaseTransaction } from '#database/database.ts'

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
  const ids = sql`${[...businessIds]}::uuid[]`
  for (const [table, { columns, of }] of Object.entries(COUNTED)) {
    await sql`delete from ${sql.table(table)} where business_id = any(${ids})`.execute(trx)
    await sql`
      insert into ${sql.table(table)} (business_id, ${sql.join(columns.map((column) => sql.ref(column)))}) ${of(ids)}`.execute(
      trx,
    )
  }
}

/** The tables of sums and counts, with their columns and the query of their rows. */
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
