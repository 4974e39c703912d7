import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { DocumentDiscount } from '@counterfoil/money/document-totals'
import type { Books } from '#books/open-books.ts'
import type { RowId } from '#books/book-ids.ts'
import type { Row } from '#books/row-reader.ts'

/** The prefix of the tables and schema fields of each kind of document. */
export type DocumentKind = 'estimate' | 'invoice'

/** The kind of document in the ids of rows. */
export type KindOfRow = 'Estimate' | 'Invoice'

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

/** The headings of a document and of its columns. */
export const TITLES = ['title', 'itemTitle', 'unitTitle', 'priceTitle', 'amountTitle'] as const
const NOTES = ['subhead', 'memo', 'footer', 'poNumber'] as const
/** The settings for hidden columns and permitted payments. */
export const FLAGS = [
  'hideAmount',
  'hideDescription',
  'hideName',
  'hidePrice',
  'hideUnit',
  'disableAmexPayments',
  'disableBankPayments',
  'disableCreditCardPayments',
  'requireTermsOfServiceAgreement',
] as const

export type DocumentTitles = { readonly [Name in (typeof TITLES)[number]]: string }

/** The texts of a document outside its items, named as in the schema. */
export type DocumentTexts = DocumentTitles & { readonly [Name in (typeof NOTES)[number]]: string | null }

/** The settings of a document, named as in the schema. */
export type DocumentFlags = { readonly [Name in (typeof FLAGS)[number]]: boolean }

/** The texts and flags of a document. */
export type DocumentWording = DocumentTexts & DocumentFlags

/** The columns of the texts and flags, by their names in the schema. */
export const WORDING_COLUMNS = [...TITLES, ...NOTES, ...FLAGS].map((name) => ({
  name,
  column: name.replace('Agreement', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}))

/** Returns only the texts and flags of a document. */
export function wordingOf(document: DocumentWording): DocumentWording {
  return Object.fromEntries(WORDING_COLUMNS.map(({ name }) => [name, document[name]])) as never
}

/** The discount of an invoice or estimate. */
export type DatedDiscount = {
  readonly name: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly reduction: DocumentDiscount
}

/** The amounts of a document, in minor units of its currency. */
export type DocumentAmounts = {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
}

/** An estimate or invoice with only the fields that lists read. */
export type BriefDocument<Kind extends KindOfRow> = Row<Kind> &
  DocumentAmounts & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly number: string
    /** The day as `yyyy-MM-dd`. */
    readonly day: string
    readonly dueDate: string
    readonly paidMinor: bigint
    readonly lastViewedAt: Date | null
  }

/** An estimate or invoice as stored in the database. */
export type SalesDocument<Kind extends KindOfRow> = BriefDocument<Kind> &
  DocumentWording & {
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
export type DocumentFilter<Status> = {
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
  /** Sort orders of the schema. */
  readonly sort: readonly string[]
}

/** Returns the path of the customer's page of a document at the provider. */
export function documentPath(kind: DocumentKind, { anonymousId }: { readonly anonymousId: string }): string {
  return `/${kind}s/${anonymousId}`
}

/** Returns the path of the PDF of a document at the provider. */
export function documentPdfPath(kind: DocumentKind, document: { readonly anonymousId: string }): string {
  return `${documentPath(kind, document)}/pdf`
}
