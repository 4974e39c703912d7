import type { CsvField } from '#lists/csv.ts'
import type { TableParts } from '#lists/list-table.tsx'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import type { CustomerRow } from '../customer-address.ts'
import { sayHabit } from '../customer-habit.tsx'

type CustomerWords = PartWords['customers']

/** How many days late customers usually pay, by their ids; undefined while it is not known. */
type Habits = ReadonlyMap<string, number> | undefined

/** The columns of the list of customers. */
export function customerParts(about: {
  readonly words: CustomerWords
  readonly format: Format
  readonly habits: Habits
}): TableParts<CustomerRow> {
  const { words, format, habits } = about
  const amount = (value: string, row: CustomerRow) =>
    /[1-9]/.test(value) ? format.amount(value, row.outstandingAmount.currency.code) : '–'
  return {
    linkTo: ({ id }) => detailPath('customer', id),
    columns: [
      { name: 'name', label: words.name, place: 'name', cell: ({ name }) => <bdi>{name}</bdi> },
      { name: 'email', label: words.email, place: 'note', cell: ({ email }) => <bdi>{email}</bdi> },
      {
        name: 'habit',
        label: words.usual,
        place: 'wide',
        cell: ({ id }) => {
          // Nothing while it is not known; a dash says that there is no habit.
          if (habits === undefined) return ''
          const days = habits.get(id)
          return days === undefined ? '–' : sayHabit(words, days)
        },
      },
      {
        name: 'overdue',
        label: words.overdue,
        place: 'side',
        isNumber: true,
        cell: (row) =>
          /[1-9]/.test(row.overdueAmount.value) ? (
            <span className="late">
              <span className="phone-only">{`${words.overdue} `}</span>
              {amount(row.overdueAmount.value, row)}
            </span>
          ) : (
            // Of a customer with nothing late a phone says nothing.
            <span className="wide-only muted">–</span>
          ),
      },
      {
        name: 'owed',
        label: words.owed,
        place: 'amount',
        isNumber: true,
        cell: (row) => amount(row.outstandingAmount.value, row),
      },
    ],
  }
}

/** A file of customers: plain amounts, with their currency. */
export function customerCsv(about: { readonly words: CustomerWords; readonly habits: Habits }): {
  readonly head: readonly string[]
  readonly lineOf: (row: CustomerRow) => readonly CsvField[]
} {
  const { words, habits } = about
  return {
    head: [
      ...[words.name, words.email, words.owed, words.overdue, words.currency],
      ...(habits === undefined ? [] : [words.usualDays]),
    ],
    lineOf: (row) => [
      { text: row.name },
      { text: row.email ?? '' },
      { value: row.outstandingAmount.value },
      { value: row.overdueAmount.value },
      { value: row.outstandingAmount.currency.code },
      ...(habits === undefined ? [] : [{ value: String(habits.get(row.id) ?? '') }]),
    ],
  }
}
