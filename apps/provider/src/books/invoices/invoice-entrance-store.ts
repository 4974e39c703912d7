import { sql, type RawBuilder } from 'kysely'
import {
  behindPlace,
  enterStretch,
  type Entrance,
  type ListBound,
  type ListPart,
  type StretchedList,
} from '#books/list-stretches-store.ts'
import {
  conditionOf,
  countedDays,
  INVOICE_NUMBER_ORDER,
  isDueLater,
  OPEN_CONDITION,
} from './invoice-list-store.ts'
import type { InvoiceFilter, InvoiceSortKey } from './invoice.ts'

/** {@link Entrance}, and what it leads to. */
type InvoiceEntrance = Entrance & {
  /** FROM and WHERE. */
  readonly from: RawBuilder<unknown>
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
  const list = stretchedListOf(filter, asked)
  if (list !== null) {
    const entrance = enterStretch(list, asked, page)
    return {
      ...entrance,
      from: list.list === 'CUSTOMER_NAME' ? OF_CUSTOMERS : behind({ ...filter, ...OF_ALL_TIMES }, entrance),
    }
  }
  const order = plainOrderOf(filter)
  const days = order?.key === 'DUE_AT' ? countedDays(filter) : null
  if (order === null || days === null) return null
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

const ID = sql`i.id`
/** By what a list of `invoice_stretches` is ordered. In the order of writing the id alone says the place. */
const BEHIND_PLACE: Readonly<Partial<Record<InvoiceSortKey, RawBuilder<unknown>>>> = {
  AMOUNT_DUE: behindPlace.byAmount(sql`i.due`, ID),
  AMOUNT_PAID: behindPlace.byAmount(sql`i.paid`, ID),
  CREATED_AT: behindPlace.byId(ID),
  CUSTOMER_NAME: behindPlace.byCustomer,
  DUE_AT: behindPlace.byDay(sql`i.due_day`, ID),
  INVOICE_DATE: behindPlace.byDay(sql`i.invoice_day`, ID),
  INVOICE_NUMBER: behindPlace.byNumber(INVOICE_NUMBER_ORDER, ID),
  MODIFIED_AT: behindPlace.byInstant(sql`i.modified_at`, ID),
  TOTAL: behindPlace.byAmount(sql`i.total`, ID),
}

/** Invoices behind `place` in the order of their customers, of each by an index. */
const OF_CUSTOMERS = sql`customers c cross join lateral (
    select i.id from invoices i where i.business_id = c.business_id and i.customer_id = c.id and i.deleted_at is null
      and ${behindPlace.ofCustomer(ID)}
    order by i.id offset 0
  ) i where c.business_id = asked.business_id and ${behindPlace.byCustomer}`

/** Those that do not depend on the day it is. */
const STRETCHED_STATUSES: ReadonlySet<string | null> = new Set(['DRAFT', 'OVERPAID', 'PAID', 'UNPAID'])

/** The list in stretches that a filter asks for, or a part of it; null when none is kept. */
function stretchedListOf(filter: InvoiceFilter, asked: RawBuilder<unknown>): StretchedList | null {
  const order = plainOrderOf(filter)
  const isBehind = order === null ? undefined : BEHIND_PLACE[order.key]
  const part = partOf(filter)
  if (order === null || isBehind === undefined || part === null) return null
  const { key, isDescending } = order
  const { status } = filter
  const alike = { table: 'invoice_stretches', isBehind, isDescending } as const
  if (part.by !== null) return status === null && part.by === key ? { ...alike, list: key, part } : null
  if (status === null) return { ...alike, list: key }
  if (key === 'DUE_AT' && status === 'UNPAID') return { ...alike, list: 'UNPAID_DUE_AT' }
  if (key === 'DUE_AT' && status === 'OVERDUE') {
    return { ...alike, list: 'UNPAID_DUE_AT', part: { from: null, before: todayBound(asked) } }
  }
  if (key !== 'CREATED_AT') return null
  if (status === 'OVERDUE') return { ...alike, list: 'UNPAID', missing: notYetDue(asked) }
  return STRETCHED_STATUSES.has(status) ? { ...alike, list: status } : null
}

/** What has to be paid and is not due yet: few beside all that was ever written. */
function notYetDue(asked: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select i.id from ${asked} join invoices i on i.business_id = asked.business_id and i.deleted_at is null
    and ${OPEN_CONDITION} and i.due_day >= asked.today`
}

const LIVE = sql`invoices i where i.business_id = asked.business_id and i.deleted_at is null`

const dayBound = (
  column: RawBuilder<unknown>,
  { key, and = sql`` }: { readonly key: RawBuilder<unknown>; readonly and?: RawBuilder<unknown> },
): ListBound => ({
  key,
  rowsInFront: sql`${LIVE} ${and} and (${column}, i.id) >= (date '2000-01-01' + bound.from_key::integer, bound.from_id)
    and ${column} < date '2000-01-01' + (${key})::integer`,
})

/** In front of today, of what has to be paid. */
const todayBound = (asked: RawBuilder<unknown>) =>
  dayBound(sql`i.due_day`, {
    key: sql`(select (today - date '2000-01-01')::bigint from ${asked})`,
    and: sql`and ${OPEN_CONDITION}`,
  })

const invoiceDay = (day: string, later: 0 | 1) =>
  dayBound(sql`i.invoice_day`, { key: sql`(${day}::date - date '2000-01-01' + ${sql.lit(later)})::bigint` })

const modifiedAt = (instant: Date, later: 0 | 1): ListBound => {
  const key = sql`${instant.getTime() + later}::bigint`
  const asInstant = (ms: RawBuilder<unknown>) => sql`timestamptz 'epoch' + ${ms} * interval '1 millisecond'`
  return {
    key,
    rowsInFront: sql`${LIVE}
      and (i.modified_at, i.id) >= (${asInstant(sql`greatest(bound.from_key, 0)`)}, bound.from_id)
      and i.modified_at < ${asInstant(key)}`,
  }
}

/**
 * What of a whole list the filter lets through by days or instants, `by` which order; of all `by` is null. Null when
 * it asks for something else as well.
 */
function partOf(
  filter: InvoiceFilter,
): (ListPart & { readonly by: 'INVOICE_DATE' | 'MODIFIED_AT' | null }) | null {
  const {
    sort: _,
    status: __,
    invoiceDateStart,
    invoiceDateEnd,
    modifiedAtAfter,
    modifiedAtBefore,
    ...others
  } = filter
  if (Object.values(others).some((value) => value !== null)) return null
  const isOfDays = invoiceDateStart !== null || invoiceDateEnd !== null
  const isOfInstants = modifiedAtAfter !== null || modifiedAtBefore !== null
  if (isOfDays && isOfInstants) return null
  if (isOfInstants) {
    return {
      by: 'MODIFIED_AT',
      from: modifiedAtAfter === null ? null : modifiedAt(modifiedAtAfter, 0),
      before: modifiedAtBefore === null ? null : modifiedAt(modifiedAtBefore, 1),
    }
  }
  return {
    by: isOfDays ? 'INVOICE_DATE' : null,
    from: invoiceDateStart === null ? null : invoiceDay(invoiceDateStart, 0),
    before: invoiceDateEnd === null ? null : invoiceDay(invoiceDateEnd, 1),
  }
}

/** The list in stretches of which a filter by days or instants alone asks for a part; null for any other filter. */
export function countedPart(filter: InvoiceFilter): StretchedList | null {
  const part = partOf(filter)
  if (part === null || part.by === null || filter.status !== null) return null
  const isBehind = sql`true`
  return { table: 'invoice_stretches', list: part.by, isBehind, isDescending: false, part }
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
