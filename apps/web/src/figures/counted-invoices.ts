import type { InvoiceCurrency } from './own-currency.ts'
import type { Excluded } from './picture-facts.ts'

/** What every picture needs to know of an invoice before it looks at its own columns. */
export interface InvoiceHead extends InvoiceCurrency {
  readonly id: string
  readonly status: string
}

/** What counts in the books, as far as this version knows. */
const COUNTED: ReadonlySet<string> = new Set([
  'SAVED',
  'SENT',
  'VIEWED',
  'PARTIAL',
  'UNPAID',
  'OVERDUE',
  'PAID',
  'OVERPAID',
])

/**
 * Divides invoices into those that a picture counts and those it only mentions. One that came twice, because the list moved
 * between two pages, counts once, as it came last.
 */
export function countInvoices<Row extends InvoiceHead>(
  rows: readonly Row[],
): { readonly counted: readonly Row[]; readonly excluded: Excluded } {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  const approved = unique.filter(({ status }) => COUNTED.has(status))
  const drafts = unique.filter(({ status }) => status === 'DRAFT').length
  return {
    counted: approved,
    excluded: { drafts, unknownStatus: unique.length - approved.length - drafts },
  }
}

/** An order that is the same in every browser and on the server. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
