import { useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CustomersDocument, type CustomersQuery } from '#gql/operations.ts'
import { ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import { List, ListScreen, useListTexts } from '#lists/list-screen.tsx'
import type { TableParts } from '#lists/list-table.tsx'
import { useList, type ListReading } from '#lists/use-list.ts'
import { useListAddress } from '#lists/use-list-address.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { sayHabit } from './customer-habit.tsx'
import { useHabits } from './use-habits.ts'
import {
  CUSTOMER_LIST,
  customersHere,
  customerVariables,
  pickCustomers,
  type CustomerRow,
} from './customer-address.ts'

type CustomerWords = PartWords['customers']

/** The customers of the business that is shown, and what they owe. */
export function CustomersScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('customers')
  return (
    <ListScreen connection={props.connection} needs="customer:read" title={title} form="customer">
      <Customers connection={props.connection} />
    </ListScreen>
  )
}

function Customers(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const words = usePartWords('customers')
  const view = useListAddress(CUSTOMER_LIST)
  const { address } = view
  const reading: ListReading<CustomersQuery, CustomerRow> = useList(
    {
      document: CustomersDocument,
      variables: customerVariables(address, connection),
      pick: pickCustomers,
    },
    connection,
  )
  const change = useMemo(() => customersHere(address), [address])
  const shown = useWholeList(reading, change)
  const habits = useHabits(connection)
  const parts = useMemo(() => customerParts({ words, format, habits }), [words, format, habits])
  return (
    <List<CustomersQuery, CustomerRow>
      connection={connection}
      view={view}
      reading={reading}
      texts={useListTexts(connection, words)}
      parts={parts}
      csv={{
        business: connection.businessName ?? '',
        head: [
          ...[words.name, words.email, words.owed, words.overdue, words.currency],
          ...(habits === undefined ? [] : [words.usualDays]),
        ],
        lineOf: () => (row) => [
          { text: row.name },
          { text: row.email ?? '' },
          { value: row.outstandingAmount.value },
          { value: row.overdueAmount.value },
          { value: row.outstandingAmount.currency.code },
          ...(habits === undefined ? [] : [{ value: String(habits.get(row.id) ?? '') }]),
        ],
        ...(change === undefined ? {} : { choose: change }),
      }}
      active={useActiveFilters(view)}
      shown={shown}
    >
      <ListFilters view={view} search={{ name: 'q', label: words.search }} />
    </List>
  )
}

function customerParts(about: {
  readonly words: CustomerWords
  readonly format: Format
  readonly habits: ReadonlyMap<string, number> | undefined
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
