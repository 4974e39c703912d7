import { sql, type Kysely } from 'kysely'

/**
 * Accounts in other currencies whose balance is nothing are worth nothing. Until money left them at its average cost some were:
 * one entry for each, on the day of its last change, puts that to gain or loss on exchange. Where nothing is left, nothing is
 * entered.
 */
const STATEMENTS = [
  // Locks the books of these businesses, as every writer does.
  `select 1 from book_settings s where exists (select 1 from accounts a join businesses b on b.id = a.business_id
      where a.business_id = s.business_id and a.currency_code <> b.currency_code and a.system_key is null)
    order by business_id for update`,
  `with left_over as (
      select a.business_id, a.id, max(p.day) as day, sum(p.base_amount)::bigint as base,
        row_number() over (partition by a.business_id order by a.id) - 1 as n
      from accounts a join businesses b on b.id = a.business_id and b.currency_code <> a.currency_code
      join postings p on p.business_id = a.business_id and p.account_id = a.id and p.book in (0, 1)
      where a.system_key is null
      group by a.business_id, a.id having sum(p.amount) = 0 and sum(p.base_amount) <> 0
    ), settled as (
      select l.business_id, l.id, l.day, l.base, exchange.id as exchange_id,
        case when l.base > 0 then 'WITHDRAWAL' else 'DEPOSIT' end as kind,
        l.n + greatest(floor(extract(epoch from now()) * 1000)::bigint << 21,
          (select max(e.id) + 1 from entries e where e.business_id = l.business_id)) as entry_id
      from left_over l join accounts exchange on exchange.business_id = l.business_id
        and exchange.system_key = case when l.base > 0 then 'FX_LOSS' else 'FX_GAIN' end
    ), entered as (
      insert into entries (business_id, id, kind, day, description, created_at)
      select business_id, entry_id, kind, day, 'Difference on exchange', now() from settled
    )
    insert into postings (business_id, entry_id, position, account_id, kind, day, book, amount, base_amount)
    select s.business_id, s.entry_id, line.position, line.account_id, s.kind, s.day, 0, line.amount, line.base
    from settled s cross join lateral (values (0, s.id, 0::bigint, -s.base), (1, s.exchange_id, s.base, s.base))
      as line (position, account_id, amount, base)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
