import { sql, type RawBuilder } from 'kysely'
import {
  dueCondition,
  literalDay,
  literalInstant,
  partCondition,
} from '#books/documents/document-list-store.ts'
import { behindPlace, type StretchedList } from '#books/list-stretches-store.ts'
import type { EstimateFilter, EstimateListStatus, EstimateOrder } from './estimate.ts'

/** One text for each shape of filter, so that the plan of each fits. `e` is an estimate, `asked` as `askedDays` gives it. */
export function conditionOf(filter: EstimateFilter): RawBuilder<unknown> {
  const { customerId } = filter
  const conditions = [
    sql`e.business_id = asked.business_id and e.life <> 'DELETED'`,
    filter.amountDue === null ? null : dueCondition({ table: 'e', amountDue: filter.amountDue }),
    filter.currencyCode === null ? null : sql`e.currency_code = ${filter.currencyCode}`,
    customerId === null ? null : customerCondition(customerId),
    filter.estimateDateStart === null ? null : sql`e.estimate_day >= ${literalDay(filter.estimateDateStart)}`,
    filter.estimateDateEnd === null ? null : sql`e.estimate_day <= ${literalDay(filter.estimateDateEnd)}`,
    filter.estimateNumber === null ? null : partCondition(sql`e.estimate_number`, filter.estimateNumber),
    filter.modifiedAtAfter === null ? null : sql`e.modified_at >= ${literalInstant(filter.modifiedAtAfter)}`,
    filter.modifiedAtBefore === null
      ? null
      : sql`e.modified_at <= ${literalInstant(filter.modifiedAtBefore)}`,
    filter.status === null ? null : STATUS_CONDITIONS[filter.status],
  ]
  return sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )
}

/** Whether the filter has a range: how much it holds decides which index is best. */
export function hasRange(filter: EstimateFilter): boolean {
  const { estimateDateStart, estimateDateEnd, modifiedAtAfter, modifiedAtBefore } = filter
  return [estimateDateStart, estimateDateEnd, modifiedAtAfter, modifiedAtBefore].some((end) => end !== null)
}

function customerCondition(id: NonNullable<EstimateFilter['customerId']>): RawBuilder<unknown> {
  return id === 'none' ? sql`false` : sql`e.customer_id = ${id}::bigint`
}

const LIVE = sql`e.life in ('APPROVED', 'SENT', 'VIEWED')`

const STATUS_CONDITIONS: Readonly<Record<EstimateListStatus, RawBuilder<unknown>>> = {
  ACCEPTED: sql`e.life = 'ACCEPTED'`,
  ACTIVE: sql`(e.life = 'ACCEPTED' or (${LIVE} and e.due_day >= asked.today))`,
  APPROVED: sql`e.life = 'APPROVED' and e.due_day >= asked.today`,
  CONVERTED: sql`e.life = 'CONVERTED'`,
  DRAFT: sql`e.life = 'DRAFT'`,
  EXPIRED: sql`${LIVE} and e.due_day < asked.today`,
  PAID: sql`e.paid > 0 and e.paid >= e.deposit_total`,
  PARTIAL: sql`e.paid > 0 and e.paid < e.deposit_total`,
  REJECTED: sql`e.life = 'REJECTED'`,
  SENT: sql`e.life = 'SENT' and e.due_day >= asked.today`,
  UNPAID: sql`e.paid = 0 and e.deposit_total > 0`,
  VIEWED: sql`e.life = 'VIEWED' and e.due_day >= asked.today`,
}

/** The order of their lives; an expired one stands behind what was decided. */
const STATUS_RANK = sql`case when ${LIVE} and e.due_day < asked.today then 6 else case e.life when 'DRAFT' then 0
  when 'APPROVED' then 1 when 'SENT' then 2 when 'VIEWED' then 3 when 'ACCEPTED' then 4 when 'REJECTED' then 5 else 7 end end`

/** As an index has it: what has no number stands behind all that have one. */
const NUMBER_ORDER = sql`coalesce(e.number_value, 1e30)`

const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  AMOUNT_DUE: sql`e.due`,
  AMOUNT_PAID: sql`e.paid`,
  DUE_AT: sql`e.due_day`,
  ESTIMATE_DATE: sql`e.estimate_day`,
  ESTIMATE_NUMBER: NUMBER_ORDER,
  MODIFIED_AT: sql`e.modified_at`,
  STATUS: STATUS_RANK,
  TOTAL: sql`e.total`,
}

/** The order of a list, or the opposite; what is alike in it comes in the order in which it was written. `c` is the customer. */
export function orderOf(
  sort: EstimateOrder,
  { isReversed }: { readonly isReversed: boolean },
): RawBuilder<unknown> {
  const { name, isDescending } = readSort(sort)
  const direction = isDescending === isReversed ? sql`asc` : sql`desc`
  if (name === 'CUSTOMER_NAME') return sql`c.name_key ${direction}, c.id ${direction}, e.id ${direction}`
  const column = SORT_COLUMNS[name]
  return column === undefined ? sql`e.id ${direction}` : sql`${column} ${direction}, e.id ${direction}`
}

function readSort(sort: EstimateOrder) {
  const [, name = '', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  return { name, isDescending: way === 'DESC' }
}

/** The estimates that a filter lets through, in FROM and WHERE. */
export function estimatesOf(filter: EstimateFilter): RawBuilder<unknown> {
  const customers = filter.sort.startsWith('CUSTOMER_NAME')
    ? sql`join customers c on c.business_id = e.business_id and c.id = e.customer_id`
    : sql``
  return sql`estimates e ${customers} where ${conditionOf(filter)}`
}

const ID = sql`e.id`
/** By what a list of `estimate_stretches` is ordered. In the order of writing the id alone says the place. */
const BEHIND_PLACE: Readonly<Record<string, RawBuilder<unknown>>> = {
  AMOUNT_DUE: behindPlace.byAmount(sql`e.due`, ID),
  AMOUNT_PAID: behindPlace.byAmount(sql`e.paid`, ID),
  CREATED_AT: behindPlace.byId(ID),
  CUSTOMER_NAME: behindPlace.byCustomer,
  DUE_AT: behindPlace.byDay(sql`e.due_day`, ID),
  ESTIMATE_DATE: behindPlace.byDay(sql`e.estimate_day`, ID),
  ESTIMATE_NUMBER: behindPlace.byNumber(NUMBER_ORDER, ID),
  MODIFIED_AT: behindPlace.byInstant(sql`e.modified_at`, ID),
  TOTAL: behindPlace.byAmount(sql`e.total`, ID),
}

/** Estimates behind `place` in the order of their customers, of each by an index. */
const OF_CUSTOMERS = sql`customers c cross join lateral (
    select e.id from estimates e where e.business_id = c.business_id and e.customer_id = c.id and e.life <> 'DELETED'
      and ${behindPlace.ofCustomer(ID)}
    order by e.id offset 0
  ) e where c.business_id = asked.business_id and ${behindPlace.byCustomer}`

/** Those that do not depend on the day it is. */
const STRETCHED_STATUSES: ReadonlySet<string> = new Set(['ACCEPTED', 'CONVERTED', 'DRAFT', 'REJECTED'])

/** The list in stretches that a filter asks for; null when none is kept. `from`: of its rows behind `place`, FROM and WHERE. */
export function stretchedListOf(
  filter: EstimateFilter,
): (StretchedList & { readonly from: RawBuilder<unknown> }) | null {
  const { sort, status, ...others } = filter
  const { name, isDescending } = readSort(sort)
  const isBehind = BEHIND_PLACE[name]
  if (isBehind === undefined || Object.values(others).some((value) => value !== null)) return null
  if (status !== null && (name !== 'CREATED_AT' || !STRETCHED_STATUSES.has(status))) return null
  const from =
    name === 'CUSTOMER_NAME' ? OF_CUSTOMERS : sql`estimates e where ${conditionOf(filter)} and ${isBehind}`
  return { table: 'estimate_stretches', list: status ?? name, isBehind, isDescending, from }
}
