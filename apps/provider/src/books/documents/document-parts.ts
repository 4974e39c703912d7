import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import type { DocumentFlags, DocumentTexts } from './document-texts.ts'

/** Whom a document is for. */
export type BilledCustomer = {
  readonly id: RowId<'Customer'>
  readonly isArchived: boolean
}

/** What a line is about. */
export type SoldProduct = {
  readonly id: RowId<'Product'>
  readonly description: string | null
  readonly unitPrice: Decimal
  /** Null for a product that is only bought. */
  readonly incomeAccountId: RowId<'Account'> | null
  readonly isArchived: boolean
  readonly isAccountArchived: boolean
  readonly salesTaxIds: readonly RowId<'SalesTax'>[]
}

/** A tax at the rate that is in force on the day of the document; before its first day, that of the first day. */
export type ChargedTax = {
  readonly id: RowId<'SalesTax'>
  /** What is charged is owed on it. */
  readonly accountId: RowId<'Account'>
  readonly rate: Decimal
  readonly isCompound: boolean
  readonly isArchived: boolean
}

/** What a new document has where nobody says otherwise. */
export type DocumentDefaults = {
  readonly texts: DocumentTexts
  readonly flags: DocumentFlags
  /** Days from the day of a document to the day it is due. */
  readonly paymentTermDays: number
}

/** What a new invoice names, and the currency and day that it has. */
export type NewInvoiceAsked = {
  readonly customerId: RowId<'Customer'> | undefined
  readonly productIds: readonly RowId<'Product'>[]
  readonly salesTaxIds: readonly RowId<'SalesTax'>[]
  readonly currencyCode: string
  /** `yyyy-MM-dd` */
  readonly day: string
}

/** What a new invoice is made of. */
export type NewInvoiceParts = {
  /** The id that it gets: nothing else writes to the books meanwhile. */
  readonly id: RowId<'Invoice'>
  readonly defaults: DocumentDefaults
  readonly customer: BilledCustomer | null
  readonly products: ReadonlyMap<string, SoldProduct>
  /** Those that were asked for, and those of the products. */
  readonly taxes: ReadonlyMap<string, ChargedTax>
  /** As {@link DocumentPartsReader.findLastRate} finds it. */
  readonly lastRate: Decimal | null
  /** Undefined while no number counts. */
  readonly largestNumber: string | undefined
  /** The accounts of the system that it is entered on, by their keys, as far as they are there. */
  readonly accounts: ReadonlyMap<string, RowId<'Account'>>
}
