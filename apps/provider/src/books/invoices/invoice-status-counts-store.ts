import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#database/database.ts'
import { conditionOf, countedDays, OPEN_STATES } from './invoice-list-store.ts'
import type { InvoiceFilter, InvoiceStatus } from './invoice.ts'

type OfStatus = InvoiceFilter & { readonly status: InvoiceStatus }

/**
 * How many invoices one business has of each filter, in one statement. They differ in nothing but the status, each invoice is
 * of one of them only, and of others they ask for nothing but customer and currency.
 *
 * @param asked As `askedDays` gives it
 */
export async function countStatuses(
  db: Database,
  filters: readonly OfStatus[],
  asked: RawBuilder<unknown>,
): Promise<readonly { readonly filter: OfStatus; readonly total: number }[]> {
  const [first] = filters
  if (first === undefined) return []
  const count =
    first.customerId === null ? countByStretches(first, asked) : countByDays(filters, first, asked)
  const { rows } = await count.execute(db)
  const byStatus = new Map(rows.map(({ status, total }) => [status, total]))
  return filters.map((filter) => ({ filter, total: byStatus.get(filter.status) ?? 0 }))
}

type Count = RawBuilder<{ readonly status: InvoiceStatus; readonly total: number }>

/** What has to be paid is overdue in the stretches by due day up to today's, and in a part of that one. */
function countByStretches({ currencyCode, ...filter }: OfStatus, asked: RawBuilder<unknown>): Count {
  const countOf = (state: RawBuilder<unknown>) => {
    const kind = currencyCode === null ? state : sql`(${state} || ${` ${currencyCode}`})`
    return sql`coalesce((kept.kinds ->> ${kind})::integer, 0)`
  }
  const openStates = sql.join(OPEN_STATES.map((state) => sql`(${sql.lit(state)})`))
  const passed = conditionOf({ ...filter, currencyCode, status: 'OVERDUE' })
  return sql`with kept as materialized (
      select s.list, s.from_key, s.from_id, s.kinds from ${asked} join invoice_stretches s on s.business_id = asked.business_id
        and s.list in ('DRAFT', 'OVERPAID', 'PAID', 'UNPAID_DUE_AT')
    ), bound as materialized (
      select kept.from_key, kept.from_id from ${asked} cross join kept
      where list = 'UNPAID_DUE_AT' and from_key < (today - date '2000-01-01')::bigint
      order by from_key desc, from_id desc limit 1
    ), overdue_in_bound as materialized (
      select i.state, count(*)::integer as n from ${asked} cross join bound join invoices i on ${passed}
        and (i.due_day, i.id) >= (date '2000-01-01' + bound.from_key::integer, bound.from_id)
      group by i.state
    )
    select status, sum(n)::integer as total from (
      select list as status, ${countOf(sql`list`)} as n from kept where list <> 'UNPAID_DUE_AT'
      union all
      select case when (from_key, from_id) < (select from_key, from_id from bound) then 'OVERDUE' else state end, ${countOf(sql`state`)}
      from kept cross join (values ${openStates}) as open (state) where list = 'UNPAID_DUE_AT'
      union all
      select status, n * sign from overdue_in_bound cross join lateral (values ('OVERDUE', 1), (state, -1)) as moved (status, sign)
    ) each group by status`
}

/** Of a customer, by what is counted of each due day. */
function countByDays(filters: readonly OfStatus[], first: OfStatus, asked: RawBuilder<unknown>): Count {
  const totals = filters.map((filter) => sql`sum(i.n) filter (where ${countedDays(filter)})`)
  return sql`select each.status, coalesce(each.total, 0)::integer as total
    from (
      select array[${sql.join(totals)}] as totals
      from ${asked} join open_days i on ${countedDays({ ...first, status: null })}
    ) counted cross join unnest(${filters.map(({ status }) => status)}::text[], counted.totals) as each (status, total)`
}
