import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { countedPayments, type OneInvoice } from '#features/invoices/invoice-figures.ts'
import { RemindButton } from '#features/invoices/reminders/remind-button.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { copyPath } from '#navigation/new-invoice-path.ts'
import { useOpenedByHash } from '#navigation/opened-by-hash.ts'
import { formPath, PAY_HASH } from '#navigation/paths.ts'
import { WhenWanted } from '#ui/when-wanted.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { RequestedAction } from './invoice-dialog.tsx'

/** Loads the dialog at the first press. */
const loadDialog = async () => (await import('./invoice-dialog.tsx')).InvoiceDialog

/** Shows the actions for an invoice, each with a confirmation dialog. */
export function InvoiceActions(props: {
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
    <button
      type="button"
      className={isPlain ? 'button-plain' : 'button-danger'}
      onClick={() => setAction({ kind })}
    >
      {label}
    </button>
  )
  return (
    <div className="stack screen-only">
      <div className="actions">
        <AppLink className="button-plain" to={formPath('invoice', invoice.id)}>
          {words.edit}
        </AppLink>
        {/* A copy is always in the currency of the business. */}
        {invoice.currency.code === props.businessCurrency && (
          <AppLink className="button-plain" to={copyPath(invoice.id)}>
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
    <button
      key={id}
      type="button"
      className="button-quiet"
      onClick={() => onPress({ kind: 'payment-delete', paymentId: id, amount: amount ?? '0' })}
    >
      {words.removePayment(format.money(amount ?? '0', invoice.currency.code))}
    </button>
  ))
}
