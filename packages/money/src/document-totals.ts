import type { Currency } from './currencies.ts'
import { divideRounded, multiplyDecimals, roundDecimal, type Decimal } from './decimal.ts'
import { shareByLargestRemainder, shareByWeight } from './share.ts'

/** The largest amount of the books, in minor units: sums of such amounts fit into a `bigint` of the database. */
export const MAX_AMOUNT_MINOR = 1_000_000_000_000_000n

/** The numbers of digits after the point that the provider keeps; more are rounded half away from zero. */
export const SCALES = { quantity: 8, unitPrice: 8, productPrice: 5, taxRate: 6, exchangeRate: 10 } as const

/** A tax of a line, with the tax rate on the day of the document: `0.13` is 13 %. */
export type LineTax = {
  readonly rate: Decimal
  /** True if this tax is charged also on the ordinary taxes of the line. */
  readonly isCompound: boolean
}

/** A line of an invoice or of an estimate. Quantity and price have at most 8 digits after the point. */
export type DocumentLine = {
  readonly quantity: Decimal
  readonly unitPrice: Decimal
  readonly taxes: readonly LineTax[]
}

/** A reduction of the whole document, before taxes. */
export type DocumentDiscount =
  | { readonly kind: 'FIXED'; readonly amountMinor: bigint }
  /** A percentage from 0 to 100. */
  | { readonly kind: 'PERCENTAGE'; readonly percentage: Decimal }

export type LineTotals = {
  /** The quantity times the price, before the discount. */
  readonly subtotalMinor: bigint
  /** The part of the discount on this line, positive if it lowers the line. */
  readonly discountMinor: bigint
  /** The amounts of the taxes, in the order of `taxes`. */
  readonly taxesMinor: readonly bigint[]
  /** The subtotal before the discount plus the taxes. */
  readonly totalMinor: bigint
}

/** The totals, all in minor units of the document's currency. `total = subtotal - discount + tax`. */
export type DocumentTotals = {
  readonly lines: readonly LineTotals[]
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
  /** The sum of all absolute amounts, an upper bound for what one account gets. */
  readonly grossMinor: bigint
}

export type TotalsFault =
  | { readonly kind: 'line too large'; readonly index: number }
  | { readonly kind: 'discount too large' }
  | { readonly kind: 'total too large' }

/** Computes the totals of a document. Each line, the discount and each tax of each line are rounded once, half away from zero. */
export function calculateTotals(document: {
  readonly lines: readonly DocumentLine[]
  readonly discount: DocumentDiscount | null
  readonly currency: Pick<Currency, 'exponent'>
}): DocumentTotals | TotalsFault {
  const subtotals = document.lines.map(({ quantity, unitPrice }) => {
    const exact = multiplyDecimals(quantity, unitPrice)
    return roundDecimal(exact, document.currency.exponent).units
  })
  const large = subtotals.findIndex(isTooLarge)
  if (large !== -1) return { kind: 'line too large', index: large }
  const subtotalMinor = sumOf(subtotals)
  const discountMinor = discountOf(document.discount, subtotalMinor)
  if (discountMinor === 'too large') return { kind: 'discount too large' }
  const shares = sharesOf(document.discount, discountMinor, subtotals)
  const lines = document.lines.map(({ taxes }, index) =>
    lineTotals(taxes, { subtotalMinor: subtotals[index] ?? 0n, discountMinor: shares[index] ?? 0n }),
  )
  const taxMinor = sumOf(lines.flatMap(({ taxesMinor }) => taxesMinor))
  const totalMinor = subtotalMinor - discountMinor + taxMinor
  const grossMinor = sumOf(lines.flatMap(amountsOf).map(magnitudeOf))
  if (isTooLarge(grossMinor)) return { kind: 'total too large' }
  return { lines, subtotalMinor, discountMinor, taxMinor, totalMinor, grossMinor }
}

/** Returns the share of each line: its own percentage, or its part of an amount in proportion. */
function sharesOf(
  discount: DocumentDiscount | null,
  discountMinor: bigint,
  subtotals: readonly bigint[],
): readonly bigint[] {
  if (discount?.kind !== 'PERCENTAGE') return shareByWeight(discountMinor, subtotals)
  const { units, scale } = discount.percentage
  return shareByLargestRemainder(discountMinor, {
    numerators: subtotals.map((subtotal) => subtotal * units),
    denominator: 100n * 10n ** BigInt(scale),
  })
}

function discountOf(discount: DocumentDiscount | null, subtotalMinor: bigint): bigint | 'too large' {
  if (discount === null) return 0n
  if (discount.kind === 'PERCENTAGE') {
    const { units, scale } = discount.percentage
    return divideRounded(subtotalMinor * units, 100n * 10n ** BigInt(scale))
  }
  const largest = subtotalMinor > 0n ? subtotalMinor : 0n
  return discount.amountMinor > largest ? 'too large' : discount.amountMinor
}

function lineTotals(
  taxes: readonly LineTax[],
  { subtotalMinor, discountMinor }: Pick<LineTotals, 'subtotalMinor' | 'discountMinor'>,
): LineTotals {
  const reduced = subtotalMinor - discountMinor
  const ordinary = sumOf(taxes.map(({ rate, isCompound }) => (isCompound ? 0n : taxOf(reduced, rate))))
  const taxesMinor = taxes.map(({ rate, isCompound }) =>
    taxOf(isCompound ? reduced + ordinary : reduced, rate),
  )
  return { subtotalMinor, discountMinor, taxesMinor, totalMinor: subtotalMinor + sumOf(taxesMinor) }
}

function taxOf(amountMinor: bigint, { units, scale }: Decimal): bigint {
  return divideRounded(amountMinor * units, 10n ** BigInt(scale))
}

function amountsOf({ subtotalMinor, taxesMinor, discountMinor }: LineTotals): readonly bigint[] {
  return [subtotalMinor, discountMinor, ...taxesMinor]
}

function magnitudeOf(amountMinor: bigint): bigint {
  return amountMinor < 0n ? -amountMinor : amountMinor
}

function isTooLarge(amountMinor: bigint): boolean {
  return amountMinor > MAX_AMOUNT_MINOR || amountMinor < -MAX_AMOUNT_MINOR
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
