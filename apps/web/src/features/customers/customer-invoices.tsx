import { useLocation } from 'wouter'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { dayIn } from '#figures/day.ts'
import { findPause } from '#forms/reminders/reminder-notes.ts'
import { useNotes } from '#forms/reminders/use-notes.ts'
import type { CustomerQuery } from '#generated/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { useOpenedByHash } from '#navigation/opened-by-hash.ts'
import { detailPath, PATHS, REMIND_HASH } from '#navigation/paths.ts'
import { Card } from '#ui/card.tsx'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { CustomerHabit } from './customer-habit.tsx'

type Business = NonNullable<CustomerQuery['business']>

/** A customer with everything their page tells. Amounts are decimal text in the customer's currency. */
export type OneCustomer = NonNullable<Business['customer']>

/** What a customer owes, in a sentence. */
export function CustomerOwes(props: { readonly customer: OneCustomer }) {
  const { outstandingAmount, overdueAmount } = props.customer
  const { format } = useWords()
  const words = usePartWords('customers')
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

/** What the invoices of a customer tell: which are open, and how the others were paid. Nothing where they may not be seen. */
export function CustomerInvoices(props: {
  readonly connection: ConnectionView
  readonly customer: OneCustomer
  readonly business: Business | null | undefined
}) {
  const { connection, customer, business } = props
  return (
    <>
      {business?.open && <OpenInvoices open={business.open} customerId={customer.id} />}
      {business?.paid && <CustomerHabit connection={connection} customer={customer} paid={business.paid} />}
    </>
  )
}

/** Leads to the reminder of all that is late, by the oldest of it; nothing where nothing is late, or reminders are paused. */
export function RemindLink(props: {
  readonly connection: ConnectionView
  readonly customerId: string
  readonly business: Business | null | undefined
}) {
  const { business } = props
  const { nowMs } = useWords()
  const words = usePartWords('customers')
  const { notes } = useNotes(props.connection)
  const [, navigate] = useLocation()
  const today = dayIn({ zone: business?.timezone ?? null, instant: new Date(nowMs).toISOString() })
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
  const { format } = useWords()
  const words = usePartWords('customers')
  const rows = props.open.edges.map(({ node }) => node).filter((node) => node !== null)
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
