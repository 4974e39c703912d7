import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useFormWords } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useWords } from '#words/words.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { PaymentForm } from './payment-form.tsx'
import { actionInput, actionWords, type RequestedAction } from './requested-action.ts'
import { SendingForm } from './sending-form.tsx'

const NOTHING = {}

/** Names what it is about, asks what it needs, and stays until it is done or closed. */
export function InvoiceDialog(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly action: RequestedAction
  readonly businessCurrency: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { connection, invoice, action, onClose } = props
  const { format } = useWords()
  const f = useFormWords()
  const { title, about, save } = actionWords({ action, invoice, f, format })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <button type="button" className="button-quiet" onClick={onClose}>
          {f.act.cancel}
        </button>
      }
    >
      <p>{about}</p>
      {action.kind === 'payment-create' && (
        <PaymentForm
          {...{ connection, invoice }}
          businessCurrency={props.businessCurrency}
          onDone={props.onDone}
        />
      )}
      {action.kind === 'invoice-send' && <SendingForm {...{ connection, invoice }} onDone={props.onDone} />}
      {action.kind !== 'payment-create' && action.kind !== 'invoice-send' && (
        <RecordForm
          connection={connection}
          verb={action.kind}
          recordId={invoice.id}
          initial={NOTHING}
          modifiedAt={null}
          label={() => invoice.invoiceNumber}
          save={save}
          onDone={props.onDone}
          read={() => ({ kind: 'input', input: actionInput(action, invoice.id) })}
        >
          {() => null}
        </RecordForm>
      )}
    </Dialog>
  )
}
