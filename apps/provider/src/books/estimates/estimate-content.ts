import type { Currency } from '@counterfoil/money/currencies'
import { addUpDocument, type AddedUp, type DocumentContent } from '#books/documents/document-content.ts'
import { checkRate } from '#books/documents/document-validation.ts'
import type { FieldReader } from '#books/input-faults.ts'
import { depositTotalMinorOf, type DepositTerms } from './deposit-terms.ts'
import type { EstimateAmounts, EstimateFlags } from './estimate.ts'

/** Everything of an estimate that somebody writes. */
type EstimateContent = DocumentContent &
  EstimateFlags & {
    readonly estimateNumber: string
    readonly estimateDate: string
    readonly deposit: DepositTerms
  }

export type AddedUpEstimate = AddedUp<EstimateContent> & EstimateAmounts

/** Adds an estimate up and judges it as a whole. Undefined once a fault is noted without which there are no amounts. */
export function addUpEstimate(
  fields: FieldReader,
  content: EstimateContent,
  baseCurrency: Currency,
): AddedUpEstimate | undefined {
  const { currency, deposit, rate } = content
  if (content.dueDate < content.estimateDate) {
    fields.refuse('dueDate', 'INVALID', 'dueDate is before estimateDate.')
  }
  checkRate(fields, { rate, currency, base: baseCurrency })
  const addedUp = addUpDocument(fields, content, baseCurrency)
  if (addedUp === undefined) return undefined
  const depositTotalMinor = depositTotalMinorOf(deposit, addedUp.totalMinor)
  if (depositTotalMinor > 0n && depositTotalMinor > addedUp.totalMinor) {
    fields.refuse('depositValue', 'OUT_OF_RANGE', 'The deposit is larger than the total.')
  }
  return { ...addedUp, depositTotalMinor }
}
