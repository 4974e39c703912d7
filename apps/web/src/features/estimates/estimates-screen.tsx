import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMemo } from 'react'
import { EstimatesDocument, type EstimatesQuery } from '#generated/operations.ts'
import { DayField, ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { TableParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { statusName } from '#lists/status-name.ts'
import { useAddressedList } from '#lists/use-list-address.ts'
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

type EstimateWords = PartWords['estimates']

/** The estimates of the business that is shown. */
export function EstimatesScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('estimates')
  return (
    <ListScreen connection={props.connection} needs="estimate:read" title={title} form="estimate">
      <Estimates connection={props.connection} />
    </ListScreen>
  )
}

function Estimates(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const words = usePartWords('estimates')
  const list = usePartWords('lists')
  const { view, variables, reading } = useAddressedList(
    {
      shape: ESTIMATE_LIST,
      document: EstimatesDocument,
      variablesOf: estimateVariables,
      pick: pickEstimates,
    },
    connection,
  )
  const { withCustomers } = variables
  const parts = useMemo(() => estimateParts({ words, format, withCustomers }), [words, format, withCustomers])
  return (
    <List<EstimatesQuery, EstimateRow>
      connection={connection}
      view={view}
      reading={reading}
      words={words}
      parts={parts}
      csv={{
        head: [
          words.number,
          ...(withCustomers ? [words.customer] : []),
          ...[words.date, words.until, words.status, words.total, words.currency],
        ],
        lineOf: (row) => [
          { text: row.estimateNumber },
          ...(withCustomers ? [{ text: row.customer?.name ?? '' }] : []),
          { value: row.estimateDate },
          { value: row.dueDate },
          { text: statusName(row.status, words) },
          { value: row.total.value },
          { value: row.total.currency.code },
        ],
      }}
      active={useActiveFilters(view)}
    >
      <ListChoices
        view={view}
        name="state"
        label={words.which}
        choices={[undefined, ...ESTIMATE_VIEWS].map((value) => ({
          value,
          label: words.states[value ?? 'all'],
        }))}
      />
      <ListFilters view={view} search={{ name: 'q', label: words.searchNumber }} more={['from', 'to']}>
        <DayField view={view} name="from" label={list.from} />
        <DayField view={view} name="to" label={list.to} />
      </ListFilters>
    </List>
  )
}

function estimateParts(about: {
  readonly words: EstimateWords
  readonly format: Format
  readonly withCustomers: boolean
}): TableParts<EstimateRow> {
  const { words, format } = about
  return {
    linkTo: ({ id }) => detailPath('estimate', id),
    columns: [
      {
        name: 'number',
        label: words.number,
        place: 'note',
        cell: (row) => <bdi>{row.estimateNumber}</bdi>,
      },
      ...(about.withCustomers
        ? [
            {
              name: 'customer',
              label: words.customer,
              place: 'name' as const,
              cell: (row: EstimateRow) => <bdi>{row.customer?.name}</bdi>,
            },
          ]
        : []),
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
  }
}
