import { sql, type Kysely } from 'kysely'

/**
 * A credit note, whose total is below zero, is paid too much only once its customer paid for it. Until it is paid back it
 * is by its life, and PARTIAL once a part was; in states of its own, because nobody owes it and it is never late.
 */
export const CREDIT_NOTES_BY_LIFE = [
  // The indexes that have the state go with it.
  `alter table invoices drop column state, add column state text not null generated always as (
    case when life = 'DRAFT' then 'DRAFT' when paid > greatest(total, 0) then 'OVERPAID' when total = paid then 'PAID'
      else case when total < 0 then 'CREDIT_' else '' end || case when paid <> 0 then 'PARTIAL' else life end end) stored`,
  `create index invoices_state_written on invoices (business_id, state, id) include (due_day) where deleted_at is null`,
  // No trigger counted these again.
  `delete from open_days d where exists (select 1 from invoices i where i.business_id = d.business_id
      and i.state like 'CREDIT%' and i.deleted_at is null)`,
  `insert into open_days (business_id, customer_id, currency_code, due_day, state, n, due, due_base)
    select business_id, counted.customer_id, currency_code, due_day, state, count(*), sum(due), sum(due_base)
    from invoices i cross join lateral (values (0::bigint), (i.customer_id)) as counted (customer_id)
    where deleted_at is null and not exists (select 1 from open_days d where d.business_id = i.business_id)
    group by business_id, counted.customer_id, currency_code, due_day, state`,
]

/** Who made a link to a document in the place of another one; of the links that went out by mail the message says it. */
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

/** An older release counts and filters an unpaid credit note as nothing of what it knows, and shows it as OVERPAID. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...CREDIT_NOTES_BY_LIFE, ...LINK_MAKERS]) await sql.raw(statement).execute(db)
}
