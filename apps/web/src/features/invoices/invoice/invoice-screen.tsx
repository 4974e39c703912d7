import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { dueStatus, oneInvoiceVariables } from '#features/invoices/invoice-address.ts'
import {
  countedPayments,
  invoiceTimeline,
  type OneInvoice,
  type TimelineStep,
} from '#features/invoices/invoice-figures.ts'
import { RemindButton } from '#features/invoices/reminders/remind-button.tsx'
import { dayIn } from '#figures/day.ts'
import { InvoiceDocument } from '#generated/operations.ts'
import { DetailScreen, DocumentLinks, Facts, type RecordOfConnection } from '#lists/detail-screen.tsx'
import { SoldItems, SoldTo, withoutDebt } from '#lists/sold-items.tsx'
import { statusName } from '#lists/status-name.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { useOpenedByHash } from '#navigation/opened-by-hash.ts'
import { newInvoicePath } from '#navigation/new-invoice-path.ts'
import { formPath, PATHS, PAY_HASH } from '#navigation/paths.ts'
import { Button } from '#ui/action-button.tsx'
import { Card, Row, Rows } from '#ui/card.tsx'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import type { RequestedAction } from './invoice-dialog.tsx'

export function InvoiceScreen({ connection, id }: RecordOfConnection) {
  const words = usePartWords('invoices')
  return (
    <DetailScreen
      connection={connection}
      id={id}
      needs="invoice:read"
      document={InvoiceDocument}
      variables={oneInvoiceVariables(connection, id)}
      pick={({ business }) => business?.invoice}
      title={({ invoiceNumber }) => words.one(invoiceNumber)}
      lede={(invoice, { business }) => <InvoiceLede invoice={invoice} zone={business?.timezone ?? null} />}
      listPath={PATHS.invoices}
      texts={words}
    >
      {(found, { business }, readAgain) => (
        <>
          <InvoiceActions
            connection={connection}
            invoice={found}
            businessCurrency={business?.currency.code}
            zone={business?.timezone ?? null}
            onChanged={readAgain}
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
              <InvoiceTimeline invoice={found} zone={business?.timezone ?? null} />
              <InvoicePapers invoice={found} businessCurrency={business?.currency.code} />
            </div>
          </div>
        </>
      )}
    </DetailScreen>
  )
}

/** Shows the customer of an invoice and its status on today's day of the business. */
function InvoiceLede({ invoice, zone }: { readonly invoice: OneInvoice; readonly zone: string | null }) {
  const { format, words } = useWords('invoices')
  const today = useToday(zone)
  const due = dueStatus(invoice, today)
  const amount = format.amount(invoice.amountDue.value, invoice.currency.code)
  return (
    <>
      <SoldTo customer={invoice.customer} />
      {due.kind === 'settled' ? (
        statusName(invoice.status, words)
      ) : (
        <>
          <strong>{amount}</strong>{' '}
          {due.kind === 'late' && <span className="late">{words.daysLate(due.days)}</span>}
          {due.kind === 'today' && words.dueToday}
          {due.kind === 'later' && words.dueOn(format.day(invoice.dueDate))}
        </>
      )}
    </>
  )
}

/** Lists the payments by day. Refunds are negative. */
function InvoicePayments({ invoice }: { readonly invoice: OneInvoice }) {
  const { t, format, words } = useWords('invoices')
  const payments = countedPayments(invoice)
  const methods: Readonly<Record<string, string>> = words.method
  return (
    <Card title={words.payments}>
      {payments === undefined && <p>{t.failure.partial.row}</p>}
      {payments?.length === 0 && <p className="muted">{words.noPayments}</p>}
      {payments !== undefined && payments.length > 0 && (
        <ul className="entries">
          {payments.map(({ id, paymentDate, amount, paymentMethod, transactionType }) => (
            <li key={id}>
              <span>{paymentDate === null ? t.home.notGiven : format.day(paymentDate)}</span>
              <span className="muted">
                {transactionType === 'REFUND'
                  ? words.refund
                  : (methods[paymentMethod ?? ''] ?? words.method.UNSPECIFIED)}
              </span>
              <span className="amount">
                {amount === null ? '–' : format.amount(amount, invoice.currency.code)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Shows the status timeline of an invoice. Days are in the time zone of the business. */
function InvoiceTimeline({ invoice, zone }: { readonly invoice: OneInvoice; readonly zone: string | null }) {
  const { format, words } = useWords('invoices')
  const today = useToday(zone)
  const dayOf = ({ at }: TimelineStep) => at && ('day' in at ? at.day : dayIn({ zone, instant: at.instant }))
  return (
    <Card title={words.journey}>
      <ol className="journey">
        {invoiceTimeline(invoice).map((step) => {
          const day = dayOf(step)
          // The due date is always known. Its step is taken once that day has come.
          const isTaken = day !== undefined && (day ?? '') <= today
          return (
            <li key={step.kind} className={isTaken ? 'journey-done' : 'journey-open'}>
              <span>{words[step.kind]}</span>
              <span className="muted">
                {day === undefined ? words.notYet : day === null ? '–' : format.day(day)}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function InvoicePapers(props: {
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
}) {
  const { invoice, businessCurrency } = props
  const { format } = useWords()
  const words = usePartWords('invoices')
  const { code } = invoice.currency
  const rate =
    businessCurrency === undefined || businessCurrency === code
      ? undefined
      : words.rate(`1 ${code}`, `${format.number(invoice.exchangeRate)} ${businessCurrency}`)
  return (
    <Card title={words.facts}>
      <Rows>
        <Row name={words.date}>{format.day(invoice.invoiceDate)}</Row>
        <Row name={words.due}>{format.day(invoice.dueDate)}</Row>
        {rate !== undefined && <Row name={words.rateLabel}>{rate}</Row>}
        <Facts
          rows={[
            [words.order, invoice.poNumber],
            [words.memo, invoice.memo],
          ]}
        />
      </Rows>
      <DocumentLinks document={invoice} words={words} />
    </Card>
  )
}

/** Loads the dialog at the first press. */
const loadDialog = async () => (await import('./invoice-dialog.tsx')).InvoiceDialog

/** Shows the actions for an invoice, each with a confirmation dialog. */
function InvoiceActions(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
  /** The IANA time zone of the business; null if it names none. */
  readonly zone: string | null
  /** Called when the provider has confirmed the change. */
  readonly onChanged: () => void
}) {
  const { connection, invoice } = props
  const words = usePartWords('invoices').action
  const [action, setAction] = useState<RequestedAction>()
  const isDraft = invoice.status === 'DRAFT'
  const isPayable = !isDraft && Number(invoice.amountDue.value) > 0
  useOpenedByHash(PAY_HASH, isPayable, () => setAction({ kind: 'payment-create' }))
  const act = (kind: Exclude<RequestedAction['kind'], 'payment-delete'>, label: string, isPlain = true) => (
    <Button variant={isPlain ? 'plain' : 'danger'} onClick={() => setAction({ kind })}>
      {label}
    </Button>
  )
  return (
    <div className="stack screen-only">
      <div className="actions">
        <AppLink className="button-plain" to={formPath('invoice', invoice.id)}>
          {words.edit}
        </AppLink>
        {/* A copy is always in the currency of the business. */}
        {invoice.currency.code === props.businessCurrency && (
          <AppLink className="button-plain" to={newInvoicePath({ copy: invoice.id })}>
            {words.copy}
          </AppLink>
        )}
        {isDraft && act('invoice-approve', words.approve)}
        <RemindButton {...{ connection, invoice }} zone={props.zone} onDone={props.onChanged} />
        {!isDraft && act('invoice-send', words.send)}
        {!isDraft && act('payment-create', words.pay)}
        {countedPayments(invoice)?.length === 0 && act('invoice-delete', words.remove, false)}
        <PaymentButtons invoice={invoice} onPress={setAction} />
      </div>
      <WhenWanted load={loadDialog} wanted={action?.kind}>
        {(InvoiceDialog) =>
          action && (
            <InvoiceDialog
              key={action.kind}
              {...{ connection, invoice, action }}
              businessCurrency={props.businessCurrency}
              onClose={() => setAction(undefined)}
              onDone={props.onChanged}
            />
          )
        }
      </WhenWanted>
    </div>
  )
}

/** Shows a button for each payment to remove it. */
function PaymentButtons(props: {
  readonly invoice: OneInvoice
  readonly onPress: (action: RequestedAction) => void
}) {
  const { invoice, onPress } = props
  const { format } = useWords()
  const words = usePartWords('invoices').action
  return countedPayments(invoice)?.map(({ id, amount }) => (
    <Button
      key={id}
      variant="quiet"
      onClick={() => onPress({ kind: 'payment-delete', paymentId: id, amount: amount ?? '0' })}
    >
      {words.removePayment(format.money(amount ?? '0', invoice.currency.code))}
    </Button>
  ))
}
