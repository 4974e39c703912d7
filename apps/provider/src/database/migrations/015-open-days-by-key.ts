import { sql, type Kysely } from 'kysely'

/** As before, and what is empty is found by its whole key: an index reads no "or" of two customers, but any of two. */
const STATEMENT = `create or replace function take_from_open_days() returns trigger language plpgsql as $$
  begin
    with gone as (
      select business_id, counted.customer_id, currency_code, due_day, state, count(*) as n, sum(due) as due,
        sum(due_base) as due_base
      from removed cross join lateral (values (0::bigint), (removed.customer_id)) as counted (customer_id)
      where deleted_at is null
      group by business_id, counted.customer_id, currency_code, due_day, state
    )
    update open_days as kept
      set n = kept.n - gone.n, due = kept.due - gone.due, due_base = kept.due_base - gone.due_base
      from gone
      where kept.business_id = gone.business_id and kept.customer_id = gone.customer_id
        and kept.currency_code = gone.currency_code and kept.due_day = gone.due_day and kept.state = gone.state;
    delete from open_days kept using removed
      where kept.n = 0 and kept.business_id = removed.business_id
        and kept.customer_id = any (array[0, removed.customer_id])
        and kept.currency_code = removed.currency_code and kept.due_day = removed.due_day and kept.state = removed.state;
    return null;
  end $$`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENT).execute(db)
}
