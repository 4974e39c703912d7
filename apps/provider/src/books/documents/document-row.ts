import { knownCurrency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { Books } from '#books/open-books.ts'
import type { Row } from '#books/row-reader.ts'
import type { KeyColumns } from '#books/row-store.ts'
import { knownDecimal } from './amounts.ts'
import {
  wordingOf,
  WORDING_COLUMNS,
  type BriefDocument,
  type DatedDiscount,
  type DocumentKind,
  type KindOfRow,
  type SalesDocument,
} from './document.ts'

/** Returns the columns of `invoices` or `estimates`, here as `d`, that lists read, named like the members of a `BriefDocument`. */
export function briefColumnsOf(kind: DocumentKind): string {
  return `d.business_id, d.id::text as id, d.customer_id::text as "customerId", d.currency_code as "currencyCode",
    d.${kind}_number as number, d.${kind}_day::text as day, d.due_day::text as "dueDate", d.life,
    d.subtotal::text as "subtotalMinor", d.discount_total::text as "discountMinor", d.tax_total::text as "taxMinor",
    d.total::text as "totalMinor", d.paid::text as "paidMinor", d.last_viewed_at as "lastViewedAt"`
}

/** Returns all columns that both tables have, named like the members of a `SalesDocument`. */
export function columnsOf(kind: DocumentKind): string {
  const wording = WORDING_COLUMNS.map(({ name, column }) => `d.${column} as "${name}"`)
  return `${briefColumnsOf(kind)}, d.anonymous_id as "anonymousId", d.exchange_rate::text as rate, ${wording.join(', ')},
    d.discount_amount::text as "discountAmount", d.discount_percentage::text as "discountPercentage",
    d.discount_name as "discountName", d.discount_created_at as "discountCreatedAt",
    d.discount_modified_at as "discountModifiedAt", d.last_sent_at as "lastSentAt", d.last_sent_via as "lastSentVia",
    d.created_at as "createdAt", d.modified_at as "modifiedAt"`
}

/** The columns of some members. Amounts and rates are text, because a number could lose digits. */
type Stored<Members> = {
  readonly [Name in keyof Members]: Members[Name] extends bigint | Decimal ? string : Members[Name]
}

type BriefMembers = Omit<BriefDocument<'Invoice'>, keyof Row<'Invoice'> | 'currency'>

export type BriefDocumentRow<Kind extends KindOfRow> = KeyColumns<Kind> &
  Stored<BriefMembers> & { readonly currencyCode: string }

type DiscountColumns = {
  readonly discountAmount: string | null
  readonly discountPercentage: string | null
  readonly discountName: string | null
  readonly discountCreatedAt: Date | null
  readonly discountModifiedAt: Date | null
}

export type DocumentRow<Kind extends KindOfRow> = BriefDocumentRow<Kind> &
  Stored<Omit<SalesDocument<'Invoice'>, keyof BriefDocument<'Invoice'> | 'discount'>> &
  DiscountColumns

export function readBriefRow<Kind extends KindOfRow>(
  row: BriefDocumentRow<Kind>,
  books: Books,
): BriefDocument<Kind> {
  return {
    businessId: row.business_id,
    id: row.id,
    books,
    customerId: row.customerId,
    currency: knownCurrency(row.currencyCode),
    number: row.number,
    day: row.day,
    dueDate: row.dueDate,
    subtotalMinor: BigInt(row.subtotalMinor),
    discountMinor: BigInt(row.discountMinor),
    taxMinor: BigInt(row.taxMinor),
    totalMinor: BigInt(row.totalMinor),
    paidMinor: BigInt(row.paidMinor),
    lastViewedAt: row.lastViewedAt,
  }
}

export function readDocumentRow<Kind extends KindOfRow>(
  row: DocumentRow<Kind>,
  books: Books,
): SalesDocument<Kind> {
  const { anonymousId, lastSentAt, lastSentVia, createdAt, modifiedAt } = row
  return {
    ...readBriefRow(row, books),
    ...wordingOf(row),
    ...{ anonymousId, lastSentAt, lastSentVia, createdAt, modifiedAt },
    rate: knownDecimal(row.rate),
    discount: discountOf(row),
  }
}

function discountOf(row: DiscountColumns): DatedDiscount | null {
  const { discountCreatedAt: createdAt, discountModifiedAt: modifiedAt } = row
  if (createdAt === null || modifiedAt === null) return null
  const about = { name: row.discountName, createdAt, modifiedAt }
  if (row.discountAmount !== null) {
    return { ...about, reduction: { kind: 'FIXED', amountMinor: BigInt(row.discountAmount) } }
  }
  if (row.discountPercentage === null) return null
  return { ...about, reduction: { kind: 'PERCENTAGE', percentage: knownDecimal(row.discountPercentage) } }
}
