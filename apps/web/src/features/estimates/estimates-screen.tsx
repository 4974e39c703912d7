import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMemo } from 'react'
import { EstimatesDocument, type EstimatesQuery } from '#generated/operations.ts'
import { ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { ListParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { statusName } from '#lists/status-name.ts'
import { useBookList } from '#lists/use-list.ts'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import {
  ESTIMATE_LIST,
  ESTIMATE_VIEWS,
  type EstimateRow,
  estimateVariables,
  pickEstimates,
} from './estimate-address.ts'

export function EstimatesScreen({ connection }: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('estimates')
  return <ListScreen {...{ connection, title }} needs="estimate:read" form="estimate" list={Estimates} />
}

const LIST = {
  shape: ESTIMATE_LIST,
  document: EstimatesDocument,
  variablesOf: estimateVariables,
  pick: pickEstimates,
}

function Estimates({ connection }: { readonly connection: ConnectionView }) {
  const { format, words } = useWords('estimates')
  const { view, variables, reading } = useBookList(LIST, connection)
  const { withCustomers } = variables
  const parts = useMemo(() => estimateParts({ words, format, withCustomers }), [words, format, withCustomers])
  return (
    <List<EstimatesQuery, EstimateRow>
      {...{ connection, view, reading, words, parts }}
      active={useActiveFilters(view)}
    >
      <ListChoices
        view={view}
        name="state"
        label={words.which}
        values={ESTIMATE_VIEWS}
        labelOf={(value) => words.states[value ?? 'all']}
      />
      <ListFilters view={view} search={{ name: 'q', label: words.searchNumber }} hasDays />
    </List>
  )
}

function estimateParts(about: {
  readonly words: PartWords['estimates']
  readonly format: Format
  readonly withCustomers: boolean
}): ListParts<EstimateRow> {
  const { words, format, withCustomers } = about
  return {
    linkTo: ({ id }) => detailPath('estimate', id),
    columns: [
      {
        name: 'number',
        label: words.number,
        place: 'note',
        cell: (row) => <bdi>{row.estimateNumber}</bdi>,
      },
      withCustomers && {
        name: 'customer',
        label: words.customer,
        place: 'name',
        cell: (row) => <bdi>{row.customer?.name}</bdi>,
      },
      { name: 'date', label: words.date, place: 'wide-day', cell: (row) => format.day(row.estimateDate) },
      { name: 'until', label: words.until, place: 'wide-day', cell: (row) => format.day(row.dueDate) },
      {
        name: 'status',
        label: words.status,
        place: 'side',
        cell: (row) => statusName(row.status, words),
      },
      {
        name: 'total',
        label: words.total,
        place: 'amount',
        isNumber: true,
        cell: (row) => format.amount(row.total.value, row.total.currency.code),
      },
    ],
    file: [
      { label: words.number, field: (row) => ({ text: row.estimateNumber }) },
      withCustomers && { label: words.customer, field: (row) => ({ text: row.customer?.name ?? '' }) },
      { label: words.date, field: (row) => ({ value: row.estimateDate }) },
      { label: words.until, field: (row) => ({ value: row.dueDate }) },
      { label: words.status, field: (row) => ({ text: statusName(row.status, words) }) },
      { label: words.total, field: ({ total }) => ({ value: total.value }) },
      { label: words.currency, field: ({ total }) => ({ value: total.currency.code }) },
    ],
  }
}
