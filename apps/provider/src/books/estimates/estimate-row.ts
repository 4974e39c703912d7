import type { RowId } from '#books/book-ids.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { columnsOf, readBriefRow, readRestOfRow, type DocumentRow } from '#books/documents/document-row.ts'
import type { Books } from '#books/open-books.ts'
import type { DepositMeasure, DepositStatus } from './deposit-terms.ts'
import { shownStatusOf, type EstimateLife } from './estimate-life.ts'
import { NOTHING_EMBEDDED, type Estimate } from './estimate.ts'

/** The columns of `estimates`, here as `d`, that an `Estimate` reads. */
export const ESTIMATE_COLUMNS = `${columnsOf('estimate')}, d.undecided, d.leave_notes_behind, d.deposit_status,
  d.deposit_amount::text as deposit_amount, d.deposit_percentage::text as deposit_percentage,
  d.deposit_total::text as deposit_total, d.invoice_id::text as invoice_id`

export type EstimateRow = DocumentRow<'Estimate'> & {
  readonly life: EstimateLife
  readonly undecided: EstimateLife | null
  readonly leave_notes_behind: boolean
  readonly deposit_status: DepositStatus
  readonly deposit_amount: string | null
  readonly deposit_percentage: string | null
  readonly deposit_total: string
  readonly invoice_id: RowId<'Invoice'> | null
}

/** @param today Today's date where the business is, on which the estimate may have expired. */
export function readEstimateRow(row: EstimateRow, books: Books, today: string): Estimate {
  return {
    ...readBriefRow(row, books),
    ...readRestOfRow(row),
    life: row.life,
    undecided: row.undecided,
    status: shownStatusOf({ life: row.life, dueDay: row.due_day }, today),
    dontCarryOverNotesToInvoice: row.leave_notes_behind,
    deposit: { status: row.deposit_status, measure: measureOf(row) },
    depositTotalMinor: BigInt(row.deposit_total),
    invoiceId: row.invoice_id,
    embeds: NOTHING_EMBEDDED,
  }
}

function measureOf(row: EstimateRow): DepositMeasure | null {
  if (row.deposit_amount !== null) return { unit: 'AMOUNT', amountMinor: BigInt(row.deposit_amount) }
  if (row.deposit_percentage === null) return null
  return { unit: 'PERCENTAGE', percentage: knownDecimal(row.deposit_percentage) }
}
