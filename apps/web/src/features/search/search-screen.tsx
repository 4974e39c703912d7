import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { useSession } from '#data/session/session.tsx'
import { type Choice, findNote } from '#forms/choices/choices.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { newInvoicePath } from '#navigation/new-invoice-path.ts'
import { detailPath, PATHS, PAY_HASH, REMIND_HASH } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { Button } from '#ui/action-button.tsx'
import { Card } from '#ui/card.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { type FoundInvoice, useFound } from './use-found.ts'

/** The time in milliseconds between the last key press and the search. */
const TYPING_MS = 150

/** Searches customers, products and their notes, and invoices by number and amount due. The address contains the text. */
export function SearchScreen({ connection }: { readonly connection: ConnectionView }) {
  const { t, words } = useWords('search')
  const [typed, setTyped] = useState(new URLSearchParams(useSearch()).get('q') ?? '')
  const [sought, setSought] = useState(typed.trim())
  const field = useRef<HTMLInputElement>(null)
  // Moves the focus from the heading to the field, since people come here to type.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => {
      setSought(typed.trim())
      const q = typed.trim() === '' ? '' : `?${new URLSearchParams({ q: typed.trim() }).toString()}`
      history.replaceState(history.state, '', location.pathname + q)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <Screen title={t.app.search}>
      <ConnectionNotice connection={connection} />
      <search>
        <form className="list-filters" onSubmit={(event) => event.preventDefault()}>
          <label className="list-search">
            <span>{words.label}</span>
            <input
              ref={field}
              type="search"
              name="q"
              value={typed}
              autoComplete="off"
              enterKeyHint="search"
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
        </form>
      </search>
      {sought !== '' && <SearchResults key={connection.version} connection={connection} sought={sought} />}
    </Screen>
  )
}

function SearchResults(props: { readonly connection: ConnectionView; readonly sought: string }) {
  const { session } = useSession()
  const { t, format, words } = useWords('search')
  const { announce } = useAnnouncer()
  const found = useFound(props.connection, props.sought)
  const count = found.customers.length + found.products.length + found.invoices.length
  const none = words.none({
    text: props.sought,
    places: format.list(found.places.map((place) => words.place[place])),
  })
  // If a list could not be searched, the text must not claim that nothing was found.
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
          <Button variant="quiet" onClick={found.again}>
            {t.failure.retry}
          </Button>
        </p>
      )}
      <Group title={words.customers} things={found.customers}>
        {(customer) => <CustomerLine customer={customer} sought={props.sought} />}
      </Group>
      <Group title={words.products} things={found.products}>
        {(product) => (
          <Named
            choice={product}
            sought={props.sought}
            to={`${PATHS.products}?q=${encodeURIComponent(product.name)}`}
          />
        )}
      </Group>
      <Group title={words.invoices} things={found.invoices}>
        {(invoice) => <InvoiceLine invoice={invoice} zone={found.zone} />}
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

function Named({
  choice,
  sought,
  to,
}: {
  readonly choice: Choice
  readonly sought: string
  readonly to: string
}) {
  const note = findNote(choice, sought)
  return (
    <span>
      <AppLink to={to}>{choice.name}</AppLink>
      {note !== undefined && <bdi className="line note">{note}</bdi>}
    </span>
  )
}

function CustomerLine({ customer, sought }: { readonly customer: Choice; readonly sought: string }) {
  const { id, name, overdueAmount } = customer
  const words = usePartWords('search')
  const page = detailPath('customer', id)
  return (
    <>
      <Named choice={customer} sought={sought} to={page} />
      <span className="amount">
        <AppLink to={`${PATHS.invoices}?customer=${encodeURIComponent(id)}`}>{words.theirInvoices}</AppLink>
        {' · '}
        <AppLink to={newInvoicePath({ customer: id })} label={`${words.newInvoice}: ${name}`}>
          {words.newInvoice}
        </AppLink>
        {Number(overdueAmount?.value ?? 0) > 0 && (
          <>
            {' · '}
            <AppLink to={`${page}${REMIND_HASH}`} label={`${words.remind}: ${name}`}>
              {words.remind}
            </AppLink>
          </>
        )}
      </span>
    </>
  )
}

interface Invoiced {
  readonly invoice: FoundInvoice
  /** The IANA time zone of the business. */
  readonly zone: string | null
}

function InvoiceLine(props: Invoiced) {
  const { invoice } = props
  const { format, words } = useWords('search')
  const { id, invoiceNumber, invoiceDate, customer, amountDue, currency } = invoice
  return (
    <>
      <span>
        <AppLink to={detailPath('invoice', id)}>{words.invoice(invoiceNumber)}</AppLink>
        <span className="line note">
          {[customer?.name, format.day(invoiceDate)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="amount">
        {words.due(format.amount(amountDue.value, currency.code))}
        <InvoiceLinks {...props} />
      </span>
    </>
  )
}

/** Links to the dialogs of an unpaid invoice. */
function InvoiceLinks({ invoice, zone }: Invoiced) {
  const { id, invoiceNumber, status, dueDate, customer, amountDue } = invoice
  const today = useToday(zone)
  const words = usePartWords('search')
  if (status === 'DRAFT' || !(Number(amountDue.value) > 0)) return null
  const lead = (text: string, hash: typeof PAY_HASH | typeof REMIND_HASH) => (
    <AppLink to={`${detailPath('invoice', id)}${hash}`} label={`${text}: ${words.invoice(invoiceNumber)}`}>
      {text}
    </AppLink>
  )
  return (
    <span className="line">
      {dueDate < today && customer != null && (
        <>
          {lead(words.remind, REMIND_HASH)}
          {' · '}
        </>
      )}
      {lead(words.pay, PAY_HASH)}
    </span>
  )
}
