import { sql, type RawBuilder } from 'kysely'
import type { SqlStretch } from '#books/documents/document-list-store.ts'
import { countedDays } from './invoice-list-store.ts'
import type { InvoiceFilter, InvoiceSortKey } from './invoice.ts'

/** Where a list is entered for a page far inside it, found in the statement that reads the page. */
type Entrance = {
  /** Finds `place`: where it is, and how many rows are passed from there on. */
  readonly given: RawBuilder<unknown>
  /** Of the invoice `i`: not in front of `place`. */
  readonly isBehind: RawBuilder<unknown>
  readonly stretch: SqlStretch
}

type Page = { readonly offset: number; readonly limit: number }

/**
 * The entrance of a page; null for a list that nothing is kept of, which is read from its nearer end.
 *
 * @param asked As `askedDays` gives it, of one business.
 */
export function findEntrance(filter: InvoiceFilter, asked: RawBuilder<unknown>, page: Page): Entrance | null {
  const order = plainOrderOf(filter)
  if (order === null) return null
  const stretches = stretchesOf(filter, order)
  if (stretches !== null) return enterStretch(stretches, asked, page)
  const days = order.key === 'DUE_AT' ? countedDays(filter) : null
  return days === null ? null : enterDay({ days, isDescending: order.isDescending }, asked, page)
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

const PLACE_ID = sql`(select from_id from place)`
const PLACE_KEY = sql`(select from_key from place)`
const PLACE_DAY = sql`(select date '2000-01-01' + from_key::integer from place)`

/** The first stretch begins below every key, and before every instant that the database knows. */
const PLACE_INSTANT = sql`(select timestamptz 'epoch' + greatest(from_key, 0) * interval '1 millisecond' from place)`

/** By what a list of `invoice_stretches` is ordered. In the order of writing the id alone says the place. */
const BEHIND_STRETCH: Readonly<Partial<Record<InvoiceSortKey, RawBuilder<unknown>>>> = {
  AMOUNT_DUE: sql`(i.due, i.id) >= (${PLACE_KEY}, ${PLACE_ID})`,
  AMOUNT_PAID: sql`(i.paid, i.id) >= (${PLACE_KEY}, ${PLACE_ID})`,
  CREATED_AT: sql`i.id >= ${PLACE_ID}`,
  DUE_AT: sql`(i.due_day, i.id) >= (${PLACE_DAY}, ${PLACE_ID})`,
  INVOICE_DATE: sql`(i.invoice_day, i.id) >= (${PLACE_DAY}, ${PLACE_ID})`,
  MODIFIED_AT: sql`(i.modified_at, i.id) >= (${PLACE_INSTANT}, ${PLACE_ID})`,
  TOTAL: sql`(i.total, i.id) >= (${PLACE_KEY}, ${PLACE_ID})`,
}
/** Those that do not depend on the day it is. */
const STRETCHED_STATUSES: ReadonlySet<string | null> = new Set(['DRAFT', 'OVERPAID', 'PAID', 'UNPAID'])

type Stretches = {
  /** As `invoice_stretches` calls the list. */
  readonly list: string
  readonly isDescending: boolean
  readonly isBehind: RawBuilder<unknown>
}

function stretchesOf(filter: InvoiceFilter, { key, isDescending }: PlainOrder): Stretches | null {
  const { sort: _, status, ...others } = filter
  const isBehind = BEHIND_STRETCH[key]
  if (isBehind === undefined || Object.values(others).some((value) => value !== null)) return null
  if (status === null) return { list: key, isDescending, isBehind }
  if (key !== 'CREATED_AT' || !STRETCHED_STATUSES.has(status)) return null
  return { list: status, isDescending, isBehind }
}

/** By the stretch in which the page begins. A list that descends is read as it is kept, and turned. */
function enterStretch(
  { list, isDescending, isBehind }: Stretches,
  asked: RawBuilder<unknown>,
  { offset, limit }: Page,
): Entrance {
  const first = isDescending ? sql`total - ${offset}::bigint - taken` : sql`${offset}::bigint`
  return {
    isBehind,
    given: sql`stretches as materialized (
      select from_key, from_id, n, sum(n) over (order by from_key, from_id) as reached
      from ${asked} join invoice_stretches s on s.business_id = asked.business_id and s.list = ${list}
    ), wanted as (
      select ${first} as first, taken from (
        select total, least(${limit}::bigint, total - ${offset}::bigint) as taken from (
          select coalesce(max(reached), 0) as total from stretches
        ) counted
      ) cut where taken > 0
    ), place as (
      select from_key, from_id, first - (reached - n) as passed, taken from wanted join stretches on reached > first
      order by reached limit 1
    )`,
    stretch: {
      offset: sql`(select passed from place)`,
      limit: sql`(select taken from place)`,
      isFromEnd: isDescending,
    },
  }
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
