import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { addDays } from '#figures/day.ts'
import { nameField } from '#forms/choices.ts'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { useWords } from '#words/words.tsx'
import { InvoiceFields, type InvoiceChoices } from './invoice-fields.tsx'
import { invoiceValues, readInvoice, type InvoiceToEdit } from './invoice-input.ts'

/** The fields of an invoice: a draft of today with one line, or as the invoice is now. */
export function InvoiceForm(props: {
  readonly connection: ConnectionView
  readonly id: string | null
  readonly invoice: InvoiceToEdit | undefined
  readonly choices: InvoiceChoices
  readonly onDone: (done: { readonly id: string | null; readonly label: string }) => void
}) {
  const { connection, id, invoice, choices } = props
  const { locale } = useWords()
  const f = useFormWords()
  const [initial] = useState(() =>
    invoice === undefined
      ? {
          invoiceDate: choices.today,
          terms: String(choices.latestTerms),
          dueDate: addDays(choices.today, choices.latestTerms),
          'items.0.quantity': '1',
        }
      : invoiceValues(invoice, locale),
  )
  const about = { id, businessId: connection.businessId, language: locale }
  return (
    <RecordForm
      connection={connection}
      verb={id === null ? 'invoice-create' : 'invoice-patch'}
      recordId={id}
      initial={initial}
      modifiedAt={invoice?.modifiedAt ?? null}
      label={({ invoiceNumber, ...typed }) =>
        (id === null ? undefined : invoiceNumber) ?? typed[nameField('customerId')] ?? ''
      }
      save={id === null ? f.act.saveDraft : f.act.save}
      onDone={props.onDone}
      read={(values) => readInvoice(values, about)}
    >
      {(values) => <InvoiceFields values={values} choices={choices} isNew={id === null} />}
    </RecordForm>
  )
}
