import { sql, type RawBuilder } from 'kysely'
import {
  documentListOf,
  type DocumentList,
  type DocumentLists,
  type StatusPart,
} from '#books/documents/document-stretches-store.ts'
import { enterStretch, type Entrance } from '#books/list-stretches-store.ts'
import {
  conditionOf,
  countedDays,
  hasRange,
  INVOICE_NUMBER_ORDER,
  isDueLater,
  OPEN_STATES,
} from './invoice-list-store.ts'
import type { InvoiceFilter, InvoiceSortKey, InvoiceStatus } from './invoice.ts'
import { isNothing } from '#books/documents/amounts.ts'

/** {@link Entrance}, and what it leads to. */
type InvoiceEntrance = Entrance & {
  /** FROM and WHERE. */
  readonly from: RawBuilder<unknown>
  /** Where it is not the one that is asked for. */
  readonly order?: RawBuilder<unknown>
}

type Page = { readonly offset: number; readonly limit: number }

/**
 * The entrance of a page far inside a list; null for a list that nothing is kept of, which is read from its nearer end.
 *
 * @param asked As `askedDays` gives it, of one business.
 */
export function findEntrance(
  filter: InvoiceFilter,
  asked: RawBuilder<unknown>,
  page: Page,
): InvoiceEntrance | null {
  const order = plainOrderOf(filter)
  if (order === null) return null
  const list = listOf(filter, asked, order)
  if (list !== null) {
    const { from, order: kept } = list
    return { ...enterStretch(list, asked, page), from, order: kept }
  }
  const days = order.key === 'DUE_AT' ? countedDays(filter) : null
  if (days === null) return null
  const entrance = enterDay({ days, isDescending: order.isDescending }, asked, page)
  return { ...entrance, from: behind(filter, entrance) }
}

/**
 * The way to what is of a state in which it is due, the first written first, wherever the page is: those that are due by now
 * stand in front, and are more than all others. Null for another list.
 */
export function findDueLater(
  filter: InvoiceFilter,
  asked: RawBuilder<unknown>,
  page: Page,
): InvoiceEntrance | null {
  const order = plainOrderOf(filter)
  if (order?.key !== 'CREATED_AT' || order.isDescending || !isDueLater(filter.status)) return null
  return {
    given: sql`due_later as materialized (
      select i.id from ${asked} join invoices i on ${conditionOf(filter)}
    )`,
    isBehind: sql`true`,
    from: sql`due_later i`,
    stretch: { ...page, isFromEnd: false },
  }
}

/** Rows are passed from `place` on, also those in front of a range; `place` and how many are taken know of the range. */
const OF_ALL_TIMES = {
  invoiceDateStart: null,
  invoiceDateEnd: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
} as const

function behind(filter: InvoiceFilter, { isBehind }: Entrance): RawBuilder<unknown> {
  return sql`invoices i where ${conditionOf(filter)} and ${isBehind}`
}

type PlainOrder = { readonly key: InvoiceSortKey; readonly isDescending: boolean }

/** The one key of an order; null where a second one decides what is alike, for that stands in the order of writing. */
function plainOrderOf({ sort }: InvoiceFilter): PlainOrder | null {
  const [first = 'CREATED_AT_DESC', second, ...more] = sort
  const isDescending = first.endsWith('_DESC')
  const isPlain = second === undefined || second === (isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC')
  if (!isPlain || more.length > 0) return null
  return { key: first.replace(/_(?:ASC|DESC)$/, '') as InvoiceSortKey, isDescending }
}

/** As `invoice_stretches` keeps them. */
const LISTS: DocumentLists = {
  table: 'invoices',
  stretches: 'invoice_stretches',
  as: 'i',
  dayKey: 'INVOICE_DATE',
  columns: {
    AMOUNT_DUE: sql`i.due`,
    AMOUNT_PAID: sql`i.paid`,
    DUE_AT: sql`i.due_day`,
    INVOICE_DATE: sql`i.invoice_day`,
    INVOICE_NUMBER: INVOICE_NUMBER_ORDER,
    MODIFIED_AT: sql`i.modified_at`,
    TOTAL: sql`i.total`,
  },
}

/** The list in stretches that a filter asks for, or a part of it, in an order; null when none is kept. */
function listOf(filter: InvoiceFilter, asked: RawBuilder<unknown>, order: PlainOrder): DocumentList | null {
  const { amountDue, currencyCode, customerId, status } = filter
  const isNothingDue = amountDue !== null && isNothing(amountDue)
  const isKnown =
    filter.invoiceNumber === null && filter.sourceId === null && (amountDue === null || isNothingDue)
  if (!isKnown) return null
  const passed = { ...filter, ...OF_ALL_TIMES, customerId: null, amountDue: null }
  return documentListOf(LISTS, {
    ...order,
    currencyCode,
    customerId,
    isNothingDue,
    firstDay: filter.invoiceDateStart,
    lastDay: filter.invoiceDateEnd,
    modifiedAtAfter: filter.modifiedAtAfter,
    modifiedAtBefore: filter.modifiedAtBefore,
    statusIn: (key) => statusIn(key, status, { asked, passed }),
    condition: conditionInList(passed),
  })
}

/** Of a list that is kept whatever the day is: what is due later is a part of what is of its state. */
function conditionInList(passed: InvoiceFilter): RawBuilder<unknown> {
  const { status } = passed
  if (!isDueLater(status)) return conditionOf(passed)
  return sql`${conditionOf({ ...passed, status: null })} and i.state = ${sql.lit(status)}`
}

/** Which list, or kinds of one, has what is of a status: of what depends on the day it is, only by writing and by due day. */
function statusIn(
  key: string,
  status: InvoiceStatus | null,
  { asked, passed }: { readonly asked: RawBuilder<unknown>; readonly passed: InvoiceFilter },
): StatusPart | null {
  switch (status) {
    case null:
      return {}
    case 'DRAFT':
    case 'OVERPAID':
    case 'PAID':
      return key === 'CREATED_AT' ? { list: status } : { kinds: [status] }
    case 'UNPAID':
      if (key === 'CREATED_AT') return { list: 'UNPAID' }
      return key === 'DUE_AT' ? { list: 'UNPAID_DUE_AT' } : { kinds: OPEN_STATES }
    case 'OVERDUE':
      if (key === 'CREATED_AT') return { list: 'UNPAID', missing: notYetDue(passed, asked) }
      return key === 'DUE_AT' ? { list: 'UNPAID_DUE_AT', before: todayIn(asked) } : null
    default:
      return key === 'DUE_AT' ? { list: 'UNPAID_DUE_AT', kinds: [status], from: todayIn(asked) } : null
  }
}

/** As a list by days keeps it. */
function todayIn(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select (today - date '2000-01-01')::bigint from ${asked})`
}

/** What has to be paid and is not due yet: few beside all that was ever written. */
function notYetDue(filter: InvoiceFilter, asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select i.id, 1 as n from ${asked}
    join invoices i on ${conditionOf({ ...filter, status: 'UNPAID' })} and i.due_day >= asked.today`
}

/** The list in stretches that counts what a filter asks for; null when none does. */
export function countedPart(filter: InvoiceFilter, asked: RawBuilder<unknown>): DocumentList | null {
  return listOf(filter, asked, { key: countedKey(filter), isDescending: false })
}

function countedKey(filter: InvoiceFilter): InvoiceSortKey {
  if (filter.invoiceDateStart !== null || filter.invoiceDateEnd !== null) return 'INVOICE_DATE'
  if (filter.amountDue !== null) return 'AMOUNT_DUE'
  if (hasRange(filter)) return 'MODIFIED_AT'
  return filter.status === 'OVERDUE' || isDueLater(filter.status) ? 'DUE_AT' : 'CREATED_AT'
}

/** By the due day with which the page begins, of what `open_days` counts of each. */
function enterDay(
  { days, isDescending }: { readonly days: RawBuilder<unknown>; readonly isDescending: boolean },
  asked: RawBuilder<unknown>,
  { offset, limit }: Page,
): Entrance {
  const direction = isDescending ? sql`desc` : sql`asc`
  const isBehind = isDescending
    ? sql`i.due_day <= (select due_day from place)`
    : sql`i.due_day >= (select due_day from place)`
  return {
    isBehind,
    given: sql`days as materialized (
      select i.due_day, sum(i.n)::bigint as n, (sum(sum(i.n)::bigint) over (order by i.due_day ${direction}))::bigint as reached
      from ${asked} join open_days i on ${days} group by i.due_day
    ), place as (
      select due_day, ${offset}::bigint - (reached - n) as passed from days where reached > ${offset}::bigint
      order by reached limit 1
    )`,
    stretch: { offset: sql`(select passed from place)`, limit, isFromEnd: false },
  }
}
