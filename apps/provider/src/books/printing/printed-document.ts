import type { LANGUAGES } from '@counterfoil/design/languages'

/** The languages of documents. */
export type DocumentLocale = (typeof LANGUAGES)[number]

/** The countries, as ISO 3166-1 codes, that use Letter paper. */
const LETTER_COUNTRIES: ReadonlySet<string> = new Set(['CA', 'CL', 'CO', 'CR', 'MX', 'PH', 'PR', 'US', 'VE'])

/** The kinds of printed documents. A receipt is for a payment of an invoice or of the deposit of an estimate. */
export type PrintedKind = 'INVOICE' | 'ESTIMATE' | 'RECEIPT' | 'DEPOSIT_RECEIPT'

/**
 * An invoice, estimate or receipt as its reader sees it: on the customer's page, as a PDF and in a message. It is plain JSON,
 * because messages store the document as sent. Amounts are decimal text with as many digits as the currency has (`1234.50`),
 * quantities and prices are decimal text, days are `yyyy-MM-dd`.
 */
export type PrintedDocument = {
  readonly kind: PrintedKind
  readonly locale: DocumentLocale
  /** The ISO 3166-1 code of the business's country, which decides how amounts and days are formatted. Undefined in old messages. */
  readonly countryCode?: string | null
  readonly paper: 'LETTER' | 'A4'
  /** The heading of the document, for example `Invoice`. */
  readonly title: string
  readonly subhead: string | null
  readonly number: string
  readonly poNumber: string | null
  readonly day: string
  /** The due date of an invoice, or the last day on which an estimate is valid. Null for a receipt. */
  readonly dueDay: string | null
  /** The ISO 4217 code of the currency. */
  readonly currencyCode: string
  readonly business: PrintedBusiness
  readonly customer: PrintedCustomer
  readonly columns: PrintedColumns
  readonly items: readonly PrintedItem[]
  readonly subtotal: string
  /** Positive amounts that lower the total. */
  readonly discounts: readonly PrintedLine[]
  readonly taxes: readonly PrintedLine[]
  readonly total: string
  /** The payments so far, or the one payment of a receipt. A refund is negative. */
  readonly payments: readonly PrintedPayment[]
  /** The amount due of an invoice, or the requested deposit of an estimate. Null without deposit. */
  readonly amountDue: string | null
  /** Instructions for paying, written by the business. Undefined in messages of an earlier release. */
  readonly paymentDetails?: string | null
  /** True if messages omit the total. The document itself shows it. */
  readonly hidesTotal?: boolean
  readonly memo: string | null
  readonly footer: string | null
}

export type PrintedBusiness = {
  readonly name: string
  /** The address, telephone number and website, one per line. */
  readonly lines: readonly string[]
  /** The colour as `#rrggbb`. */
  readonly accentColor: string | null
  /** The logo. Only a `data:` URL is printed; nothing is fetched. */
  readonly logoUrl: string | null
}

type PrintedCustomer = { readonly name: string; readonly lines: readonly string[] }

/** The headings of the columns; null for hidden ones. */
export type PrintedColumns = {
  readonly item: string
  readonly unit: string
  readonly price: string
  readonly amount: string
  readonly hidesName: boolean
  readonly hidesDescription: boolean
  readonly hidesUnit: boolean
  readonly hidesPrice: boolean
  readonly hidesAmount: boolean
}

export type PrintedItem = {
  readonly name: string
  readonly description: string | null
  readonly quantity: string
  readonly unitPrice: string
  readonly amount: string
}

export type PrintedLine = { readonly name: string; readonly amount: string }

type PrintedPayment = { readonly day: string; readonly method: string | null; readonly amount: string }

/** Returns the paper size that is usual in a country. */
export function paperOf(countryCode: string | null): PrintedDocument['paper'] {
  return countryCode !== null && LETTER_COUNTRIES.has(countryCode) ? 'LETTER' : 'A4'
}

type Place = { readonly countryCode: string | null; readonly provinceCode: string | null }

/** The language of business in countries where it is one of the languages of documents. */
const LANGUAGE_OF: Readonly<Record<string, DocumentLocale>> = {
  ...{ FR: 'fr', MC: 'fr', DE: 'de', AT: 'de', LI: 'de' },
  ...{ US: 'en', GB: 'en', IE: 'en', AU: 'en', NZ: 'en' },
}

/** Returns the language of a document: that of the customer's country or province, else that of the business's, else English. */
export function documentLocaleOf(business: Place, customer?: Place): DocumentLocale {
  return (customer && languageOf(customer)) ?? languageOf(business) ?? 'en'
}

function languageOf({ countryCode, provinceCode }: Place): DocumentLocale | undefined {
  if (countryCode === 'CA' && provinceCode !== null) return provinceCode === 'CA-QC' ? 'fr' : 'en'
  return countryCode === null ? undefined : LANGUAGE_OF[countryCode]
}

/** Returns the instructions for paying an invoice or the deposit of an estimate; null if nothing is due, and on receipts. */
export function paymentDetailsOf(document: PrintedDocument): string | null {
  const { kind, paymentDetails, amountDue } = document
  const isAsked =
    (kind === 'INVOICE' || kind === 'ESTIMATE') && amountDue !== null && !/^(?:-|[0.]+$)/.test(amountDue)
  return isAsked ? (paymentDetails ?? null) : null
}
