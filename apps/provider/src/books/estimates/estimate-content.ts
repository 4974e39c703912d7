import type { Currency } from '@counterfoil/money/currencies'
import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId } from '#books/book-ids.ts'
import {
  checkRate,
  refuseExchanged,
  refuseTotals,
  type DatedDiscount,
} from '#books/documents/document-validation.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { DocumentTexts } from '#books/documents/document-texts.ts'
import { calculateTotals, type LineTotals } from '@counterfoil/money/document-totals'
import type { FieldReader } from '#books/input-faults.ts'
import { depositTotalMinorOf, type DepositTerms } from './deposit-terms.ts'
import type { EstimateAmounts, EstimateFlags } from './estimate.ts'

/** A line before it is added up. `name` is shown instead of the name of the product. */
export type EstimateLine = DocumentLineContent & { readonly name: string | null }

/** Everything of an estimate that somebody writes. */
type EstimateContent = DocumentTexts &
  EstimateFlags & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly rate: Decimal
    readonly estimateNumber: string
    readonly estimateDate: string
    readonly dueDate: string
    readonly discount: DatedDiscount | null
    readonly deposit: DepositTerms
    readonly lines: readonly EstimateLine[]
  }

/** An estimate with its amounts; those of its lines are in their order. */
export type AddedUpEstimate = EstimateContent &
  EstimateAmounts & { readonly lineTotals: readonly LineTotals[] }

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
  checkRate(fields, { rate, currency, base: baseCurrency })
  const totals = calculateTotals({ lines, discount: discount?.reduction ?? null, currency })
  if ('kind' in totals) {
    refuseTotals(fields, totals)
    return undefined
  }
  const { subtotalMinor, discountMinor, taxMinor, totalMinor } = totals
  refuseExchanged(fields, { rate, currency, baseCurrency }, totals)
  const depositTotalMinor = depositTotalMinorOf(deposit, totalMinor)
  if (depositTotalMinor > 0n && depositTotalMinor > totalMinor) {
    fields.refuse('depositValue', 'OUT_OF_RANGE', 'The deposit is larger than the total.')
  }
  const amounts = { subtotalMinor, discountMinor, taxMinor, totalMinor, depositTotalMinor }
  return { ...content, ...amounts, lineTotals: totals.lines }
}
