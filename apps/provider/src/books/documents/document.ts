import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import type { DocumentTexts } from './document-texts.ts'
import type { DatedDiscount } from './document-validation.ts'

/** How an estimate or invoice can be sent; the enum of the schema. */
export type DocumentSendMethod =
  | 'EXPORT_PDF'
  | 'GMAIL'
  | 'MARKED_SENT'
  | 'NOT_SENT'
  | 'OUTLOOK'
  | 'SHARED_LINK'
  | 'SKIPPED'
  | 'WAVE'
  | 'YAHOO'

/** Amounts in minor units of the currency of the document. */
export type DocumentAmounts = {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
}

/** Fields of an estimate or invoice that lists read. */
export type BriefDocument = DocumentAmounts & {
  readonly customerId: RowId<'Customer'>
  readonly currency: Currency
  /** `yyyy-MM-dd` */
  readonly dueDate: string
  readonly paidMinor: bigint
  readonly lastViewedAt: Date | null
}

/** An estimate or invoice as the database has it. */
export type SalesDocument = BriefDocument &
  DocumentTexts & {
    /** In the address of its page for the customer: anyone who knows it may read the document. */
    readonly anonymousId: string
    /** Units of the business's currency for one of its own. */
    readonly rate: Decimal
    readonly discount: DatedDiscount | null
    readonly lastSentAt: Date | null
    readonly lastSentVia: DocumentSendMethod | null
    readonly createdAt: Date
    readonly modifiedAt: Date
  }

/** One line of an estimate or invoice. Its subtotal and total are before the discount. */
export type DocumentItem = {
  readonly currency: Currency
  readonly productId: RowId<'Product'>
  readonly accountId: RowId<'Account'>
  readonly description: string | null
  /** With 8 digits after the point, as the price. */
  readonly quantity: string
  readonly unitPrice: string
  readonly subtotalMinor: bigint
  readonly totalMinor: bigint
}
