import { sql, type RawBuilder } from 'kysely'
import {
  countOfNumberPart,
  dueCondition,
  literalDay,
  literalInstant,
  partCondition,
} from '#books/documents/document-list-store.ts'
import {
  documentListOf,
  type DocumentList,
  type DocumentLists,
  type StatusPart,
} from '#books/documents/document-stretches-store.ts'
import type { EstimateFilter, EstimateListStatus, EstimateOrder } from './estimate.ts'
import { isNothing } from '#books/documents/amounts.ts'

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

const UNDECIDED = sql`e.life in ('APPROVED', 'SENT', 'VIEWED')`

/** Sent and not due yet: few beside all that was ever written. */
const NOT_YET_DUE = sql`${UNDECIDED} and e.due_day >= asked.today`

/** As the index of deposits says it. */
function ofDeposit(kind: string): RawBuilder<unknown> {
  return sql`(e.paid > 0 or e.deposit_total > 0) and (case when e.paid > 0
    then case when e.paid >= e.deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end else 'DEPOSIT_UNPAID' end) = ${sql.lit(kind)}`
}

const STATUS_CONDITIONS: Readonly<Record<EstimateListStatus, RawBuilder<unknown>>> = {
  ACCEPTED: sql`e.life = 'ACCEPTED'`,
  ACTIVE: sql`(e.life = 'ACCEPTED' or (${NOT_YET_DUE}))`,
  APPROVED: sql`e.life = 'APPROVED' and e.due_day >= asked.today`,
  CONVERTED: sql`e.life = 'CONVERTED'`,
  DRAFT: sql`e.life = 'DRAFT'`,
  EXPIRED: sql`${UNDECIDED} and e.due_day < asked.today`,
  PAID: ofDeposit('DEPOSIT_PAID'),
  PARTIAL: ofDeposit('DEPOSIT_PARTIAL'),
  REJECTED: sql`e.life = 'REJECTED'`,
  SENT: sql`e.life = 'SENT' and e.due_day >= asked.today`,
  UNPAID: ofDeposit('DEPOSIT_UNPAID'),
  VIEWED: sql`e.life = 'VIEWED' and e.due_day >= asked.today`,
}

/** The order of their lives; an expired one stands behind what was decided. */
const STATUS_RANK = sql`case when ${UNDECIDED} and e.due_day < asked.today then 6 else case e.life when 'DRAFT' then 0
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

/** The order of a list; what is alike in it comes in the order in which it was written. `c` is the customer. */
export function orderOf(sort: EstimateOrder): RawBuilder<unknown> {
  const { name, isDescending } = readSort(sort)
  const direction = isDescending ? sql`desc` : sql`asc`
  if (name === 'CUSTOMER_NAME') return sql`c.name_key ${direction}, c.id ${direction}, e.id ${direction}`
  const column = SORT_COLUMNS[name]
  return column === undefined ? sql`e.id ${direction}` : sql`${column} ${direction}, e.id ${direction}`
}

function readSort(sort: EstimateOrder) {
  const [, name = 'CREATED_AT', way = ''] = /^(.+)_(ASC|DESC)$/.exec(sort) ?? []
  return { name, isDescending: way === 'DESC' }
}

/** Accepted or not yet due, behind `place` in the order of writing, by the index of each: what expired stands between them. */
function activeBehind(condition: RawBuilder<unknown>, isBehind: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = (status: RawBuilder<unknown>) => sql`(
      select e.id from estimates e where ${condition} and ${status} and ${isBehind}
      order by e.id limit (select passed + taken from place)
    )`
  return sql`(${first(sql`e.life = 'ACCEPTED'`)} union all ${first(NOT_YET_DUE)}) e`
}

/** The estimates that a filter lets through, in FROM and WHERE. */
export function estimatesOf(filter: EstimateFilter): RawBuilder<unknown> {
  const customers = filter.sort.startsWith('CUSTOMER_NAME')
    ? sql`join customers c on c.business_id = e.business_id and c.id = e.customer_id`
    : sql``
  return sql`estimates e ${customers} where ${conditionOf(filter)}`
}

/** As `estimate_stretches` keeps them. */
const LISTS: DocumentLists = {
  table: 'estimates',
  stretches: 'estimate_stretches',
  as: 'e',
  dayKey: 'ESTIMATE_DATE',
  columns: SORT_COLUMNS,
}

/** The list in stretches that a filter asks for, or a part of it; null when none is kept. */
export function stretchedListOf(filter: EstimateFilter, asked: RawBuilder<unknown>): DocumentList | null {
  const { amountDue, currencyCode, customerId, sort, status } = filter
  const { name: key, isDescending } = readSort(sort)
  const isNothingDue = amountDue !== null && isNothing(amountDue)
  const isKnown = filter.estimateNumber === null && (amountDue === null || isNothingDue)
  if (!isKnown || key === 'STATUS') return null
  const passed = { ...filter, ...OF_ALL_TIMES, customerId: null, amountDue: null }
  const list = documentListOf(LISTS, {
    key,
    isDescending,
    currencyCode,
    customerId,
    isNothingDue,
    firstDay: filter.estimateDateStart,
    lastDay: filter.estimateDateEnd,
    modifiedAtAfter: filter.modifiedAtAfter,
    modifiedAtBefore: filter.modifiedAtBefore,
    statusIn: (order) => statusIn(order, status, { asked, passed }),
    condition: conditionOf(passed),
  })
  if (list === null || status !== 'ACTIVE') return list
  const condition = conditionOf({ ...passed, status: null })
  return { ...list, from: activeBehind(condition, list.isBehind) }
}

/** The same of how many there are, whatever the order is. */
export function countedListOf(filter: EstimateFilter, asked: RawBuilder<unknown>): DocumentList | null {
  const isOfDays = filter.estimateDateStart !== null || filter.estimateDateEnd !== null
  const isOfInstants = filter.modifiedAtAfter !== null || filter.modifiedAtBefore !== null
  const ofRange = isOfDays ? 'ESTIMATE_DATE_ASC' : isOfInstants ? 'MODIFIED_AT_ASC' : 'CREATED_AT_ASC'
  return stretchedListOf({ ...filter, sort: ofRange }, asked)
}

/** How many have a part in their number, where that is all that is asked for and the database counts it; else null. */
export function countedNumbersOf(filter: EstimateFilter, asked: RawBuilder<unknown>) {
  const { estimateNumber, sort: _, ...others } = filter
  const isAll = Object.values(others).every((value) => value === null)
  return isAll && estimateNumber !== null ? countOfNumberPart('estimate', estimateNumber, asked) : null
}

/** Rows are passed from a place on, also those in front of a range. */
const OF_ALL_TIMES = {
  estimateDateStart: null,
  estimateDateEnd: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
} as const

/** Which list, or kinds of one, has what is of a status: of what depends on the day it is, only by writing. */
function statusIn(
  key: string,
  status: EstimateListStatus | null,
  { asked, passed }: { readonly asked: RawBuilder<unknown>; readonly passed: EstimateFilter },
): StatusPart | null {
  const notYetDue = (n: -1 | 1) => sql`select e.id, ${sql.lit(n)} as n from ${asked}
    join estimates e on ${conditionOf({ ...passed, status: null })} and ${NOT_YET_DUE}`
  switch (status) {
    case null:
      return {}
    case 'ACCEPTED':
    case 'CONVERTED':
    case 'DRAFT':
    case 'REJECTED':
      return key === 'CREATED_AT' ? { list: status } : { kinds: [status] }
    case 'PAID':
    case 'PARTIAL':
    case 'UNPAID':
      return { kinds: [`DEPOSIT_${status}`] }
    case 'EXPIRED':
      return key === 'CREATED_AT' ? { list: 'UNDECIDED', missing: notYetDue(1) } : null
    case 'ACTIVE':
      return key === 'CREATED_AT' ? { list: 'ACCEPTED', missing: notYetDue(-1) } : null
    default:
      return null
  }
}

/** What an estimate is shown as, in the order of their lives, each in one of them only. */
const SHOWN_STATUSES = [
  'DRAFT',
  'APPROVED',
  'SENT',
  'VIEWED',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'CONVERTED',
] as const satisfies readonly EstimateListStatus[]

const ACTIVE_STATUSES = ['APPROVED', 'SENT', 'VIEWED', 'ACCEPTED'] as const

/**
 * A list in the order of statuses as the lists of each, one behind the other.
 *
 * @returns Null when it is in another order, or asks for what lists in stretches do not know of
 */
export function splitByStatus(filter: EstimateFilter): readonly EstimateFilter[] | null {
  const { amountDue, estimateNumber, sort, status } = filter
  if (sort !== 'STATUS_ASC' && sort !== 'STATUS_DESC') return null
  if (amountDue !== null || estimateNumber !== null || hasRange(filter)) return null
  const shown = SHOWN_STATUSES.find((each) => each === status)
  const ofStatus = shown === undefined ? null : [shown]
  const split = status === null ? SHOWN_STATUSES : status === 'ACTIVE' ? ACTIVE_STATUSES : ofStatus
  if (split === null) return null
  const isDescending = sort === 'STATUS_DESC'
  return (isDescending ? split.toReversed() : split).map((each) => ({
    ...filter,
    status: each,
    sort: isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC',
  }))
}

/** Whether a list is entered in its stretches wherever the page is: what is not of it stands between its rows. */
export function isScattered({ sort, status }: EstimateFilter): boolean {
  return status === 'ACTIVE' && sort.startsWith('CREATED_AT')
}

/** Whether these, the first written first, stand behind many that are due by now: they are found by their due day. */
export function isDueLater({ sort, status }: EstimateFilter): boolean {
  const isOfDay = status === 'APPROVED' || status === 'SENT' || status === 'VIEWED'
  return isOfDay && sort === 'CREATED_AT_ASC'
}
