import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ReactNode } from 'react'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath, PATHS } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { type FoundInvoice, useFound } from './use-found.ts'

/** Found things, list by list. */
export function SearchResults(props: { readonly connection: ConnectionView; readonly sought: string }) {
  const { session } = useSession()
  const { t, format } = useWords()
  const { announce } = useAnnouncer()
  const words = usePartWords('search')
  const found = useFound(props.connection, props.sought)
  const count = found.customers.length + found.products.length + found.invoices.length
  const none = words.none({
    text: props.sought,
    places: format.list(found.places.map((place) => words.place[place])),
  })
  // Where something could not be searched, nothing is said to be missing.
  const missing = found.failure === undefined && !found.namesFailed ? none : undefined
  const some = found.isCut ? words.foundAtLeast(count) : words.found(count)
  const result = count > 0 ? some : missing
  const said = found.isReading ? words.searching : result
  useSaid(announce, found.isReading ? undefined : result)
  return (
    <>
      <p className="note">
        {said} {found.onlyBeginnings && words.onlyBeginnings}
      </p>
      {found.failure && (
        <FailureNotice failure={found.failure} provider={session.provider.name} onRetry={found.again} />
      )}
      {found.namesFailed && found.failure === undefined && (
        <p>
          {words.unread}{' '}
          <button type="button" className="button-quiet" onClick={found.again}>
            {t.failure.retry}
          </button>
        </p>
      )}
      <Group title={words.customers} things={found.customers}>
        {({ id, name }) => (
          <>
            <AppLink to={detailPath('customer', id)}>{name}</AppLink>
            <AppLink to={`${PATHS.invoices}?customer=${encodeURIComponent(id)}`}>
              {words.theirInvoices}
            </AppLink>
          </>
        )}
      </Group>
      <Group title={words.products} things={found.products}>
        {({ name }) => <AppLink to={`${PATHS.products}?q=${encodeURIComponent(name)}`}>{name}</AppLink>}
      </Group>
      <Group title={words.invoices} things={found.invoices}>
        {(invoice) => <InvoiceLine invoice={invoice} />}
      </Group>
    </>
  )
}

function Group<Thing extends { readonly id: string }>(props: {
  readonly title: string
  readonly things: readonly Thing[]
  readonly children: (thing: Thing) => ReactNode
}) {
  if (props.things.length === 0) return null
  return (
    <Card title={props.title}>
      <ul className="ledger">
        {props.things.map((thing) => (
          <li key={thing.id}>{props.children(thing)}</li>
        ))}
      </ul>
    </Card>
  )
}

function InvoiceLine({ invoice }: { readonly invoice: FoundInvoice }) {
  const { format } = useWords()
  const words = usePartWords('search')
  const { id, invoiceNumber, invoiceDate, customer, amountDue, currency } = invoice
  return (
    <>
      <span>
        <AppLink to={detailPath('invoice', id)}>{words.invoice(invoiceNumber)}</AppLink>
        <span className="line note">
          {[customer?.name, format.day(invoiceDate)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="amount">{words.due(format.amount(amountDue.value, currency.code))}</span>
    </>
  )
}
