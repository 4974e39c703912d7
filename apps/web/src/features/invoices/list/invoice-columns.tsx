import { dueStanding, type InvoiceRow } from '#features/invoices/invoice-row.ts'
import type { CsvField } from '#lists/csv.ts'
import type { Column, TableParts } from '#lists/list-table.tsx'
import { statusName } from '#lists/status-name.ts'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'

type InvoiceWords = PartWords['invoices']

/** The columns of the list of invoices. */
export function invoiceParts(about: {
  readonly words: InvoiceWords
  readonly format: Format
  /** Where the business is. */
  readonly today: string
  readonly withCustomers: boolean
}): TableParts<InvoiceRow> {
  const { words, format, today } = about
  const customer: Column<InvoiceRow> = {
    name: 'customer',
    label: words.customer,
    place: 'name',
    cell: (row) => <bdi>{row.customer?.name}</bdi>,
  }
  return {
    linkTo: (row) => detailPath('invoice', row.id),
    tone: (row) => (row.status === 'DRAFT' ? 'quiet' : undefined),
    columns: [
      { name: 'number', label: words.number, place: 'note', cell: (row) => <bdi>{row.invoiceNumber}</bdi> },
      ...(about.withCustomers ? [customer] : []),
      { name: 'date', label: words.date, place: 'wide-day', cell: (row) => format.day(row.invoiceDate) },
      { name: 'due', label: words.due, place: 'wide-day', cell: (row) => format.day(row.dueDate) },
      { name: 'status', label: words.status, place: 'side', cell: (row) => stateWords(row, about) },
      {
        name: 'amount-due',
        label: words.amountDue,
        place: 'wide',
        isNumber: true,
        cell: (row) =>
          dueStanding(row, today).kind === 'settled'
            ? '–'
            : format.amount(row.amountDue.value, row.total.currency.code),
      },
      {
        name: 'total',
        label: words.total,
        place: 'amount',
        isNumber: true,
        cell: (row) => format.amount(row.total.value, row.total.currency.code),
      },
    ],
  }
}

/** How late something is, or what it is; on a phone, where the due day has no column, also when it is due. */
function stateWords(
  row: InvoiceRow,
  { words, format, today }: Pick<Parameters<typeof invoiceParts>[0], 'words' | 'format' | 'today'>,
) {
  const standing = dueStanding(row, today)
  switch (standing.kind) {
    case 'late':
      return <span className="late">{words.daysLate(standing.days)}</span>
    case 'today':
      return words.dueToday
    case 'later':
      return (
        <>
          <span className="wide-only">{statusName(row.status, words)}</span>
          <span className="phone-only">{words.dueOn(format.day(row.dueDate))}</span>
        </>
      )
    case 'settled':
      return <span className="muted">{statusName(row.status, words)}</span>
  }
}

/** A file of invoices: plain days and amounts, a currency beside each amount. */
export function invoiceCsv(about: { readonly words: InvoiceWords; readonly withCustomers: boolean }): {
  readonly head: readonly string[]
  readonly lineOf: (row: InvoiceRow) => readonly CsvField[]
} {
  const { words, withCustomers } = about
  return {
    head: [
      words.number,
      ...(withCustomers ? [words.customer] : []),
      ...[words.date, words.due, words.status, words.total, words.amountDue, words.currency],
    ],
    lineOf: (row) => [
      { text: row.invoiceNumber },
      ...(withCustomers ? [{ text: row.customer?.name ?? '' }] : []),
      { value: row.invoiceDate },
      { value: row.dueDate },
      { text: statusName(row.status, words) },
      { value: row.total.value },
      { value: row.amountDue.value },
      { value: row.total.currency.code },
    ],
  }
}
