import { sql, type RawBuilder } from 'kysely'
import {
  dueCondition,
  literalDay,
  literalInstant,
  partCondition,
} from '#books/documents/document-list-store.ts'
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

const SORT_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  AMOUNT_DUE: sql`e.due`,
  AMOUNT_PAID: sql`e.paid`,
  DUE_AT: sql`e.due_day`,
  ESTIMATE_DATE: sql`e.estimate_day`,
  ESTIMATE_NUMBER: sql`e.number_value`,
  MODIFIED_AT: sql`e.modified_at`,
  STATUS: STATUS_RANK,
  TOTAL: sql`e.total`,
}

/** The order of a list; what is alike in it comes in the order in which it was written. `c` is the customer. */
export function orderOf(sort: EstimateOrder): RawBuilder<unknown> {
  const [, name = '', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  const direction = way === 'DESC' ? sql`desc` : sql`asc`
  if (name === 'CUSTOMER_NAME') return sql`c.name_key ${direction}, c.id ${direction}, e.id ${direction}`
  const column = SORT_COLUMNS[name]
  return column === undefined ? sql`e.id ${direction}` : sql`${column} ${direction}, e.id ${direction}`
}

/** What an order needs beside the estimates. */
export function joinsOf(sort: EstimateOrder): RawBuilder<unknown> {
  if (!sort.startsWith('CUSTOMER_NAME')) return sql``
  return sql`join customers c on c.business_id = e.business_id and c.id = e.customer_id`
}
