import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { addDays } from '#figures/day.ts'
import { AllowPanel } from '#forms/allow-panel.tsx'
import { nameField } from '#forms/choices/choices.ts'
import { DoneNotice, type DoneRecord } from '#forms/done-notice.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useWords } from '#words/words.tsx'
import { COPY_OF } from './copy-path.ts'
import { type InvoiceChoices, InvoiceFields } from './invoice-fields.tsx'
import { copyValues, type InvoiceToEdit, invoiceValues, readInvoice } from './invoice-input.ts'
import { TAXES, useInvoiceReading } from './use-invoice-reading.ts'

/** A new invoice, which may begin as a copy of the one that the address names, or an invoice that is changed. */
export function InvoiceFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const f = useFormWords()
  const copied = new URLSearchParams(useSearch()).get(COPY_OF)
  const copyOf = id === null ? copied : null
  const reading = useInvoiceReading(connection, { id, copyOf })
  const [done, setDone] = useState<DoneRecord>()
  return (
    <FormScreen
      connection={connection}
      title={f.title[id === null ? 'invoice-create' : 'invoice-patch']}
      isReady={reading.lacksTaxes || reading.isReady}
      failure={reading.failure}
      onRetry={reading.again}
    >
      {() => {
        if (reading.lacksTaxes)
          return <AllowPanel connection={connection} want={[TAXES]} onLater={() => history.back()} />
        if (done === undefined)
          return (
            <InvoiceForm
              key={`${copyOf ?? ''} ${reading.invoice?.modifiedAt ?? ''}`}
              {...{ connection, id, copyOf }}
              invoice={reading.invoice}
              choices={reading.choices}
              onDone={setDone}
            />
          )
        return <DoneNotice form="invoice" isNew={id === null} done={done} onAnew={() => setDone(undefined)} />
      }}
    </FormScreen>
  )
}

/** The fields of an invoice: a draft of today with one line or with those of another invoice, or as the invoice is now. */
function InvoiceForm(props: {
  readonly connection: ConnectionView
  readonly id: string | null
  readonly copyOf: string | null
  readonly invoice: InvoiceToEdit | undefined
  readonly choices: InvoiceChoices
  readonly onDone: (done: DoneRecord) => void
}) {
  const { connection, id, copyOf, invoice, choices } = props
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
      : copyOf === null
        ? invoiceValues(invoice, locale)
        : copyValues(invoice, { language: locale, today: choices.today }),
  )
  const about = { id, businessId: connection.businessId, language: locale }
  return (
    <RecordForm
      connection={connection}
      verb={id === null ? 'invoice-create' : 'invoice-patch'}
      recordId={id}
      draftOf={copyOf ?? id}
      initial={initial}
      modifiedAt={id === null ? null : (invoice?.modifiedAt ?? null)}
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
