import { knownCurrency } from '@counterfoil/money/currencies'
import { formatAmount } from '@counterfoil/money/money'
import {
  documentLocaleOf,
  paperOf,
  type PrintedBusiness,
  type PrintedDocument,
} from '#books/printing/printed-document.ts'
import { printedWords } from '#books/printing/printed-words.ts'
import { addressLines, priceText, taxLabel, type PrintedPlace } from '#books/printing/printed-parts.ts'
import { printedNumber, type PrintedSpelling } from '#books/printing/printed-text.ts'
import { knownDecimal, shortestText } from './amounts.ts'
import { headingsIn } from './unchanged-titles.ts'

/**
 * An invoice or estimate, read from the database for its customer. Amounts are minor units as digits; rates, quantities and
 * prices are decimal text; days are `yyyy-MM-dd`.
 */
export type DocumentOnPaper = Pick<
  PrintedDocument,
  | 'columns'
  | 'currencyCode'
  | 'day'
  | 'dueDay'
  | 'footer'
  | 'kind'
  | 'memo'
  | 'number'
  | 'poNumber'
  | 'subhead'
  | 'title'
> & {
  readonly subtotal: string
  readonly discountTotal: string
  readonly discountName: string | null
  readonly discountPercentage: string | null
  readonly total: string
  /** The unpaid part of an invoice, or of the deposit of an estimate; null for an estimate without deposit. */
  readonly amountDue: string | null
  readonly business: Omit<PrintedBusiness, 'lines'> & {
    readonly place: PrintedPlace
    readonly phone: string | null
    readonly website: string | null
    readonly taxNumber: string | null
    readonly paymentDetails: string | null
  }
  readonly customer: { readonly name: string; readonly place: PrintedPlace; readonly email: string | null }
  readonly items: readonly ItemOnPaper[]
  readonly taxes: readonly TaxOnPaper[]
  readonly payments: readonly PaymentOnPaper[]
}

export type ItemOnPaper = {
  readonly name: string
  readonly description: string | null
  readonly quantity: string
  readonly unitPrice: string
  readonly subtotal: string
}

export type TaxOnPaper = {
  readonly abbreviation: string
  /** The tax rate as a fraction: 0.13 is 13 %. */
  readonly rate: string
  /** Null if the business does not show it. */
  readonly taxNumber: string | null
  readonly amount: string
}

export type PaymentOnPaper = { readonly day: string; readonly amount: string }

/** Formats an invoice or estimate for its customer, in the customer's language and the spelling of the business's country. */
export function printDocument(onPaper: DocumentOnPaper): PrintedDocument {
  const { business, customer, kind, subhead, number, poNumber, day, dueDay } = onPaper
  const { currencyCode, memo, footer } = onPaper
  const currency = knownCurrency(currencyCode)
  const amount = (minorUnits: string) => formatAmount({ minorUnits: BigInt(minorUnits), currency })
  const locale = documentLocaleOf(business.place, customer.place)
  const from = { countryCode: business.place.countryCode, locale }
  const { title, ...columns } = headingsIn(locale, onPaper)
  const taxNumber = business.taxNumber && printedWords(locale).taxNumber(business.taxNumber)
  return {
    ...{ kind, ...from, title, subhead, number, poNumber, day, dueDay, currencyCode, memo, footer },
    columns: { ...onPaper.columns, ...columns },
    paper: paperOf(from.countryCode),
    paymentDetails: business.paymentDetails,
    business: {
      name: business.name,
      lines: linesOf([...addressLines(business.place, from), business.phone, business.website, taxNumber]),
      accentColor: business.accentColor,
      logoUrl: business.logoUrl,
    },
    customer: {
      name: customer.name,
      lines: linesOf([...addressLines(customer.place, from), customer.email]),
    },
    items: onPaper.items.map((item) => ({
      name: item.name,
      description: item.description,
      quantity: shortestText(item.quantity),
      unitPrice: priceText(knownDecimal(item.unitPrice), currency.exponent),
      amount: amount(item.subtotal),
    })),
    subtotal: amount(onPaper.subtotal),
    discounts:
      onPaper.discountTotal === '0'
        ? []
        : [{ name: discountLabel(onPaper, from), amount: amount(onPaper.discountTotal) }],
    taxes: onPaper.taxes.map((tax) => ({
      name: taxLabel({ ...tax, rate: knownDecimal(tax.rate) }, from),
      amount: amount(tax.amount),
    })),
    total: amount(onPaper.total),
    payments: onPaper.payments.map((payment) => ({
      day: payment.day,
      method: null,
      amount: amount(payment.amount),
    })),
    amountDue: onPaper.amountDue === null ? null : amount(onPaper.amountDue),
  }
}

function discountLabel(
  { discountName, discountPercentage }: Pick<DocumentOnPaper, 'discountName' | 'discountPercentage'>,
  spelling: PrintedSpelling,
): string {
  const name = discountName ?? printedWords(spelling.locale).discount
  return discountPercentage === null
    ? name
    : `${name} (${printedNumber(shortestText(discountPercentage), spelling)} %)`
}

function linesOf(lines: readonly (string | null)[]): readonly string[] {
  return lines.filter((line): line is string => line !== null && line !== '')
}
