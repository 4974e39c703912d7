import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import { PaymentForm } from '#features/invoices/payments/payment-form.tsx'
import { ActionDialog, ConfirmForm } from '#forms/action-dialog.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { SendingForm } from '#forms/sending/sending-form.tsx'
import { useWords } from '#words/words.tsx'
import { actionInput, actionWords, type RequestedAction } from './requested-action.ts'

/** Names what it is about, asks what it needs, and stays until it is done or closed; then it can be undone. */
export function InvoiceDialog(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly action: RequestedAction
  readonly businessCurrency: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { connection, invoice, action, onClose, onDone } = props
  const { format } = useWords()
  const f = useFormWords()
  const { title, about, save } = actionWords({ action, invoice, f, format })
  return (
    <ActionDialog
      {...{ connection, onClose, onDone, title, about }}
      of={action}
      undoes={action.kind}
      recordId={invoice.id}
    >
      {(finish) => {
        switch (action.kind) {
          case 'payment-create':
            return (
              <PaymentForm
                {...{ connection, invoice }}
                businessCurrency={props.businessCurrency}
                onDone={finish}
              />
            )
          case 'invoice-send':
            return (
              <SendingForm
                connection={connection}
                verb="invoice-send"
                document={{ ...invoice, number: invoice.invoiceNumber }}
                onDone={finish}
              />
            )
          default:
            return (
              <ConfirmForm
                {...{ connection, save }}
                verb={action.kind}
                recordId={invoice.id}
                label={invoice.invoiceNumber}
                input={actionInput(action, invoice.id)}
                onDone={finish}
              />
            )
        }
      }}
    </ActionDialog>
  )
}
