import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { Database, DatabaseTransaction } from '#database/database.ts'

/** A stored value that differs from the postings and documents. */
type BooksDifference = {
  /** The name of the check; see {@link CHECKS}. */
  readonly check: string
  /** The number of rows that differ. */
  readonly rows: number
  /** One of the rows, described by the check. */
  readonly example: string
}

/** A check: one statement, and thus one snapshot, that selects inconsistent rows of one business, described as `example`. */
type Check = (businessId: BusinessId) => RawBuilder<{ readonly example: string }>

/** THE LIST of stored values and invariants that are checked against the postings. */
const CHECKS: Readonly<Record<string, Check>> = {
  'trial balance': (businessId) => sql`
    select 'book ' || books.book || ': ' || sum(p.base_amount) as example
    from postings p cross join (values (1), (2)) as books (book)
    where p.business_id = ${businessId} and p.book in (0, books.book)
    group by books.book having sum(p.base_amount) <> 0`,

  'balanced entries': (businessId) => sql`
    select 'entry ' || entry_id as example from postings where business_id = ${businessId}
    group by entry_id
    having sum(base_amount) filter (where book in (0, 1)) <> 0 or sum(base_amount) filter (where book in (0, 2)) <> 0`,

  'postings of their entry': (businessId) => sql`
    select 'entry ' || e.id || ', position ' || p.position as example
    from postings p join entries e on e.business_id = p.business_id and e.id = p.entry_id
    where p.business_id = ${businessId} and (p.day <> e.day or p.kind <> e.kind)`,

  'one currency, one amount': (businessId) => sql`
    select 'entry ' || p.entry_id || ', position ' || p.position as example
    from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
    join businesses b on b.id = p.business_id
    where p.business_id = ${businessId} and a.currency_code = b.currency_code and p.amount <> p.base_amount`,

  // A foreign-currency account with a zero balance has a zero value. Receivables are checked by invoice.
  'money in other currencies': (businessId) => sql`
    select 'account ' || a.id as example from accounts a
    join businesses b on b.id = a.business_id and b.currency_code <> a.currency_code
    join postings p on p.business_id = a.business_id and p.account_id = a.id and p.book in (0, 1)
    where a.business_id = ${businessId} and a.system_key is null
    group by a.id having sum(p.amount) = 0 and sum(p.base_amount) <> 0`,

  reversals: (businessId) => sql`
    select 'entry ' || e.id as example
    from entries e
    join postings undone on undone.business_id = e.business_id and undone.entry_id = e.reverses_id
    left join postings p on p.business_id = e.business_id and p.entry_id = e.id and p.position = undone.position
    where e.business_id = ${businessId} and (p.amount, p.base_amount, p.account_id, p.book, p.day)
      is distinct from (-undone.amount, -undone.base_amount, undone.account_id, undone.book, undone.day)`,

  'account days': (businessId) =>
    totalsCheck(businessId, { table: 'account_days', column: 'day', of: sql`day` }),

  'account months': (businessId) =>
    totalsCheck(businessId, {
      table: 'account_months',
      column: 'month',
      of: sql`date_trunc('month', day::timestamp)::date`,
    }),

  ...documentChecks('invoice'),
  ...documentChecks('estimate'),

  // The stored deposit of an estimate and its paid part.
  'deposits that are asked for': (businessId) => sql`
    select 'estimate ' || id as example from estimates
    where business_id = ${businessId} and deposit_total <> case
      when deposit_status = 'DISABLED' then 0
      when deposit_amount is not null then deposit_amount
      else coalesce(round(greatest(total, 0) * deposit_percentage / 100), 0) end`,

  'estimates and their payments': (businessId) => sql`
    select 'estimate ' || e.id as example from estimates e
    left join lateral (
      select sum(amount) as paid from estimate_payments p
      where p.business_id = e.business_id and p.estimate_id = e.id and p.deleted_at is null
    ) payments on true
    where e.business_id = ${businessId} and (e.paid <> coalesce(payments.paid, 0)
      or (e.life in ('DRAFT', 'DELETED') and e.paid <> 0))`,

  // Until it is applied to an invoice, a deposit is a credit of the customer: each payment has one live entry.
  'deposits and credits': (businessId) => sql`
    select 'estimate payment ' || p.id as example from estimate_payments p
    left join lateral (
      select sum(posted.amount) as amount, sum(posted.base_amount) as base
      from entries e
      join postings posted on posted.business_id = e.business_id and posted.entry_id = e.id and posted.book = 0
        and posted.document_id = p.estimate_id
      join accounts a on a.business_id = posted.business_id and a.id = posted.account_id and a.system_key like 'CREDITS:%'
      where e.business_id = p.business_id and e.id = p.entry_id and e.document_kind = 'ESTIMATE_PAYMENT' and e.document_id = p.id
        and not exists (select 1 from entries undone where undone.business_id = e.business_id and undone.reverses_id = e.id)
    ) owed on true
    where p.business_id = ${businessId} and (coalesce(owed.amount, 0), coalesce(owed.base, 0))
      <> (case when p.deleted_at is null then -p.amount else 0 end, case when p.deleted_at is null then -p.amount_base else 0 end)`,

  // Credits by customer and currency: deposits less applied ones. On cash, overpayments of invoices are added. No credit is
  // negative.
  'credits by customer and currency': (businessId) => sql`
    with documents as (
      select e.customer_id, e.currency_code, -p.amount as accrual, -p.amount as cash
      from estimate_payments p join estimates e on e.business_id = p.business_id and e.id = p.estimate_id
      where p.business_id = ${businessId} and p.deleted_at is null
      union all
      select i.customer_id, i.currency_code, p.amount, p.amount
      from invoice_payments p join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
      where p.business_id = ${businessId} and p.deleted_at is null and p.origin = 'ESTIMATE_DEPOSIT'
      union all
      select customer_id, currency_code, 0, -(paid - greatest(least(paid, greatest(total, 0)), least(total, 0)))
      from invoices where business_id = ${businessId} and deleted_at is null and life <> 'DRAFT'
    ), due as (
      select customer_id, currency_code, sum(accrual) as accrual, sum(cash) as cash
      from documents group by customer_id, currency_code
    ), posted as (
      select p.customer_id, a.currency_code, coalesce(sum(p.amount) filter (where p.book in (0, 1)), 0) as accrual,
        coalesce(sum(p.amount) filter (where p.book in (0, 2)), 0) as cash
      from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'CREDITS:%'
      where p.business_id = ${businessId} group by p.customer_id, a.currency_code
    )
    select 'customer ' || coalesce(due.customer_id, posted.customer_id, 0) || ', '
      || coalesce(due.currency_code, posted.currency_code) as example
    from due full join posted
      on posted.currency_code = due.currency_code and posted.customer_id is not distinct from due.customer_id
    where (coalesce(due.accrual, 0), coalesce(due.cash, 0)) <> (coalesce(posted.accrual, 0), coalesce(posted.cash, 0))
      or due.accrual > 0`,

  // An estimate and its invoice refer to each other; waiting and applied deposits add up to the paid ones.
  'estimates and their invoices': (businessId) => sql`
    select 'estimate ' || e.id as example from estimates e
    left join invoices i on i.business_id = e.business_id and i.id = e.invoice_id
    where e.business_id = ${businessId} and ((e.life = 'CONVERTED' and i.id is null)
      or (e.invoice_id is not null and (e.life not in ('CONVERTED', 'DELETED') or i.source_estimate_id is distinct from e.id))
      or (i.deleted_at is null and (i.life = 'DRAFT' or exists (
          select 1 from invoice_payments p where p.business_id = i.business_id and p.invoice_id = i.id
            and p.origin = 'ESTIMATE_DEPOSIT' and p.deleted_at is null))
        and i.deposit <> e.paid)
      or (i.deleted_at is null and i.deposit > 0
        and (i.currency_code, i.customer_id) is distinct from (e.currency_code, e.customer_id)))
    union all
    select 'invoice payment ' || p.id from invoice_payments p
    join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
    where p.business_id = ${businessId} and p.origin = 'ESTIMATE_DEPOSIT' and p.deleted_at is null and p.amount > i.deposit`,

  // The stored payments of an invoice, and its balance on receivables.
  'invoices and their payments': (businessId) => sql`
    select 'invoice ' || i.id as example from invoices i
    left join lateral (
      select sum(amount) as paid, sum(base_settled) as settled from invoice_payments p
      where p.business_id = i.business_id and p.invoice_id = i.id and p.deleted_at is null
    ) payments on true
    where i.business_id = ${businessId} and i.deleted_at is null and i.life <> 'DRAFT'
      and (i.paid, i.settled_base) is distinct from (coalesce(payments.paid, 0), coalesce(payments.settled, 0))`,

  'invoices and receivables': (businessId) => sql`
    select 'invoice ' || coalesce(i.id, posted.document_id) as example
    from (select id, due, due_base from invoices
      where business_id = ${businessId} and deleted_at is null and life <> 'DRAFT') i
    full join (
      select p.document_id, sum(p.amount) as due, sum(p.base_amount) as due_base from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
      where p.business_id = ${businessId} and p.book in (0, 1) group by p.document_id
    ) posted on posted.document_id = i.id
    where (coalesce(i.due, 0), coalesce(i.due_base, 0)) <> (coalesce(posted.due, 0), coalesce(posted.due_base, 0))`,

  'open days': (businessId) => sql`
    select 'customer ' || customer_id || ', ' || due_day || ', ' || state as example
    from (select customer_id, currency_code, due_day, state, n, due, due_base from open_days where business_id = ${businessId}) kept
    full join (
      select counted.customer_id, i.currency_code, i.due_day, i.state, count(*) as n, sum(i.due) as due, sum(i.due_base) as due_base
      from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
      where i.business_id = ${businessId} and i.deleted_at is null
      group by counted.customer_id, i.currency_code, i.due_day, i.state
    ) found using (customer_id, currency_code, due_day, state)
    where (kept.n, kept.due, kept.due_base) is distinct from (found.n, found.due, found.due_base)`,

  'receivables by day': (businessId) => sql`
    with stood as (
      select p.document_id, p.day, i.due_day, sum(sum(p.amount)) over by_day as due, sum(sum(p.base_amount)) over by_day as base
      from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
      join invoices i on i.business_id = p.business_id and i.id = p.document_id
      where p.business_id = ${businessId} and p.book in (0, 1)
      group by p.document_id, p.day, i.due_day
      window by_day as (partition by p.document_id order by p.day)
    ), leveled as (
      select document_id, day, due_day, case when due < 0 then 0 else base end as owed, case when due < 0 then base else 0 end as credit
      from stood
    ), steps as (
      select day, due_day, owed - lag(owed, 1, 0::numeric) over by_day as owed,
        credit - lag(credit, 1, 0::numeric) over by_day as credit
      from leveled window by_day as (partition by document_id order by day)
    ), found as (
      select day, due_day, sum(owed) as owed, sum(credit) as credit from steps group by day, due_day
    ), found_months as (
      select date_trunc('month', day::timestamp)::date as month, due_day, sum(owed) as owed, sum(credit) as credit
      from found group by month, due_day
    )
    select 'day ' || day || ', due ' || due_day as example
    from (select day, due_day, owed, credit from receivable_days where business_id = ${businessId}) kept
    full join found using (day, due_day)
    where (coalesce(kept.owed, 0), coalesce(kept.credit, 0)) <> (coalesce(found.owed, 0), coalesce(found.credit, 0))
    union all
    select 'month ' || month || ', due ' || due_day
    from (select month, due_day, owed, credit from receivable_months where business_id = ${businessId}) kept
    full join found_months found using (month, due_day)
    where (coalesce(kept.owed, 0), coalesce(kept.credit, 0)) <> (coalesce(found.owed, 0), coalesce(found.credit, 0))`,

  'transaction counts': (businessId) => sql`
    select coalesce(kept.day, found.day) || ', account ' || coalesce(kept.account_id, found.account_id) as example
    from (select account_id, kind, day, n from transaction_counts where business_id = ${businessId}) kept
    full join (
      select 0::bigint as account_id, kind, day, count(*) as n from entries where business_id = ${businessId} group by kind, day
      union all
      select account_id, kind, day, count(distinct entry_id) from postings where business_id = ${businessId}
      group by account_id, kind, day
    ) found using (account_id, kind, day)
    where kept.n is distinct from found.n`,
}

/** Compares the stored totals of documents with their items and taxes. */
function documentChecks(noun: 'estimate' | 'invoice'): Readonly<Record<string, Check>> {
  const [documents, items, taxes] = [`${noun}s`, `${noun}_items`, `${noun}_item_taxes`].map((name) =>
    sql.table(name),
  )
  const id = sql.ref(`${noun}_id`)
  return {
    [`totals of ${noun}s`]: (businessId) => sql`
      select ${`${noun} `}::text || d.id as example from ${documents} d
      left join (
        select ${id} as id, sum(subtotal) as subtotal, sum(discount_share) as discount, sum(total) as total
        from ${items} where business_id = ${businessId} group by ${id}
      ) item using (id)
      left join (select ${id} as id, sum(amount) as tax from ${taxes} where business_id = ${businessId} group by ${id}) taxed using (id)
      where d.business_id = ${businessId} and (d.total <> d.subtotal - d.discount_total + d.tax_total
        or (d.subtotal, d.discount_total, d.tax_total, d.subtotal + d.tax_total) is distinct from
          (coalesce(item.subtotal, 0), coalesce(item.discount, 0), coalesce(taxed.tax, 0), coalesce(item.total, 0)))`,
  }
}

function totalsCheck(
  businessId: BusinessId,
  {
    table,
    column,
    of,
  }: { readonly table: string; readonly column: string; readonly of: RawBuilder<unknown> },
): RawBuilder<{ readonly example: string }> {
  return sql`
    select 'account ' || account_id || ', book ' || book || ', ' || at as example
    from (
      select account_id, book, ${sql.ref(column)} as at, debit, credit, net from ${sql.table(table)}
      where business_id = ${businessId}
    ) kept
    full join (
      select account_id, book, ${of} as at, sum(greatest(base_amount, 0)) as debit,
        sum(greatest(-base_amount, 0)) as credit, sum(amount) as net
      from postings where business_id = ${businessId} group by account_id, book, ${of}
    ) found using (account_id, book, at)
    where (kept.debit, kept.credit, kept.net) is distinct from (found.debit, found.credit, found.net)`
}

/** Recalculates all stored totals of a business and returns the differences, which a person has to resolve. Changes nothing. */
export async function verifyBooks(
  db: Database | DatabaseTransaction,
  businessId: BusinessId,
): Promise<readonly BooksDifference[]> {
  const differences: BooksDifference[] = []
  for (const [check, find] of Object.entries(CHECKS)) {
    const { rows } = await sql<{ readonly rows: number; readonly example: string | null }>`
      select count(*)::int as rows, min(example) as example from (${find(businessId)}) found`.execute(db)
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
