import type { LANGUAGES } from '@counterfoil/design/languages'

/** A language a document can be in. */
export type DocumentLocale = (typeof LANGUAGES)[number]

/** ISO 3166-1. */
const LETTER_COUNTRIES: ReadonlySet<string> = new Set(['CA', 'CL', 'CO', 'CR', 'MX', 'PH', 'PR', 'US', 'VE'])

/** A receipt is for a payment of an invoice, or of the deposit of an estimate. */
export type PrintedKind = 'INVOICE' | 'ESTIMATE' | 'RECEIPT' | 'DEPOSIT_RECEIPT'

/**
 * An invoice, an estimate or the receipt of a payment as its reader sees it: on the customer's page, as a PDF, and in a
 * message. Plain JSON: a message keeps the one that was sent. Amounts are decimal text with as many digits as the currency
 * has (`1234.50`), quantities and prices decimal text, days `yyyy-MM-dd`.
 */
export type PrintedDocument = {
  readonly kind: PrintedKind
  readonly locale: DocumentLocale
  /** ISO 3166-1 code of the business's country, which spells amounts and days. Messages of an earlier release have none. */
  readonly countryCode?: string | null
  readonly paper: 'LETTER' | 'A4'
  /** Heading of the document, for example `Invoice`. */
  readonly title: string
  readonly subhead: string | null
  readonly number: string
  readonly poNumber: string | null
  readonly day: string
  /** An invoice: when it has to be paid. An estimate: until when it holds. Null for a receipt. */
  readonly dueDay: string | null
  /** ISO 4217. */
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
  /** Payments so far; on a receipt its one payment. A refund is negative. */
  readonly payments: readonly PrintedPayment[]
  /** Amount due. On an estimate the requested deposit, null without one. */
  readonly amountDue: string | null
  /** How to pay the business, in its own words. Messages of an earlier release have none. */
  readonly paymentDetails?: string | null
  /** Whether a message leaves the total unsaid; the document itself has it. */
  readonly hidesTotal?: boolean
  readonly memo: string | null
  readonly footer: string | null
}

export type PrintedBusiness = {
  readonly name: string
  /** Address, telephone, website: each a line. */
  readonly lines: readonly string[]
  /** `#rrggbb`. */
  readonly accentColor: string | null
  /** Only a picture that is in the address itself (`data:`) is printed: nothing is fetched. */
  readonly logoUrl: string | null
}

type PrintedCustomer = { readonly name: string; readonly lines: readonly string[] }

/** Headings of the columns; null for hidden ones. */
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

/** The paper that printers of a country hold. */
export function paperOf(countryCode: string | null): PrintedDocument['paper'] {
  return countryCode !== null && LETTER_COUNTRIES.has(countryCode) ? 'LETTER' : 'A4'
}

type Place = { readonly countryCode: string | null; readonly provinceCode: string | null }

/** Countries in which one of the languages of documents is the one of business. */
const LANGUAGE_OF: Readonly<Record<string, DocumentLocale>> = {
  ...{ FR: 'fr', MC: 'fr', DE: 'de', AT: 'de', LI: 'de' },
  ...{ US: 'en', GB: 'en', IE: 'en', AU: 'en', NZ: 'en' },
}

/** The language of a document: that of the customer's place where it has one, else that of the business's. */
export function documentLocaleOf(business: Place, customer?: Place): DocumentLocale {
  return (customer && languageOf(customer)) ?? languageOf(business) ?? 'en'
}

function languageOf({ countryCode, provinceCode }: Place): DocumentLocale | undefined {
  if (countryCode === 'CA' && provinceCode !== null) return provinceCode === 'CA-QC' ? 'fr' : 'en'
  return countryCode === null ? undefined : LANGUAGE_OF[countryCode]
}

/** Returns how to pay the amount due of an invoice, or the deposit of an estimate; null if nothing is due, and on receipts. */
export function paymentDetailsOf(document: PrintedDocument): string | null {
  const { kind, paymentDetails, amountDue } = document
  const isAsked =
    (kind === 'INVOICE' || kind === 'ESTIMATE') && amountDue !== null && !/^(?:-|[0.]+$)/.test(amountDue)
  return isAsked ? (paymentDetails ?? null) : null
}
