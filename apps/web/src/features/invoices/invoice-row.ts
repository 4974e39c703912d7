import { daysBetween } from '#figures/day.ts'
import type { InvoicesQuery } from '#generated/operations.ts'
import type { DueSpan } from './invoice-address.ts'

type Business = NonNullable<InvoicesQuery['business']>
type Node = NonNullable<NonNullable<Business['invoices']>['edges'][number]['node']>

/** One line of the list of invoices. Amounts are decimal text in its currency, days `yyyy-MM-dd`. */
export type InvoiceRow = Node

export const pickInvoices = ({ business }: InvoicesQuery) => business?.invoices

/** How an invoice is to its due day: only what is still to be paid is late. Nobody owes a credit note. */
export function dueStanding(
  row: Pick<InvoiceRow, 'amountDue' | 'dueDate' | 'status'>,
  today: string,
): { readonly kind: 'late'; readonly days: number } | { readonly kind: 'today' | 'later' | 'settled' } {
  if (!isOpen(row.status) || isCredit(row)) return { kind: 'settled' }
  const days = daysBetween({ from: row.dueDate, to: today })
  if (days > 0) return { kind: 'late', days }
  return { kind: days === 0 ? 'today' : 'later' }
}

/** Is there something to be paid of an invoice of this status? Nothing is claimed of a status that this app does not know. */
function isOpen(status: string): boolean {
  return ['SAVED', 'SENT', 'VIEWED', 'PARTIAL', 'OVERDUE', 'UNPAID'].includes(status)
}

function isCredit({ amountDue }: Pick<InvoiceRow, 'amountDue'>): boolean {
  return amountDue.value.startsWith('-')
}

/**
 * The rows of a span, without credit notes, of rows that are sorted by their due day in its order. `isWhole` when one beyond
 * it was seen, so that no further page can hold one.
 */
export function cutByDueDay<Row extends Pick<InvoiceRow, 'amountDue' | 'dueDate'>>(
  rows: readonly Row[],
  { from, to, order }: DueSpan,
): { readonly rows: readonly Row[]; readonly isWhole: boolean } {
  const isAfter = ({ dueDate }: Row) => to !== undefined && dueDate > to
  const isBefore = ({ dueDate }: Row) => from !== undefined && dueDate < from
  return {
    rows: rows.filter((row) => !isAfter(row) && !isBefore(row) && !isCredit(row)),
    isWhole: rows.some(order === 'ASC' ? isAfter : isBefore),
  }
}
