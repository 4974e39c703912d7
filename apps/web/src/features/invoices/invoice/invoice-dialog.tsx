import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import { PaymentForm } from '#features/invoices/payments/payment-form.tsx'
import { ActionDialog } from '#forms/action-dialog.tsx'
import { type FormWords, useFormWords } from '#forms/form-fields.tsx'
import type { Format } from '#words/format.ts'
import { useWords } from '#words/words.tsx'

/** Confirms an action on an invoice. */
export function InvoiceDialog(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly action: RequestedAction
  readonly businessCurrency: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { connection, invoice, action, businessCurrency, onClose, onDone } = props
  const { format } = useWords()
  const f = useFormWords()
  return (
    <ActionDialog
      {...{ connection, onClose, onDone }}
      of={action}
      verb={action.kind}
      document={{ ...invoice, number: invoice.invoiceNumber }}
      input={action.kind === 'payment-delete' ? { id: action.paymentId } : { invoiceId: invoice.id }}
      words={actionWords({ action, invoice, f, format })}
      {...(action.kind === 'payment-create' && {
        children: (finish) => <PaymentForm {...{ connection, invoice, businessCurrency }} onDone={finish} />,
      })}
    />
  )
}

/** An action that the person chose for an invoice. */
export type RequestedAction =
  | { readonly kind: 'invoice-approve' | 'invoice-send' | 'invoice-delete' | 'payment-create' }
  | { readonly kind: 'payment-delete'; readonly paymentId: string; readonly amount: string }

/** Returns the text of the confirmation dialog: the invoice, the customer and the amount. */
function actionWords(about: {
  readonly action: RequestedAction
  readonly invoice: OneInvoice
  readonly f: FormWords
  readonly format: Format
}) {
  const { action, invoice, f, format } = about
  const { invoiceNumber: number, currency } = invoice
  const customer = invoice.customer?.name ?? ''
  const total = format.money(invoice.total.value, currency.code)
  switch (action.kind) {
    case 'invoice-approve':
      return {
        title: f.title[action.kind](number),
        about: f.about.approve(customer, total),
        save: f.act.approve,
      }
    case 'invoice-send':
      return { title: f.title[action.kind](number), about: f.about.send(customer, total), save: f.act.send }
    case 'invoice-delete':
      return {
        title: f.title[action.kind](number),
        about: f.about.remove(customer, total),
        save: f.act.remove,
      }
    case 'payment-create':
      return { title: f.title[action.kind], about: f.about.pay(number, customer), save: f.act.save }
    case 'payment-delete':
      return {
        title: f.title[action.kind](format.money(action.amount, currency.code)),
        about: f.about.removePayment(number, customer),
        save: f.act.remove,
      }
  }
}
