import type { Currency } from '@counterfoil/money/currencies'
import { compareDecimals, roundDecimal, type Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import { readAmountMinor } from '#books/documents/amounts.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { DocumentFlags, DocumentTexts } from '#books/documents/document-texts.ts'
import { calculateTotals, type DocumentTotals, type LineTotals } from '#books/documents/document-totals.ts'
import type { DiscountRequest } from '#books/documents/item-input.ts'
import type { FieldReader } from '#books/input-faults.ts'
import type { InvoiceAmounts, InvoiceDiscount } from './invoice.ts'

/** Everything of an invoice that somebody writes. */
export type InvoiceContent = DocumentTexts &
  DocumentFlags & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly rate: Decimal
    readonly invoiceNumber: string
    readonly invoiceDate: string
    readonly dueDate: string
    readonly discount: InvoiceDiscount | null
    readonly lines: readonly DocumentLineContent[]
  }

/** An invoice with its amounts; those of its lines are in their order. */
export type AddedUpInvoice = InvoiceContent & InvoiceAmounts & { readonly lineTotals: readonly LineTotals[] }

/** Adds an invoice up. Undefined once what is too large is noted. */
export function addUpInvoice(fields: FieldReader, content: InvoiceContent): AddedUpInvoice | undefined {
  const totals = calculateTotals({
    lines: content.lines,
    discount: content.discount?.reduction ?? null,
    currency: content.currency,
  })
  if ('kind' in totals) {
    refuseTotals(fields, totals)
    return undefined
  }
  const { lines, subtotalMinor, discountMinor, taxMinor, totalMinor } = totals
  return { ...content, subtotalMinor, discountMinor, taxMinor, totalMinor, lineTotals: lines }
}

function refuseTotals(
  fields: FieldReader,
  fault: Exclude<ReturnType<typeof calculateTotals>, DocumentTotals>,
): void {
  switch (fault.kind) {
    case 'line too large':
      return fields.within('items').refuse(String(fault.index), 'OUT_OF_RANGE', 'The line is too large.')
    case 'discount too large':
      return fields
        .within('discounts')
        .within(0)
        .refuse('amount', 'OUT_OF_RANGE', 'The discount is more than the subtotal.')
    case 'total too large':
      return fields.refuse('items', 'OUT_OF_RANGE', 'The total is too large.')
  }
}

/** The discount that was asked for, in the currency of the invoice. Undefined once what is wrong with it is noted. */
export function resolveDiscount(
  fields: FieldReader,
  request: DiscountRequest | null,
  about: { readonly currency: Currency; readonly now: Date; readonly present: InvoiceDiscount | null },
): InvoiceDiscount | null | undefined {
  if (request === null) return null
  const { name, reduction } = request
  const times = { createdAt: about.present?.createdAt ?? about.now, modifiedAt: about.now }
  if (reduction.kind === 'PERCENTAGE') return { name, ...times, reduction }
  const amountMinor = readAmountMinor(reduction.amount, about.currency)
  if (typeof amountMinor === 'bigint' && amountMinor >= 0n) {
    return { name, ...times, reduction: { kind: 'FIXED', amountMinor } }
  }
  const code = amountMinor === 'INVALID' ? 'INVALID' : 'OUT_OF_RANGE'
  fields.within('discounts').within(0).refuse('amount', code, 'amount must be from 0 to the subtotal.')
  return undefined
}

/** The same discount in a currency of other minor units. */
export function rescaleDiscount(
  discount: InvoiceDiscount | null,
  { from, to }: { readonly from: Currency; readonly to: Currency },
): InvoiceDiscount | null {
  if (discount === null || discount.reduction.kind === 'PERCENTAGE') return discount
  const { units } = roundDecimal({ units: discount.reduction.amountMinor, scale: from.exponent }, to.exponent)
  return { ...discount, reduction: { kind: 'FIXED', amountMinor: units } }
}

const ONE: Decimal = { units: 1n, scale: 0 }

/** Notes a rate that cannot be: within one currency it is 1. */
export function checkRate(
  fields: FieldReader,
  { rate, currency, base }: { readonly rate: Decimal; readonly currency: Currency; readonly base: Currency },
): void {
  if (currency.code === base.code && compareDecimals(rate, ONE) !== 0) {
    fields.refuse('exchangeRate', 'OUT_OF_RANGE', 'Within one currency the exchange rate is 1.')
  }
}
