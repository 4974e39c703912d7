import { knownCurrency } from '@counterfoil/money/currencies'
import { formatDecimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { KeyColumns } from '#books/row-store.ts'
import { knownDecimal } from './amounts.ts'
import type { DocumentContent } from './document-content.ts'
import { countedNumberOf } from './document-number.ts'
import { COLUMN_OF, wordsOf, type DocumentFlags, type DocumentTexts } from './document-texts.ts'
import type { DatedDiscount } from './document-validation.ts'
import type { BriefDocument, DocumentAmounts, DocumentKind, RestOfDocument } from './document.ts'

/** Returns the columns of `invoices` or `estimates`, here as `d`, that lists read. */
export function briefColumnsOf(kind: DocumentKind): string {
  return `d.business_id, d.id::text as id, d.customer_id::text as customer_id, d.currency_code, d.${kind}_number as number,
    d.${kind}_day::text as day, d.due_day::text as due_day, d.life, d.subtotal::text as subtotal,
    d.discount_total::text as discount_total, d.tax_total::text as tax_total, d.total::text as total,
    d.paid::text as paid, d.last_viewed_at`
}

/** Returns all columns that both tables have. Texts and flags are named as in the schema. */
export function columnsOf(kind: DocumentKind): string {
  const words = Object.entries(COLUMN_OF).map(([name, column]) => `d.${column} as "${name}"`)
  return `${briefColumnsOf(kind)}, d.anonymous_id, d.exchange_rate::text as exchange_rate, ${words.join(', ')},
    d.discount_amount::text as discount_amount, d.discount_percentage::text as discount_percentage, d.discount_name,
    d.discount_created_at, d.discount_modified_at, d.last_sent_at, d.last_sent_via, d.created_at, d.modified_at`
}

export type BriefDocumentRow<Kind extends 'Estimate' | 'Invoice'> = KeyColumns<Kind> & {
  readonly customer_id: RowId<'Customer'>
  readonly currency_code: string
  readonly number: string
  readonly day: string
  readonly due_day: string
  /** The subtotal. Null, like the next two amounts, in a list that was read without these amounts. */
  readonly subtotal: string | null
  readonly discount_total: string | null
  readonly tax_total: string | null
  readonly total: string
  readonly paid: string
  readonly last_viewed_at: Date | null
}

/** The columns of a discount. Amounts are text, because a number could lose digits. */
type DiscountColumns = {
  readonly discount_amount: string | null
  readonly discount_percentage: string | null
  readonly discount_name: string | null
  readonly discount_created_at: Date | null
  readonly discount_modified_at: Date | null
}

export type DocumentRow<Kind extends 'Estimate' | 'Invoice'> = BriefDocumentRow<Kind> & RestColumns

type RestColumns = DocumentTexts &
  DocumentFlags &
  DiscountColumns & {
    readonly anonymous_id: string
    readonly exchange_rate: string
    readonly last_sent_at: Date | null
    readonly last_sent_via: RestOfDocument['lastSentVia']
    readonly created_at: Date
    readonly modified_at: Date
  }

export function readBriefRow<Kind extends 'Estimate' | 'Invoice'>(
  row: BriefDocumentRow<Kind>,
  books: Books,
): BriefDocument<Kind> {
  return {
    businessId: row.business_id,
    id: row.id,
    books,
    customerId: row.customer_id,
    currency: knownCurrency(row.currency_code),
    number: row.number,
    day: row.day,
    dueDate: row.due_day,
    subtotalMinor: minorOf(row.subtotal),
    discountMinor: minorOf(row.discount_total),
    taxMinor: minorOf(row.tax_total),
    totalMinor: BigInt(row.total),
    paidMinor: BigInt(row.paid),
    lastViewedAt: row.last_viewed_at,
  }
}

/** Parses minor units. Returns undefined, not 0, for an amount that was not read, so that nobody takes it for an amount. */
function minorOf(text: string | null): bigint {
  return text === null ? (undefined as never) : BigInt(text)
}

/** Parses the columns that a brief row does not have. */
export function readRestOfRow(row: RestColumns): RestOfDocument {
  return {
    ...wordsOf(row),
    anonymousId: row.anonymous_id,
    rate: knownDecimal(row.exchange_rate),
    discount: discountOf(row),
    lastSentAt: row.last_sent_at,
    lastSentVia: row.last_sent_via,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

function discountOf(row: DiscountColumns): DatedDiscount | null {
  const { discount_created_at: createdAt, discount_modified_at: modifiedAt } = row
  if (createdAt === null || modifiedAt === null) return null
  const about = { name: row.discount_name, createdAt, modifiedAt }
  if (row.discount_amount !== null) {
    return { ...about, reduction: { kind: 'FIXED', amountMinor: BigInt(row.discount_amount) } }
  }
  if (row.discount_percentage === null) return null
  return { ...about, reduction: { kind: 'PERCENTAGE', percentage: knownDecimal(row.discount_percentage) } }
}

/** Returns the user-written content of a document by column name. */
export function writtenColumnsOf(kind: DocumentKind, content: DocumentContent & DocumentAmounts) {
  const { discount } = content
  const reduction = discount?.reduction
  return {
    ...Object.fromEntries(
      Object.entries(COLUMN_OF).map(([name, column]) => [column, content[name as 'title']]),
    ),
    customer_id: content.customerId,
    currency_code: content.currency.code,
    exchange_rate: formatDecimal(content.rate),
    [`${kind}_number`]: content.number,
    number_value: countedNumberOf(content.number)?.toString() ?? null,
    [`${kind}_day`]: content.day,
    due_day: content.dueDate,
    discount_kind: reduction?.kind ?? null,
    discount_amount: reduction?.kind === 'FIXED' ? reduction.amountMinor.toString() : null,
    discount_percentage: reduction?.kind === 'PERCENTAGE' ? formatDecimal(reduction.percentage) : null,
    discount_name: discount?.name ?? null,
    discount_created_at: discount?.createdAt ?? null,
    discount_modified_at: discount?.modifiedAt ?? null,
    subtotal: content.subtotalMinor.toString(),
    discount_total: content.discountMinor.toString(),
    tax_total: content.taxMinor.toString(),
    total: content.totalMinor.toString(),
  }
}
