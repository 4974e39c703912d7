import { type CurrencyAmount, type FigureCurrency, type MoneySum, parseMinor, sumMinor } from './amount.ts'

/** An invoice's currency and exchange rate. */
export interface InvoiceCurrency {
  readonly currency: { readonly code: string; readonly exponent?: number }
  /** Units of the business's currency per unit of the invoice's; decimal text. */
  readonly exchangeRate?: string | null
}

/** The way in which the amounts of some invoices are added up. */
export interface Conversion {
  /** `own`: all amounts are in the business's currency. `about`: others are converted. `named`: each currency has its own sum. */
  readonly kind: 'own' | 'about' | 'named'
  /** Sums amounts of those invoices. @throws AmountRefused for an amount that cannot be held */
  readonly sum: (amounts: readonly InvoiceAmount[]) => MoneySum
}

interface InvoiceAmount {
  readonly row: InvoiceCurrency
  readonly minor: number
}

const RATE = /^(\d+)(?:\.(\d+))?$/

/**
 * Decides how amounts of `rows` are added up: converted at each invoice's own rate if all rates are known. Otherwise none is
 * converted, and each currency has its own sum, so that nothing is left out.
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

/** The error for amounts in several currencies that cannot be compared, because an exchange rate is unknown. */
export class RateUnknown extends Error {
  override readonly name = 'RateUnknown'
}

/** Returns {@link conversionOf} for rows whose amounts must be comparable. @throws RateUnknown if a rate is unknown */
export function comparableOf(rows: readonly InvoiceCurrency[], own: FigureCurrency): Conversion {
  const conversion = conversionOf(rows, own)
  if (conversion.kind === 'named') throw new RateUnknown()
  return conversion
}

/** Returns the amount in the business's currency, at the invoice's own rate. @throws AmountRefused if it is not exact */
function toOwn({ row, minor }: InvoiceAmount, own: FigureCurrency): number {
  const { currency, exchangeRate } = row
  if (currency.code === own.code) return minor
  return convertMinor(minor, {
    rate: exchangeRate ?? '',
    from: currency.exponent ?? own.exponent,
    to: own.exponent,
  })
}

/** Converts minor units, halves away from zero. @throws AmountRefused for a result that is not exact */
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
