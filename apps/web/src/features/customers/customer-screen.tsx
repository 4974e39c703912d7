import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useLocation } from 'wouter'
import { findPause, useNotes } from '#forms/reminders/use-notes.ts'
import { CustomerDocument, type CustomerQuery } from '#generated/operations.ts'
import { DetailScreen, Facts, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { useOpenedByHash } from '#navigation/opened-by-hash.ts'
import { detailPath, formPath, PATHS, REMIND_HASH } from '#navigation/paths.ts'
import { addressLines } from '#ui/address.ts'
import { Card, Row, Rows } from '#ui/card.tsx'
import { Rich } from '#ui/rich.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneCustomerVariables } from './customer-address.ts'
import { CustomerHabit } from './customer-habit.tsx'
import { RemindersCard } from './reminders-card.tsx'

export function CustomerScreen({ connection, id }: RecordOfConnection) {
  const words = usePartWords('customers')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="customer:read"
      document={CustomerDocument}
      variables={oneCustomerVariables(connection, id)}
      pick={({ business }) => business?.customer}
      title={({ name }) => name}
      lede={(customer) => <CustomerOwes customer={customer} />}
      listPath={PATHS.customers}
      texts={words}
    >
      {(found, { business }) => (
        <>
          <p className="actions screen-only">
            <AppLink className="button-plain" to={formPath('customer', found.id)}>
              {words.change}
            </AppLink>
            <RemindLink connection={connection} customerId={found.id} business={business} />
            {business?.open && (
              <AppLink className="button-plain" to={detailPath('statement', found.id)}>
                {words.statement.link}
              </AppLink>
            )}
          </p>
          <div className="columns">
            <div className="column">
              {business?.open && <OpenInvoices open={business.open} customerId={found.id} />}
              {business?.paid && (
                <CustomerHabit connection={connection} customer={found} paid={business.paid} />
              )}
            </div>
            <div className="column">
              <CustomerContact customer={found} />
              {business?.open && (
                <RemindersCard connection={connection} customerId={found.id} zone={business.timezone} />
              )}
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}

function CustomerContact({ customer }: { readonly customer: OneCustomer }) {
  const { t, format, words } = useWords('customers')
  const person = [customer.firstName, customer.lastName].filter((part) => part).join(' ')
  const rows = [
    [words.person, person],
    [words.email, customer.email],
    [words.phone, customer.phone],
    [words.mobile, customer.mobile],
    [words.website, customer.website],
  ] as const
  const lines = addressLines(customer.address, format)
  return (
    <Card title={words.contact}>
      {customer.isArchived === true && <p className="note">{words.archived}</p>}
      <Rows>
        <Facts rows={rows} />
        <Row name={words.address}>
          {lines.length === 0
            ? t.home.notGiven
            : lines.map((line) => (
                <bdi key={line} className="line">
                  {line}
                </bdi>
              ))}
        </Row>
      </Rows>
    </Card>
  )
}

type Business = NonNullable<CustomerQuery['business']>

/** A customer with all data of the customer page. Amounts are decimal text in the customer's currency. */
type OneCustomer = NonNullable<Business['customer']>

function CustomerOwes(props: { readonly customer: OneCustomer }) {
  const { outstandingAmount, overdueAmount } = props.customer
  const { format, words } = useWords('customers')
  const amount = (value: string) => format.amount(value, outstandingAmount.currency.code)
  if (!/[1-9]/.test(outstandingAmount.value)) return words.owesNothing
  return (
    <Rich
      text={
        /[1-9]/.test(overdueAmount.value)
          ? words.owesLate(amount(outstandingAmount.value), amount(overdueAmount.value))
          : words.owes(amount(outstandingAmount.value))
      }
    />
  )
}

/** Links to the reminder on the page of the oldest late invoice. Shows nothing if none is late or reminders are paused. */
function RemindLink(props: {
  readonly connection: ConnectionView
  readonly customerId: string
  readonly business: Business | null | undefined
}) {
  const { business } = props
  const words = usePartWords('customers')
  const { notes } = useNotes(props.connection)
  const [, navigate] = useLocation()
  const today = useToday(business?.timezone)
  const [oldest] = (business?.open?.edges ?? [])
    .flatMap(({ node }) => node ?? [])
    .filter(({ dueDate, amountDue }) => dueDate < today && Number(amountDue.value) > 0)
    .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1))
  const isPaused = findPause(notes, { customerId: props.customerId, today }) !== undefined
  const to =
    oldest === undefined || isPaused ? undefined : `${detailPath('invoice', oldest.id)}${REMIND_HASH}`
  useOpenedByHash(REMIND_HASH, to !== undefined, () => to !== undefined && navigate(to))
  if (to === undefined) return null
  return (
    <AppLink className="button-plain" to={to}>
      {words.remind}
    </AppLink>
  )
}

function OpenInvoices(props: { readonly open: NonNullable<Business['open']>; readonly customerId: string }) {
  const { format, words } = useWords('customers')
  const rows = props.open.edges.flatMap(({ node }) => node ?? [])
  return (
    <Card title={words.open}>
      {rows.length === 0 && <p className="muted">{words.noneOpen}</p>}
      <ul className="entries">
        {rows.map(({ id, invoiceNumber, dueDate, amountDue }) => (
          <li key={id}>
            <AppLink to={detailPath('invoice', id)}>
              <bdi>{invoiceNumber}</bdi>
            </AppLink>
            <span className="muted">{format.day(dueDate)}</span>
            <span className="amount">{format.amount(amountDue.value, amountDue.currency.code)}</span>
          </li>
        ))}
      </ul>
      <p>
        <AppLink to={`${PATHS.invoices}?customer=${encodeURIComponent(props.customerId)}`}>
          {words.seeAll}
        </AppLink>
      </p>
    </Card>
  )
}
