import { divideRounded, parseDecimal, shortestDecimal, type Decimal } from '@counterfoil/money/decimal'
import { MAX_AMOUNT_MINOR } from '@counterfoil/money/document-totals'
import { readPercentage } from '#books/documents/amounts.ts'
import type { FieldReader } from '#books/input-faults.ts'

/** The deposit setting of an estimate: none, mandatory before there is an invoice, or optional. */
export type DepositStatus = 'DISABLED' | 'ENABLED_MANDATORY' | 'ENABLED_OPTIONAL'

/** The size of a deposit: an `AMOUNT` in minor units of the currency, or a `PERCENTAGE` of the total, from 0 to 100. */
export type DepositMeasure =
  | { readonly unit: 'AMOUNT'; readonly amountMinor: bigint }
  | { readonly unit: 'PERCENTAGE'; readonly percentage: Decimal }

/** The deposit of an estimate as described by the business. A disabled deposit keeps its size. */
export type DepositTerms = { readonly status: DepositStatus; readonly measure: DepositMeasure | null }

export const NO_DEPOSIT: DepositTerms = { status: 'DISABLED', measure: null }

type DepositPaymentStatus = 'PAID_FULL' | 'PAID_PARTIAL' | 'UNPAID'

/** The fields of an input that describe a deposit. */
export type DepositInput = {
  readonly depositStatus: DepositStatus | null | undefined
  readonly depositUnit: DepositMeasure['unit'] | null | undefined
  readonly depositValue: string | null | undefined
}

/** Parses the deposit of an input. Omitted fields keep the values of `present`; null clears them. */
export function readDepositTerms(
  fields: Pick<FieldReader, 'refuse'>,
  input: DepositInput,
  present: DepositTerms,
): DepositTerms {
  const status = input.depositStatus ?? present.status
  const unit = input.depositUnit === undefined ? present.measure?.unit : input.depositUnit
  const isOtherUnit = unit !== present.measure?.unit
  const value =
    input.depositValue === undefined && !isOtherUnit ? depositValueOf(present) : (input.depositValue ?? null)
  const missing = [
    ...((unit ?? null) === null ? ['depositUnit'] : []),
    ...(value === null ? ['depositValue'] : []),
  ]
  // Both may be missing, but only while no deposit is requested.
  if (missing.length === 1 || status !== 'DISABLED') refuseMissing(fields, missing)
  if (!unit || value === null) return { status, measure: null }
  return { status, measure: readMeasure(fields, unit, value) }
}

/** Returns `depositValue` of the schema: whole minor units, or a percentage. Null if no size is set. */
export function depositValueOf({ measure }: DepositTerms): string | null {
  if (measure === null) return null
  if (measure.unit === 'AMOUNT') return measure.amountMinor.toString()
  return shortestDecimal(measure.percentage)
}

/** Returns the requested deposit in minor units. A percentage of a negative total is 0. */
export function depositTotalMinorOf({ status, measure }: DepositTerms, totalMinor: bigint): bigint {
  if (status === 'DISABLED' || measure === null) return 0n
  if (measure.unit === 'AMOUNT') return measure.amountMinor
  const { units, scale } = measure.percentage
  return totalMinor <= 0n ? 0n : divideRounded(totalMinor * units, 100n * 10n ** BigInt(scale))
}

export function depositPaymentStatusOf({
  paidMinor,
  depositTotalMinor,
}: {
  readonly paidMinor: bigint
  readonly depositTotalMinor: bigint
}): DepositPaymentStatus {
  if (paidMinor <= 0n) return 'UNPAID'
  return paidMinor >= depositTotalMinor ? 'PAID_FULL' : 'PAID_PARTIAL'
}

function readMeasure(
  fields: Pick<FieldReader, 'refuse'>,
  unit: DepositMeasure['unit'],
  value: string,
): DepositMeasure | null {
  if (unit === 'AMOUNT') {
    const amountMinor = readWholeMinor(value)
    if (typeof amountMinor === 'bigint') return { unit, amountMinor }
    fields.refuse('depositValue', amountMinor, 'depositValue must be a whole number of cents, from 0.')
    return null
  }
  const percentage = readPercentage(value)
  if (typeof percentage !== 'string') return { unit, percentage }
  fields.refuse('depositValue', percentage, 'depositValue must be from 0 to 100.')
  return null
}

function readWholeMinor(value: string): bigint | 'INVALID' | 'OUT_OF_RANGE' {
  const decimal = parseDecimal(value)
  if (decimal === undefined) return 'INVALID'
  const divisor = 10n ** BigInt(decimal.scale)
  if (decimal.units % divisor !== 0n) return 'INVALID'
  const units = decimal.units / divisor
  return units < 0n || units > MAX_AMOUNT_MINOR ? 'OUT_OF_RANGE' : units
}

function refuseMissing(fields: Pick<FieldReader, 'refuse'>, names: readonly string[]): void {
  for (const name of names) fields.refuse(name, 'REQUIRED', `${name} is required for a deposit.`)
}
