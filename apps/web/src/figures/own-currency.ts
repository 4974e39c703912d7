import { type CurrencyAmount, type FigureCurrency, type MoneySum, parseMinor, sumMinor } from './amount.ts'

/** An invoice as far as its currency matters. */
export interface InvoiceCurrency {
  readonly currency: { readonly code: string; readonly exponent?: number }
  /** Units of the currency of the business for one unit of the invoice's; decimal text. */
  readonly exchangeRate?: string | null
}

/** How the amounts of some invoices are added up. */
export interface Conversion {
  /** `own`: all are in the currency of the business. `about`: others are converted. `named`: each currency has its own sum. */
  readonly kind: 'own' | 'about' | 'named'
  /** Sums amounts of those invoices. @throws AmountRefused */
  readonly sum: (amounts: readonly InvoiceAmount[]) => MoneySum
}

interface InvoiceAmount {
  readonly row: InvoiceCurrency
  readonly minor: number
}

const RATE = /^(\d+)(?:\.(\d+))?$/

/**
 * Decides how amounts of `rows` become one: at each invoice's own rate when all rates are known. Otherwise none is converted, and
 * each currency is named, so that nothing is left out.
 */
export function conversionOf(rows: readonly InvoiceCurrency[], own: FigureCurrency): Conversion {
  const foreign = rows.filter(({ currency }) => currency.code !== own.code)
  if (foreign.every((row) => isConvertible(row)))
    return {
      kind: foreign.length === 0 ? 'own' : 'about',
      sum: (amounts) => ({ minor: sumMinor(amounts.map((amount) => toOwn(amount, own))) }),
    }
  return { kind: 'named', sum: (amounts) => sumByCurrency(amounts, own) }
}

/** Amounts in several currencies cannot be compared, because an exchange rate is not known. */
export class RateUnknown extends Error {
  override readonly name = 'RateUnknown'
}

/** {@link conversionOf} rows whose amounts are compared. @throws RateUnknown */
export function comparableOf(rows: readonly InvoiceCurrency[], own: FigureCurrency): Conversion {
  const conversion = conversionOf(rows, own)
  if (conversion.kind === 'named') throw new RateUnknown()
  return conversion
}

/** The amount in the currency of the business, at the invoice's own rate. @throws AmountRefused */
function toOwn({ row, minor }: InvoiceAmount, own: FigureCurrency): number {
  const { currency, exchangeRate } = row
  if (currency.code === own.code) return minor
  return convertMinor(minor, {
    rate: exchangeRate ?? '',
    from: currency.exponent ?? own.exponent,
    to: own.exponent,
  })
}

/** Converts smallest units, halves away from zero. @throws AmountRefused for a result that is not exact */
function convertMinor(
  minor: number,
  about: { readonly rate: string; readonly from: number; readonly to: number },
): number {
  const [, whole = '', fraction = ''] = RATE.exec(about.rate) ?? []
  const upper = BigInt(Math.abs(minor)) * BigInt(`${whole}${fraction}`) * 10n ** BigInt(about.to)
  const lower = 10n ** BigInt(fraction.length + about.from)
  const rounded = (upper * 2n + lower) / (lower * 2n)
  return parseMinor(`${minor < 0 ? '-' : ''}${rounded}`, 0)
}

function isConvertible({ currency, exchangeRate }: InvoiceCurrency): boolean {
  return currency.exponent !== undefined && RATE.test(exchangeRate ?? '') && Number(exchangeRate) > 0
}

function sumByCurrency(amounts: readonly InvoiceAmount[], own: FigureCurrency): MoneySum {
  const sums = new Map<string, CurrencyAmount>()
  for (const { row, minor } of amounts) {
    const { code, exponent = own.exponent } = row.currency
    sums.set(code, { code, exponent, minor: sumMinor([sums.get(code)?.minor ?? 0, minor]) })
  }
  const others = [...sums.values()].filter(({ code, minor }) => code !== own.code && minor !== 0)
  return {
    minor: sums.get(own.code)?.minor ?? 0,
    others: others.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  }
}
