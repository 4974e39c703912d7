import { ageOf, INVOICE_VIEWS } from '#features/invoices/invoice-address.ts'
import type { InvoiceRow } from '#features/invoices/invoice-row.ts'
import {
  DayField,
  ListChoices,
  ListFilters,
  useActiveFilters,
  type ActiveFilter,
} from '#lists/list-filters.tsx'
import type { NamedCustomer } from '#lists/use-customer-names.ts'
import type { ListView } from '#lists/use-list-address.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** The filters beside the view, in words. A view alone is no filter that one takes away: it is marked above. */
export function useActiveInvoiceFilters(about: {
  readonly view: ListView
  readonly rows: readonly InvoiceRow[]
  readonly customers: readonly NamedCustomer[]
}): readonly ActiveFilter[] {
  const { t } = useWords()
  const words = usePartWords('invoices')
  const { customer } = about.view.address.filters
  const age = ageOf(about.view.address.filters)
  const known = about.rows.find((row) => row.customer?.id === customer)?.customer?.name
  const name = known ?? about.customers.find(({ id }) => id === customer)?.name ?? words.customer
  return [
    ...(age === undefined ? [] : [{ name: 'age', label: t.overview.owed.ages[age] }]),
    ...(customer === undefined ? [] : [{ name: 'customer', label: name }]),
    ...useActiveFilters(about.view),
  ]
}

/** The views of the list, and the filters that go with each of them. */
export function InvoiceFilters(props: {
  readonly view: ListView
  readonly customers: readonly NamedCustomer[]
  /** Called when the names of customers are wanted. */
  readonly onOpen: () => void
}) {
  const { view } = props
  const words = usePartWords('invoices')
  return (
    <>
      <ListChoices
        view={view}
        name="state"
        part="age"
        label={words.statesLabel}
        choices={[undefined, ...INVOICE_VIEWS].map((value) => ({
          value,
          label: words.states[value ?? 'all'],
        }))}
      />
      <FilterFields {...props} />
    </>
  )
}

function FilterFields(props: {
  readonly view: ListView
  readonly customers: readonly NamedCustomer[]
  readonly onOpen: () => void
}) {
  const { view, customers } = props
  const words = usePartWords('invoices')
  const list = usePartWords('lists')
  const chosen = view.address.filters['customer'] ?? ''
  return (
    <ListFilters
      view={view}
      search={{ name: 'q', label: words.searchNumber }}
      more={['customer', 'from', 'to']}
      onOpen={props.onOpen}
    >
      <label className="list-field">
        <span>{words.customer}</span>
        <select key={`${chosen}:${customers.length}`} name="customer" defaultValue={chosen}>
          <option value="">{list.anyCustomer}</option>
          {chosen !== '' && !customers.some(({ id }) => id === chosen) && (
            <option value={chosen}>{words.customer}</option>
          )}
          {customers.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <DayField view={view} name="from" label={list.from} />
      <DayField view={view} name="to" label={list.to} />
    </ListFilters>
  )
}
