import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { Books } from '#books/open-books.ts'
import type { RowId } from '#books/book-ids.ts'
import type { Row } from '#books/row-reader.ts'
import type { DocumentFlags, DocumentTexts } from './document-texts.ts'
import type { DatedDiscount } from './document-validation.ts'

/** The prefix of the tables and schema fields of each kind of document. */
export type DocumentKind = 'estimate' | 'invoice'

/** The kind of document in the ids of rows. */
type KindOfRow = 'Estimate' | 'Invoice'

/** The method of sending an estimate or invoice: an enum of the schema. */
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

/** The amounts of a document, in minor units of its currency. */
export type DocumentAmounts = {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
}

type BriefFields = DocumentAmounts & {
  readonly customerId: RowId<'Customer'>
  readonly currency: Currency
  readonly number: string
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  readonly dueDate: string
  readonly paidMinor: bigint
  readonly lastViewedAt: Date | null
}

/** The fields of a document that lists do not read. */
export type RestOfDocument = DocumentTexts &
  DocumentFlags & {
    /** The id in the address of the customer's page: anyone who knows it may read the document. */
    readonly anonymousId: string
    /** Units of the business's currency for one unit of the document's currency. */
    readonly rate: Decimal
    readonly discount: DatedDiscount | null
    readonly lastSentAt: Date | null
    readonly lastSentVia: DocumentSendMethod | null
    readonly createdAt: Date
    readonly modifiedAt: Date
  }

/** An estimate or invoice with only the fields that lists read. */
export type BriefDocument<Kind extends KindOfRow> = Row<Kind> & BriefFields

/** An estimate or invoice as stored in the database. */
export type SalesDocument<Kind extends KindOfRow> = BriefDocument<Kind> & RestOfDocument

export type AnyBriefDocument = BriefDocument<'Estimate'> | BriefDocument<'Invoice'>
export type AnyDocument = SalesDocument<'Estimate'> | SalesDocument<'Invoice'>

/** A line of an estimate or invoice. Its subtotal and total do not include the discount. */
export type DocumentItem<Kind extends 'EstimateItem' | 'InvoiceItem'> = Row<Kind> & {
  readonly currency: Currency
  readonly productId: RowId<'Product'>
  readonly accountId: RowId<'Account'>
  /** Replaces the name of the product on an estimate. */
  readonly name: string | null
  readonly description: string | null
  /** The quantity, with 8 digits after the decimal point, like the price. */
  readonly quantity: string
  readonly unitPrice: string
  readonly subtotalMinor: bigint
  readonly totalMinor: bigint
}
export type AnyItem = DocumentItem<'EstimateItem'> | DocumentItem<'InvoiceItem'>

/** A tax on a line, at the rate in force on the day of the document. */
export type ItemTax = {
  readonly books: Books
  readonly salesTaxId: RowId<'SalesTax'>
  readonly currency: Currency
  readonly isCompound: boolean
  /** The rate as a fraction: `0.130000` is 13 %. */
  readonly rate: string
  readonly amountMinor: bigint
}

/** The filter and order of a list of documents. Null filters nothing. */
export type DocumentFilter<Status, Sort> = {
  readonly amountDue: string | null
  readonly currencyCode: string | null
  /** `none` if the sent id is not the id of a customer: nothing matches. */
  readonly customerId: RowId<'Customer'> | 'none' | null
  readonly dayStart: string | null
  readonly dayEnd: string | null
  readonly number: string | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  /** The estimate that an invoice was made from; `none` if the sent id is not the id of an estimate. */
  readonly sourceId: RowId<'Estimate'> | 'none' | null
  readonly status: Status | null
  readonly sort: readonly Sort[]
}

/** The sort orders of lists of documents. */
export type DocumentSort<Noun extends 'ESTIMATE' | 'INVOICE'> =
  `${DocumentSortKey | `${Noun}_DATE` | `${Noun}_NUMBER`}_${'ASC' | 'DESC'}`
type DocumentSortKey =
  | 'AMOUNT_DUE'
  | 'AMOUNT_PAID'
  | 'CREATED_AT'
  | 'CUSTOMER_NAME'
  | 'DUE_AT'
  | 'MODIFIED_AT'
  | 'STATUS'
  | 'TOTAL'

/** Returns the path of the customer's page of a document at the provider. */
export function documentPath(kind: DocumentKind, { anonymousId }: { readonly anonymousId: string }): string {
  return `/${kind}s/${anonymousId}`
}

/** Returns the path of the PDF of a document at the provider. */
export function documentPdfPath(kind: DocumentKind, document: { readonly anonymousId: string }): string {
  return `${documentPath(kind, document)}/pdf`
}
