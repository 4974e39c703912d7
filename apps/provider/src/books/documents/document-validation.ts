import type { Currency } from '@counterfoil/money/currencies'
import { compareDecimals, roundDecimal, type Decimal } from '@counterfoil/money/decimal'
import {
  calculateTotals,
  MAX_AMOUNT_MINOR,
  type LineTotals,
  type TotalsFault,
} from '@counterfoil/money/document-totals'
import { exchangeMoney } from '@counterfoil/money/money'
import type { RowId } from '#books/book-ids.ts'
import type { FieldReader } from '#books/input-faults.ts'
import { readAmountMinor } from './amounts.ts'
import type { DocumentLineContent } from './document-lines.ts'
import type { DiscountRequest } from './document-request.ts'
import type { DatedDiscount, DocumentAmounts, DocumentWording } from './document.ts'

/** The user-written content that estimates and invoices share. */
export type DocumentContent = DocumentWording & {
  readonly customerId: RowId<'Customer'>
  readonly currency: Currency
  readonly rate: Decimal
  readonly number: string
  /** The day as `yyyy-MM-dd`. */
  readonly day: string
  readonly dueDate: string
  readonly discount: DatedDiscount | null
  readonly lines: readonly DocumentLineContent[]
}

/** A document with its calculated amounts. The totals of the lines are in the order of the lines. */
export type AddedUp<Content> = Content & DocumentAmounts & { readonly lineTotals: readonly LineTotals[] }

const ONE: Decimal = { units: 1n, scale: 0 }
const TOO_LARGE_A_DISCOUNT = 'amount must be from 0 to the subtotal.'

/** Calculates the amounts of a document and adds its faults. Undefined if a line, the discount or the total is too large. */
export function addUpDocument<Content extends DocumentContent>(
  fields: FieldReader,
  content: Content,
  baseCurrency: Currency,
): AddedUp<Content> | undefined {
  const { lines, discount, currency, rate } = content
  const totals = calculateTotals({ lines, discount: discount?.reduction ?? null, currency })
  if ('kind' in totals) {
    refuseTotals(fields, totals)
    return undefined
  }
  const exchanged = exchangeMoney({ minorUnits: totals.grossMinor, currency }, rate, baseCurrency)
  if (exchanged.minorUnits > MAX_AMOUNT_MINOR) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'The total is too large in the currency of the business.')
  }
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = totals
  return { ...content, subtotalMinor, discountMinor, taxMinor, totalMinor, lineTotals: totals.lines }
}

/** Returns the requested discount in the currency of the document. Null for no discount, and after adding a fault. */
export function resolveDiscount(
  fields: FieldReader,
  request: DiscountRequest | null,
  about: {
    readonly currency: Currency
    readonly now: Date
    /** The discount that it replaces. */
    readonly present: DatedDiscount | null
  },
): DatedDiscount | null {
  if (request === null) return null
  const { name, reduction } = request
  const times = { createdAt: about.present?.createdAt ?? about.now, modifiedAt: about.now }
  if (reduction.kind === 'PERCENTAGE') return { name, ...times, reduction }
  const amountMinor = readAmountMinor(reduction.amount, about.currency)
  if (typeof amountMinor === 'bigint' && amountMinor >= 0n) {
    return { name, ...times, reduction: { kind: 'FIXED', amountMinor } }
  }
  refuseDiscount(fields, amountMinor === 'INVALID' ? 'INVALID' : 'OUT_OF_RANGE')
  return null
}

/** Returns the discount in another currency, with its amount rounded to that currency's digits. */
export function rescaleDiscount(
  discount: DatedDiscount | null,
  { from, to }: { readonly from: Currency; readonly to: Currency },
): DatedDiscount | null {
  if (discount === null || discount.reduction.kind === 'PERCENTAGE') return discount
  const { units } = roundDecimal({ units: discount.reduction.amountMinor, scale: from.exponent }, to.exponent)
  return { ...discount, reduction: { kind: 'FIXED', amountMinor: units } }
}

/** Adds a fault for an exchange rate other than 1 if the document is in the business's own currency. */
export function checkRate(
  fields: FieldReader,
  { rate, currency, base }: { readonly rate: Decimal; readonly currency: Currency; readonly base: Currency },
): void {
  if (currency.code === base.code && compareDecimals(rate, ONE) !== 0) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'Within one currency the exchange rate is 1.')
  }
}

/** Adds a fault for a line, discount or total that is too large. */
export function refuseTotals(fields: FieldReader, fault: TotalsFault): void {
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

function refuseDiscount(fields: FieldReader, code: 'INVALID' | 'OUT_OF_RANGE'): void {
  fields.within('discounts').within(0).refuse('amount', code, TOO_LARGE_A_DISCOUNT)
}
