import { useMemo, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { InvoicesQuery } from '#generated/operations.ts'
import { List } from '#lists/list.tsx'
import { ListScreen } from '#lists/list-screen.tsx'
import { useCustomerNames } from '#lists/use-customer-names.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { invoiceCsv, invoiceParts } from './invoice-columns.tsx'
import { InvoiceFilters, useActiveInvoiceFilters } from './invoice-filters.tsx'
import type { InvoiceRow } from './invoice-row.ts'
import { useInvoices } from './use-invoices.ts'

/** The invoices of the business that is shown. */
export function InvoicesScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('invoices')
  return (
    <ListScreen connection={props.connection} needs="invoice:read" title={title} form="invoice">
      <Invoices connection={props.connection} />
    </ListScreen>
  )
}

function Invoices(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const words = usePartWords('invoices')
  const { view, reading, today, withCustomers, shown, choose } = useInvoices(connection)
  const [wantsNames, setWantsNames] = useState(false)
  const customers = useCustomerNames(connection, wantsNames)
  const parts = useMemo(
    () => invoiceParts({ words, format, today, withCustomers }),
    [words, format, today, withCustomers],
  )
  const { state } = view.address.filters
  return (
    <List<InvoicesQuery, InvoiceRow>
      connection={connection}
      view={view}
      reading={reading}
      words={words}
      emptyFiltered={state === 'late' ? words.nothingLate : state === 'soon' ? words.nothingSoon : undefined}
      parts={parts}
      csv={{
        ...invoiceCsv({ words, withCustomers }),
        business: connection.businessName ?? '',
        ...(choose === undefined ? {} : { choose }),
      }}
      active={useActiveInvoiceFilters({ view, rows: reading.rows ?? [], customers })}
      shown={shown}
    >
      <InvoiceFilters view={view} customers={customers} onOpen={() => setWantsNames(withCustomers)} />
    </List>
  )
}
