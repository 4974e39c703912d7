import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { Books } from '#books/open-books.ts'
import type { RowId } from '#books/book-ids.ts'
import type { Row } from '#books/row-reader.ts'
import type { DocumentFlags, DocumentTexts } from './document-texts.ts'
import type { DatedDiscount } from './document-validation.ts'

/** Begins the names of the tables and of the fields of the schema that the two kinds have each. */
export type DocumentKind = 'estimate' | 'invoice'

/** The same in the ids of rows. */
type KindOfRow = 'Estimate' | 'Invoice'

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

type BriefFields = DocumentAmounts & {
  readonly customerId: RowId<'Customer'>
  readonly currency: Currency
  readonly number: string
  /** `yyyy-MM-dd` */
  readonly day: string
  readonly dueDate: string
  readonly paidMinor: bigint
  readonly lastViewedAt: Date | null
}

/** The fields that a whole document has beside. */
export type RestOfDocument = DocumentTexts &
  DocumentFlags & {
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

/** Fields of an estimate or invoice that lists read. */
export type BriefDocument<Kind extends KindOfRow> = Row<Kind> & BriefFields

/** An estimate or invoice as the database has it. */
export type SalesDocument<Kind extends KindOfRow> = BriefDocument<Kind> & RestOfDocument

/** One of either kind. */
export type AnyBriefDocument = BriefDocument<'Estimate'> | BriefDocument<'Invoice'>
export type AnyDocument = SalesDocument<'Estimate'> | SalesDocument<'Invoice'>

/** One line of an estimate or invoice. Its subtotal and total are before the discount. */
export type DocumentItem<Kind extends 'EstimateItem' | 'InvoiceItem'> = Row<Kind> & {
  readonly currency: Currency
  readonly productId: RowId<'Product'>
  readonly accountId: RowId<'Account'>
  /** Shown instead of the name of the product, on an estimate. */
  readonly name: string | null
  readonly description: string | null
  /** With 8 digits after the point, as the price. */
  readonly quantity: string
  readonly unitPrice: string
  readonly subtotalMinor: bigint
  readonly totalMinor: bigint
}
export type AnyItem = DocumentItem<'EstimateItem'> | DocumentItem<'InvoiceItem'>

/** A tax on a line, at the rate of the day of the document. */
export type ItemTax = {
  readonly books: Books
  readonly salesTaxId: RowId<'SalesTax'>
  readonly currency: Currency
  readonly isCompound: boolean
  /** `0.130000` is 13 %. */
  readonly rate: string
  readonly amountMinor: bigint
}

/** Which documents of a business, and in which order; null filters nothing. */
export type DocumentFilter<Status, Sort> = {
  readonly amountDue: string | null
  readonly currencyCode: string | null
  /** `none` for an id that no customer can have. */
  readonly customerId: RowId<'Customer'> | 'none' | null
  readonly dayStart: string | null
  readonly dayEnd: string | null
  readonly number: string | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  /** Of an invoice: the estimate that it was made of. */
  readonly sourceId: RowId<'Estimate'> | 'none' | null
  readonly status: Status | null
  readonly sort: readonly Sort[]
}

/** What lists of documents are ordered by. */
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

/** Where the page of a document is for its customer, below the address of the provider. */
export function documentPath(kind: DocumentKind, { anonymousId }: { readonly anonymousId: string }): string {
  return `/${kind}s/${anonymousId}`
}

/** The same as a PDF. */
export function documentPdfPath(kind: DocumentKind, document: { readonly anonymousId: string }): string {
  return `${documentPath(kind, document)}/pdf`
}
