import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useMemo } from 'react'
import { isReadable } from '#connection/connection-state.ts'
import { useFigures } from '#data/use-figures.ts'
import {
  CUSTOMER_LIST,
  type CustomerRow,
  customersHere,
  customerVariables,
  pickCustomers,
} from '#features/customers/customer-address.ts'
import { sayHabit } from '#features/customers/customer-habit.tsx'
import type { MoreFigures } from '#figures/more-figures.ts'
import { CustomersDocument, type CustomersQuery } from '#generated/operations.ts'
import { ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { ListParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { useBookList, useWholeList } from '#lists/use-list.ts'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

export function CustomersScreen({ connection }: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('customers')
  return <ListScreen {...{ connection, title }} needs="customer:read" form="customer" list={Customers} />
}

const LIST = {
  shape: CUSTOMER_LIST,
  document: CustomersDocument,
  variablesOf: customerVariables,
  pick: pickCustomers,
}

function Customers({ connection }: { readonly connection: ConnectionView }) {
  const { format, words } = useWords('customers')
  const { view, reading } = useBookList(LIST, connection)
  const { address } = view
  const choose = useMemo(() => customersHere(address), [address])
  const habits = useHabits(connection)
  const parts = useMemo(() => customerParts({ words, format, habits }), [words, format, habits])
  return (
    <List<CustomersQuery, CustomerRow>
      {...{ connection, view, reading, words, parts }}
      active={useActiveFilters(view)}
      shown={useWholeList(reading, choose)}
    >
      <ListFilters view={view} search={{ name: 'q', label: words.search }} />
    </List>
  )
}

function customerParts(about: {
  readonly words: PartWords['customers']
  readonly format: Format
  readonly habits: ReturnType<typeof habitsOf>
}): ListParts<CustomerRow> {
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
          // Empty while the habits are unknown; a dash means that the customer has no habit.
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
            // On phones the cell is empty if nothing is late.
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
    file: customerFile(about),
  }
}

function useHabits(connection: ConnectionView) {
  const reads = isReadable(connection.state) && allowsScope(connection.scopes, 'invoice:read')
  const { data } = useFigures<MoreFigures>('more', connection, reads)
  return data && habitsOf(data)
}

/**
 * Returns how many days late each customer usually pays, by customer id. Negative is early. Customers with too few paid invoices
 * are left out. Undefined if the habits are unavailable.
 */
export function habitsOf({ habits }: Pick<MoreFigures, 'habits'>): ReadonlyMap<string, number> | undefined {
  if (habits.form === 'unavailable') return undefined
  return new Map(habits.rows.map(({ customerId, median }) => [customerId, median]))
}

/** Returns the columns of the exported customer file: plain amounts with their currency. */
function customerFile(
  about: Pick<Parameters<typeof customerParts>[0], 'words' | 'habits'>,
): ListParts<CustomerRow>['file'] {
  const { words, habits } = about
  return [
    { label: words.name, field: ({ name }) => ({ text: name }) },
    { label: words.email, field: ({ email }) => ({ text: email ?? '' }) },
    { label: words.owed, field: ({ outstandingAmount }) => ({ value: outstandingAmount.value }) },
    { label: words.overdue, field: ({ overdueAmount }) => ({ value: overdueAmount.value }) },
    {
      label: words.currency,
      field: ({ outstandingAmount }) => ({ value: outstandingAmount.currency.code }),
    },
    habits !== undefined && {
      label: words.usualDays,
      field: ({ id }) => ({ value: String(habits.get(id) ?? '') }),
    },
  ]
}
