import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { dayIn } from '#figures/day.ts'
import { InvoiceDocument } from '#gql/operations.ts'
import { DetailScreen } from '#lists/detail-screen.tsx'
import { OneThing, useThing } from '#lists/one-thing.tsx'
import { SoldItems, SoldTo } from '#lists/sold-items.tsx'
import { PATHS } from '#navigation/paths.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneInvoiceVariables } from './invoice-address.ts'
import { statusName } from './invoice-columns.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceJourney, InvoicePapers } from './invoice-journey.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { dueStanding } from './invoice-row.ts'

const NEEDS = 'invoice:read'

/** One invoice: for whom, what of, what was paid of it, how far it came. */
export function InvoiceScreen(props: { readonly connection: ConnectionView; readonly id: string }) {
  return <OneThing {...props} Content={Invoice} />
}

function Invoice(props: { readonly connection: ConnectionView; readonly id: string }) {
  const { connection, id } = props
  const { nowMs } = useWords()
  const words = usePartWords('invoices')
  const read = useThing(InvoiceDocument, oneInvoiceVariables(connection, id), {
    connection,
    needs: NEEDS,
  })
  const business = read.data?.business
  const invoice = business?.invoice
  const today = dayIn({ zone: business?.timezone ?? null, instant: new Date(nowMs).toISOString() })
  return (
    <DetailScreen
      connection={connection}
      needs={NEEDS}
      read={read}
      thing={invoice}
      title={invoice ? words.one(invoice.invoiceNumber) : undefined}
      lede={invoice ? <Lede invoice={invoice} today={today} /> : undefined}
      listPath={PATHS.invoices}
      texts={words}
    >
      {(found: OneInvoice) => (
        <>
          <InvoiceActions
            connection={connection}
            invoice={found}
            businessCurrency={business?.currency.code}
            onChanged={read.retry}
          />
          <div className="columns">
            <div className="column">
              {found.status === 'DRAFT' ? (
                <SoldItems sold={withoutDebt(found)} note={words.draftNote} />
              ) : (
                <SoldItems sold={found} />
              )}
              <InvoicePayments invoice={found} />
            </div>
            <div className="column">
              <InvoiceJourney invoice={found} zone={business?.timezone ?? null} />
              <InvoicePapers invoice={found} businessCurrency={business?.currency.code} />
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}

/** For whom it is, and how it stands. */
function Lede(props: { readonly invoice: OneInvoice; readonly today: string }) {
  const { invoice, today } = props
  const { format } = useWords()
  const words = usePartWords('invoices')
  const standing = dueStanding(invoice, today)
  const amount = format.amount(invoice.amountDue.value, invoice.currency.code)
  return (
    <>
      <SoldTo customer={invoice.customer} />
      {standing.kind === 'settled' ? (
        statusName(invoice.status, words)
      ) : (
        <>
          <strong>{amount}</strong>{' '}
          {standing.kind === 'late' && <span className="late">{words.daysLate(standing.days)}</span>}
          {standing.kind === 'today' && words.dueToday}
          {standing.kind === 'later' && words.dueOn(format.day(invoice.dueDate))}
        </>
      )}
    </>
  )
}

/** Nobody owes what a draft comes to. */
function withoutDebt({ amountDue: _due, amountPaid: _paid, ...invoice }: OneInvoice) {
  return invoice
}
