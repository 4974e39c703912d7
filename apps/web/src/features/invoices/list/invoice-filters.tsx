import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useContext, useEffect, useState } from 'react'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { nodesOf } from '#data/list-nodes.ts'
import { ageOf, INVOICE_VIEWS, type InvoiceRow } from '#features/invoices/invoice-address.ts'
import { CustomerNamesDocument } from '#generated/operations.ts'
import { type ActiveFilter, ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { ListView } from '#lists/use-addressed-list.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** Returns the active filters in words. The view itself is left out: it is marked above the list. */
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

/** Shows the views of the list and the filters of each view. */
export function InvoiceFilters(props: {
  readonly view: ListView
  readonly customers: readonly NamedCustomer[]
  /** Called when the names of the customers are needed. */
  readonly onOpen: () => void
}) {
  const { view, customers } = props
  const words = usePartWords('invoices')
  const list = usePartWords('lists')
  const chosen = view.address.filters['customer'] ?? ''
  return (
    <>
      <ListChoices
        view={view}
        name="state"
        part="age"
        label={words.statesLabel}
        values={INVOICE_VIEWS}
        labelOf={(value) => words.states[value ?? 'all']}
      />
      <ListFilters
        view={view}
        search={{ name: 'q', label: words.searchNumber }}
        more={['customer']}
        hasDays
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
      </ListFilters>
    </>
  )
}

/** The maximum number of pages of customers in the select field. More would have to be searched. */
const MAX_PAGES = 4

interface NamedCustomer {
  readonly id: string
  readonly name: string
}

/** Returns the customers by name for the select field; none until they are wanted or if they cannot be read. */
export function useCustomerNames(connection: ConnectionView, isWanted: boolean): readonly NamedCustomer[] {
  const client = useContext(GraphqlClientContext)
  const [names, setNames] = useState<readonly NamedCustomer[]>([])
  const { businessId } = connection
  useEffect(() => {
    if (!isWanted || client === undefined) return
    let isOver = false
    const read = async () => {
      let found: readonly NamedCustomer[] = []
      for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page += 1) {
        const { data } = await client
          .query(CustomerNamesDocument, { id: businessId, page }, { requestPolicy: 'cache-first' })
          .toPromise()
        const list = data?.business?.customers
        if (isOver || !list) return
        pages = list.pageInfo.totalPages ?? 1
        found = [...found, ...nodesOf(list)]
        setNames(found)
      }
    }
    void read()
    return () => {
      isOver = true
    }
  }, [client, businessId, isWanted])
  return names
}
