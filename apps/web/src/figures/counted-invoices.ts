import { countCurrencies, type Excluded } from './picture-facts.ts'

/** What every picture needs to know of an invoice before it looks at its own columns. */
export interface InvoiceHead {
  readonly id: string
  readonly status: string
  readonly currency: { readonly code: string }
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
 *
 * @param currency ISO code of the business's own; 'any' where a picture adds up no money.
 */
export function countInvoices<Row extends InvoiceHead>(
  rows: readonly Row[],
  currency: string,
): { readonly counted: readonly Row[]; readonly excluded: Excluded } {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  const approved = unique.filter(({ status }) => COUNTED.has(status))
  const drafts = unique.filter(({ status }) => status === 'DRAFT').length
  const isOwn = (row: Row) => currency === 'any' || row.currency.code === currency
  return {
    counted: approved.filter(isOwn),
    excluded: {
      drafts,
      unknownStatus: unique.length - approved.length - drafts,
      otherCurrency: countCurrencies(approved.filter((row) => !isOwn(row)).map((row) => row.currency.code)),
    },
  }
}

/** An order that is the same in every browser and on the server. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
