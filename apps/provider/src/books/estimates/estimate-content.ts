import type { Currency } from '@counterfoil/money/currencies'
import { compareDecimals, roundDecimal, type Decimal } from '@counterfoil/money/decimal'
import { exchangeMoney } from '@counterfoil/money/money'
import type { RowId } from '#books/book-ids.ts'
import { MAX_AMOUNT_MINOR, readAmountMinor } from '#books/documents/amounts.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { DocumentTexts } from '#books/documents/document-texts.ts'
import { calculateTotals, type LineTotals, type TotalsFault } from '#books/documents/document-totals.ts'
import type { DiscountRequest } from '#books/documents/item-input.ts'
import type { FieldReader } from '#books/input-faults.ts'
import { depositTotalMinorOf, type DepositTerms } from './deposit-terms.ts'
import type { EstimateAmounts, EstimateDiscount, EstimateFlags } from './estimate.ts'

/** A line before it is added up. `name` is shown instead of the name of the product. */
export type EstimateLine = DocumentLineContent & { readonly name: string | null }

/** Everything of an estimate that somebody writes. */
export type EstimateContent = DocumentTexts &
  EstimateFlags & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly rate: Decimal
    readonly estimateNumber: string
    readonly estimateDate: string
    readonly dueDate: string
    readonly discount: EstimateDiscount | null
    readonly deposit: DepositTerms
    readonly lines: readonly EstimateLine[]
  }

/** An estimate with its amounts; those of its lines are in their order. */
export type AddedUpEstimate = EstimateContent &
  EstimateAmounts & { readonly lineTotals: readonly LineTotals[] }

const ONE: Decimal = { units: 1n, scale: 0 }

/** Adds an estimate up and judges it as a whole. Undefined once a fault is noted without which there are no amounts. */
export function addUpEstimate(
  fields: FieldReader,
  content: EstimateContent,
  baseCurrency: Currency,
): AddedUpEstimate | undefined {
  const { lines, currency, discount, deposit, rate } = content
  if (content.dueDate < content.estimateDate) {
    fields.refuse('dueDate', 'INVALID', 'dueDate is before estimateDate.')
  }
  if (currency.code === baseCurrency.code && compareDecimals(rate, ONE) !== 0) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'Within one currency the exchange rate is 1.')
  }
  const totals = calculateTotals({ lines, discount: discount?.reduction ?? null, currency })
  if ('kind' in totals) {
    refuseTotals(fields, totals)
    return undefined
  }
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = totals
  const base = exchangeMoney({ minorUnits: totalMinor, currency }, rate, baseCurrency).minorUnits
  if (base > MAX_AMOUNT_MINOR || base < -MAX_AMOUNT_MINOR) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'The total is too large in the currency of the business.')
  }
  const depositTotalMinor = depositTotalMinorOf(deposit, totalMinor)
  if (depositTotalMinor > 0n && depositTotalMinor > totalMinor) {
    fields.refuse('depositValue', 'OUT_OF_RANGE', 'The deposit is larger than the total.')
  }
  const amounts = { subtotalMinor, discountMinor, taxMinor, totalMinor, depositTotalMinor }
  return { ...content, ...amounts, lineTotals: totals.lines }
}

function refuseTotals(fields: FieldReader, fault: TotalsFault): void {
  switch (fault.kind) {
    case 'line too large':
      fields.within('items').refuse(String(fault.index), 'OUT_OF_RANGE', 'The line is too large.')
      return
    case 'discount too large':
      refuseDiscount(fields, 'OUT_OF_RANGE')
      return
    case 'total too large':
      fields.refuse('items', 'OUT_OF_RANGE', 'The total is too large.')
  }
}

/** The discount that was asked for, in the currency of the estimate; null once what is wrong with it is noted. */
export function resolveDiscount(
  fields: FieldReader,
  { name, reduction }: DiscountRequest,
  about: { readonly currency: Currency; readonly createdAt: Date; readonly modifiedAt: Date },
): EstimateDiscount | null {
  const { currency, ...times } = about
  if (reduction.kind === 'PERCENTAGE') return { name, ...times, reduction }
  const amountMinor = readAmountMinor(reduction.amount, currency)
  if (typeof amountMinor === 'bigint' && amountMinor >= 0n) {
    return { name, ...times, reduction: { kind: 'FIXED', amountMinor } }
  }
  refuseDiscount(fields, amountMinor === 'INVALID' ? 'INVALID' : 'OUT_OF_RANGE')
  return null
}

function refuseDiscount(fields: FieldReader, code: 'INVALID' | 'OUT_OF_RANGE'): void {
  fields.within('discounts').within(0).refuse('amount', code, 'amount must be from 0 to the subtotal.')
}

/** The same discount in a currency of other minor units. */
export function rescaleDiscount(
  discount: EstimateDiscount | null,
  { from, to }: { readonly from: Currency; readonly to: Currency },
): EstimateDiscount | null {
  if (discount === null || discount.reduction.kind === 'PERCENTAGE') return discount
  const { units } = roundDecimal({ units: discount.reduction.amountMinor, scale: from.exponent }, to.exponent)
  return { ...discount, reduction: { kind: 'FIXED', amountMinor: units } }
}
