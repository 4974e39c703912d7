import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useWords } from '#words/words.tsx'
import { deedInput, deedWords, type InvoiceDeed } from './invoice-deed.ts'
import type { OneInvoice } from './invoice-figures.ts'
import { PaymentForm } from './payment-form.tsx'
import { SendingForm } from './sending-form.tsx'

const NOTHING = {}

/** Names what it is about, asks what it needs, and stays until it is done or closed. */
export function InvoiceDialog(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly deed: InvoiceDeed
  readonly businessCurrency: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { connection, invoice, deed, onClose } = props
  const { format } = useWords()
  const f = useFormWords()
  const { title, about, save } = deedWords({ deed, invoice, f, format })
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
      {deed.kind === 'payment-create' && (
        <PaymentForm
          {...{ connection, invoice }}
          businessCurrency={props.businessCurrency}
          onDone={props.onDone}
        />
      )}
      {deed.kind === 'invoice-send' && <SendingForm {...{ connection, invoice }} onDone={props.onDone} />}
      {deed.kind !== 'payment-create' && deed.kind !== 'invoice-send' && (
        <RecordForm
          connection={connection}
          verb={deed.kind}
          recordId={invoice.id}
          initial={NOTHING}
          modifiedAt={null}
          label={() => invoice.invoiceNumber}
          save={save}
          onDone={props.onDone}
          read={() => ({ kind: 'input', input: deedInput(deed, invoice.id) })}
        >
          {() => null}
        </RecordForm>
      )}
    </Dialog>
  )
}
