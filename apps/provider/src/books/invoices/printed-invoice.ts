import { knownCurrency } from '@counterfoil/money/currencies'
import { shortestDecimal } from '@counterfoil/money/decimal'
import { formatAmount } from '@counterfoil/money/money'
import { knownDecimal, shortestText } from '#books/documents/amounts.ts'
import {
  documentLocaleOf,
  paperOf,
  type PrintedBusiness,
  type PrintedDocument,
} from '#books/printing/printed-document.ts'
import { findCountry, findProvince } from '#books/reference/reference-data.ts'

/** Where somebody is: the columns of a business and of a customer. */
export type PrintedAddress = {
  readonly line1: string | null
  readonly line2: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly provinceCode: string | null
  readonly countryCode: string | null
}

/** What the database has of an invoice for its reader. Amounts are minor units as digits; rates and quantities decimal text. */
export type InvoiceOnPaper = {
  readonly invoiceNumber: string
  readonly poNumber: string | null
  readonly day: string
  readonly dueDay: string
  readonly currencyCode: string
  readonly title: string
  readonly subhead: string | null
  readonly memo: string | null
  readonly footer: string | null
  readonly columns: PrintedDocument['columns']
  readonly subtotal: string
  readonly discountTotal: string
  readonly discountName: string | null
  readonly discountPercentage: string | null
  readonly total: string
  readonly due: string
  readonly business: Omit<PrintedBusiness, 'lines'> & {
    readonly address: PrintedAddress
    readonly phone: string | null
    readonly website: string | null
  }
  readonly customer: { readonly name: string; readonly address: PrintedAddress }
  readonly items: readonly {
    readonly name: string
    readonly description: string | null
    readonly quantity: string
    readonly unitPrice: string
    readonly subtotal: string
  }[]
  readonly taxes: readonly {
    readonly name: string
    /** Only where the business shows it. */
    readonly number: string | null
    readonly rate: string
    readonly amount: string
  }[]
  readonly payments: readonly { readonly day: string; readonly amount: string; readonly method: string }[]
}

const DISCOUNT = { en: 'Discount', fr: 'Remise' }

/** An invoice as its customer sees it. */
export function printInvoice(invoice: InvoiceOnPaper): PrintedDocument {
  const { business, customer } = invoice
  const currency = knownCurrency(invoice.currencyCode)
  const amount = (minorUnits: string) => formatAmount({ minorUnits: BigInt(minorUnits), currency })
  const locale = documentLocaleOf(business.address)
  const discountName = invoice.discountName ?? DISCOUNT[locale]
  return {
    kind: 'INVOICE',
    locale,
    paper: paperOf(business.address.countryCode),
    title: invoice.title,
    subhead: invoice.subhead,
    number: invoice.invoiceNumber,
    poNumber: invoice.poNumber,
    day: invoice.day,
    dueDay: invoice.dueDay,
    currencyCode: invoice.currencyCode,
    business: {
      name: business.name,
      lines: [...linesOf(business.address), business.phone, business.website].filter(isSomething),
      accentColor: business.accentColor,
      logoUrl: business.logoUrl,
    },
    customer: { name: customer.name, lines: linesOf(customer.address) },
    columns: invoice.columns,
    items: invoice.items.map((item) => ({
      name: item.name,
      description: item.description,
      quantity: shortestText(item.quantity),
      unitPrice: priceText(item.unitPrice, currency.exponent),
      amount: amount(item.subtotal),
    })),
    subtotal: amount(invoice.subtotal),
    discounts:
      invoice.discountTotal === '0'
        ? []
        : [
            {
              name:
                invoice.discountPercentage === null
                  ? discountName
                  : `${discountName} (${shortestText(invoice.discountPercentage)} %)`,
              amount: amount(invoice.discountTotal),
            },
          ],
    taxes: invoice.taxes.map(({ name, number, rate, amount: tax }) => ({
      name: [name, percentOf(rate), ...(number === null ? [] : [`(${number})`])].join(' '),
      amount: amount(tax),
    })),
    total: amount(invoice.total),
    payments: invoice.payments.map((payment) => ({
      day: payment.day,
      amount: amount(payment.amount),
      method: null,
    })),
    amountDue: amount(invoice.due),
    memo: invoice.memo,
    footer: invoice.footer,
  }
}

function linesOf(address: PrintedAddress): readonly string[] {
  const province = address.provinceCode === null ? undefined : findProvince(address.provinceCode)?.name
  const country = address.countryCode === null ? undefined : findCountry(address.countryCode)?.name
  const place = [address.city, province, address.postalCode].filter(isSomething).join(' ')
  return [address.line1, address.line2, place, country].filter(isSomething)
}

function isSomething(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== ''
}

/** A price has at least the digits of its currency. */
function priceText(decimal: string, exponent: number): string {
  const [whole = '0', digits = ''] = shortestText(decimal).split('.')
  const padded = digits.padEnd(exponent, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}

/** `0.130000` is 13 %. A rate has six digits after the point. */
function percentOf(rate: string): string {
  const { units, scale } = knownDecimal(rate)
  return `${shortestDecimal({ units, scale: scale - 2 })} %`
}
