import type { DatedDiscount } from '#books/documents/document-validation.ts'
import { compareDecimals, formatDecimal } from '@counterfoil/money/decimal'
import { inputFault, type InputFault } from '#books/input-faults.ts'
import type { DocumentLineContent } from '#books/documents/document-lines.ts'
import type { AddedUpEstimate } from './estimate-writer-store.ts'
import type { Estimate } from './estimate.ts'
import type { EstimateStatus } from './estimates-schema.ts'
import { depositValueOf } from './deposit-terms.ts'

/** Returns true if the estimate can no longer be changed. */
export function isClosed({ life }: Pick<Estimate, 'life'>): boolean {
  return life === 'CONVERTED' || life === 'DELETED'
}

/** Returns the faults of replacing the content of an estimate with `next`. */
export function findChangeFaults(
  { estimate, lines }: { readonly estimate: Estimate; readonly lines: readonly DocumentLineContent[] },
  next: AddedUpEstimate,
): readonly InputFault[] {
  const faults: InputFault[] = []
  if (estimate.life === 'ACCEPTED') {
    faults.push(...changedMoney({ estimate, lines }, next).map((field) => stateFault(field, estimate)))
  }
  if (estimate.paidMinor > 0n) faults.push(...findPaidFaults(estimate, next))
  return faults
}

/** Returns the fault of a status in a patch. Allowed are the present status, which changes nothing, and approving a draft. */
export function findStatusFault(estimate: Estimate, status: EstimateStatus): InputFault | undefined {
  if (status === estimate.status || status === estimate.life) return undefined
  if (status === 'APPROVED' && estimate.life === 'DRAFT') return undefined
  return stateFault('status', estimate)
}

/** Returns the fault of an action that is not allowed in the present status of the estimate. */
export function stateFault(field: string, { status }: Pick<Estimate, 'status'>): InputFault {
  return inputFault(field, 'INVALID_STATE', `This cannot be done while the estimate is ${status}.`)
}

function findPaidFaults(estimate: Estimate, next: AddedUpEstimate): readonly InputFault[] {
  const kept = [
    ...(estimate.customerId === next.customerId ? [] : ['customerId']),
    ...(estimate.currency.code === next.currency.code ? [] : ['currency']),
  ]
  const faults = kept.map((field) =>
    inputFault(field, 'HAS_PAYMENTS', 'A deposit was paid for the estimate.'),
  )
  if (kept.length > 0 || next.totalMinor >= estimate.paidMinor) return faults
  return [inputFault('items', 'OUT_OF_RANGE', 'The total is below what was paid.')]
}

/** Returns the names of the changed fields that affect the amounts the customer accepted. */
function changedMoney(
  { estimate, lines }: { readonly estimate: Estimate; readonly lines: readonly DocumentLineContent[] },
  next: AddedUpEstimate,
): readonly string[] {
  const isOtherDeposit =
    estimate.deposit.status !== next.deposit.status ||
    estimate.deposit.measure?.unit !== next.deposit.measure?.unit ||
    depositValueOf(estimate.deposit) !== depositValueOf(next.deposit)
  const hasOtherLines = textOfLines(lines) !== textOfLines(next.lines)
  return [
    ...(estimate.currency.code === next.currency.code ? [] : ['currency']),
    ...(compareDecimals(estimate.rate, next.rate) === 0 ? [] : ['exchangeRate']),
    ...(textOfDiscount(estimate.discount) === textOfDiscount(next.discount) ? [] : ['discounts']),
    // A new day also changes the lines if it changes their tax rates.
    ...(hasOtherLines ? [estimate.day === next.day ? 'items' : 'estimateDate'] : []),
    ...(isOtherDeposit ? ['depositValue'] : []),
  ]
}

function textOfLines(lines: readonly DocumentLineContent[]): string {
  return JSON.stringify(
    lines.map(({ quantity, unitPrice, taxes, ...rest }) => [
      rest.productId,
      rest.accountId,
      rest.name,
      rest.description,
      formatDecimal(quantity),
      formatDecimal(unitPrice),
      taxes.map(({ salesTaxId, rate }) => [salesTaxId, formatDecimal(rate)]),
    ]),
  )
}

function textOfDiscount(discount: DatedDiscount | null): string | null {
  if (discount === null) return null
  const { reduction } = discount
  return reduction.kind === 'FIXED'
    ? reduction.amountMinor.toString()
    : `${formatDecimal(reduction.percentage)} %`
}
