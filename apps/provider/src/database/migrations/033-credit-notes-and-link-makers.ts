import { sql, type Kysely } from 'kysely'

/**
 * A credit note, whose total is below zero, is OVERPAID only if its customer paid for it. Until it is paid back its state is its
 * `life`, or PARTIAL after a part of it; the state begins with CREDIT_, because nobody owes it and it is never late.
 */
export const CREDIT_NOTES_BY_LIFE = [
  // Dropping the column also drops its indexes.
  `alter table invoices drop column state, add column state text not null generated always as (
    case when life = 'DRAFT' then 'DRAFT' when paid > greatest(total, 0) then 'OVERPAID' when total = paid then 'PAID'
      else case when total < 0 then 'CREDIT_' else '' end || case when paid <> 0 then 'PARTIAL' else life end end) stored`,
  `create index invoices_state_written on invoices (business_id, state, id) include (due_day) where deleted_at is null`,
  // No trigger has recounted these.
  `delete from open_days d where exists (select 1 from invoices i where i.business_id = d.business_id
      and i.state like 'CREDIT%' and i.deleted_at is null)`,
  `insert into open_days (business_id, customer_id, currency_code, due_day, state, n, due, due_base)
    select business_id, counted.customer_id, currency_code, due_day, state, count(*), sum(due), sum(due_base)
    from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
    where deleted_at is null and not exists (select 1 from open_days d where d.business_id = i.business_id)
    group by business_id, counted.customer_id, currency_code, due_day, state`,
]

/** The table of who created a link that replaced another one; for links sent by mail the message records the sender. */
const LINK_MAKERS = [
  `create table document_links_made (
    anonymous_id text primary key,
    business_id uuid not null references businesses (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    made_at timestamptz(3) not null
  )`,
  `create index document_links_made_by_user on document_links_made (user_id, made_at)`,
  `create index document_links_made_by_business on document_links_made (business_id)`,
]

export const alters = ['businesses', 'invoices', 'open_days', 'users']

/** An older release shows an unpaid credit note as OVERPAID, and counts and filters it by no state that it knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...CREDIT_NOTES_BY_LIFE, ...LINK_MAKERS]) await sql.raw(statement).execute(db)
}
