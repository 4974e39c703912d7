import { sql, type RawBuilder } from 'kysely'
import type { SqlStretch } from '#books/documents/document-list-store.ts'
import type { InvoiceFilter, InvoiceSortKey } from './invoice.ts'

/** A list that `invoice_stretches` knows the stretches of. */
export type StretchedList = {
  readonly name: string
  readonly isDescending: boolean
  /** Of the invoice `i`: not before the first row of the stretch that is called `place`. */
  readonly isInside: RawBuilder<unknown>
}

const PLACE_ID = sql`(select from_id from place)`
const PLACE_KEY = sql`(select from_key from place)`
const PLACE_DAY = sql`(select date '2000-01-01' + from_key::integer from place)`

/** By what the list is ordered. In the order of writing the id alone says the place. */
const INSIDE: Readonly<Partial<Record<InvoiceSortKey, RawBuilder<unknown>>>> = {
  AMOUNT_DUE: sql`(i.due, i.id) >= (${PLACE_KEY}, ${PLACE_ID})`,
  CREATED_AT: sql`i.id >= ${PLACE_ID}`,
  DUE_AT: sql`(i.due_day, i.id) >= (${PLACE_DAY}, ${PLACE_ID})`,
  INVOICE_DATE: sql`(i.invoice_day, i.id) >= (${PLACE_DAY}, ${PLACE_ID})`,
}
/** Those that do not depend on the day it is. */
const STRETCHED_STATUSES: ReadonlySet<string | null> = new Set(['DRAFT', 'OVERPAID', 'PAID'])

/** The stretches of a list; null for one that is not cut into any, and is read from its nearer end. */
export function stretchedList(filter: InvoiceFilter): StretchedList | null {
  const { sort, status, ...others } = filter
  if (Object.values(others).some((value) => value !== null)) return null
  const [first = 'CREATED_AT_DESC', second, ...more] = sort
  const isDescending = first.endsWith('_DESC')
  // Whatever is alike stands in the order of writing anyway.
  const isPlain = second === undefined || second === (isDescending ? 'CREATED_AT_DESC' : 'CREATED_AT_ASC')
  if (!isPlain || more.length > 0) return null
  const key = first.replace(/_(?:ASC|DESC)$/, '') as InvoiceSortKey
  const isInside = INSIDE[key]
  if (isInside === undefined) return null
  if (status === null) return { name: key, isDescending, isInside }
  return key === 'CREATED_AT' && STRETCHED_STATUSES.has(status)
    ? { name: status, isDescending, isInside }
    : null
}

/**
 * A page of a list that is cut into stretches, found in the statement that reads it: which stretch it begins in, and how many
 * rows of that are passed. A list that descends is read as it is kept, and turned.
 */
export function pageInStretches(
  businessId: string,
  { name, isDescending }: StretchedList,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly given: RawBuilder<unknown>; readonly stretch: SqlStretch } {
  const first = isDescending ? sql`total - ${offset}::bigint - taken` : sql`${offset}::bigint`
  return {
    given: sql`stretches as materialized (
      select from_key, from_id, n, sum(n) over (order by from_key, from_id) as reached from invoice_stretches
      where business_id = ${businessId} and list = ${name}
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
