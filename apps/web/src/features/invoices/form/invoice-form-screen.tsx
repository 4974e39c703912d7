import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ComponentProps, useState } from 'react'
import { useSearch } from 'wouter'
import { addDays } from '#figures/day.ts'
import { AllowPanel } from '#forms/allow-panel.tsx'
import { nameField } from '#forms/choices/choices.ts'
import { useFormWords } from '#forms/form-fields.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import type { DoneRecord } from '#forms/sent-command.ts'
import { useLatePart } from '#ui/late-part.tsx'
import { COPY_OF, INVOICE_FOR } from '#navigation/new-invoice-path.ts'
import { useWords } from '#words/words.tsx'
import { type InvoiceChoices, InvoiceFields } from './invoice-fields.tsx'
import {
  copyValues,
  type DocumentKind,
  documentValues,
  type EstimateToEdit,
  type InvoiceToEdit,
  OWN_FIELDS,
  readInvoice,
  repeatedOf,
} from './invoice-input.ts'
import { TAXES, useInvoiceReading, useNamedCustomer } from './use-invoice-reading.ts'

interface FormOf {
  readonly connection: ConnectionView
  readonly id: string | null
}

/** A new invoice, which may begin as a copy of the one that the address names, or an invoice that is changed. */
export function InvoiceFormScreen(props: FormOf) {
  return <DocumentFormScreen kind="invoice" {...props} />
}

/** A new estimate, or one that is changed: the form of an invoice that is not owed yet. */
export function EstimateFormScreen(props: FormOf) {
  return <DocumentFormScreen kind="estimate" {...props} />
}

function DocumentFormScreen(props: FormOf & { readonly kind: DocumentKind }) {
  const { kind, connection, id } = props
  const query = new URLSearchParams(useSearch())
  const copyOf = id === null && kind === 'invoice' ? query.get(COPY_OF) : null
  const customerId = id === null ? query.get(INVOICE_FOR) : null
  const verb = `${kind}-${id === null ? 'create' : 'patch'}` as const
  const reading = useInvoiceReading(connection, { kind, id, copyOf })
  const named = useNamedCustomer(connection, customerId)
  return (
    <FormScreen
      {...{ connection, id }}
      form={kind}
      isReady={reading.lacksTaxes || (reading.isReady && !named.isReading)}
      failure={reading.failure}
      onRetry={reading.again}
      next={(done, begin) => <LateUndo {...{ connection, verb, done }} onUndone={begin} />}
    >
      {(onDone) =>
        reading.lacksTaxes ? (
          <AllowPanel connection={connection} want={[TAXES]} onLater={() => history.back()} />
        ) : (
          <InvoiceForm
            key={`${copyOf ?? customerId ?? ''} ${reading.document?.modifiedAt ?? ''}`}
            {...{ kind, verb, connection, id, copyOf, onDone }}
            document={reading.document}
            customer={named.record}
            choices={reading.choices}
          />
        )
      }
    </FormScreen>
  )
}

const loadUndo = async () => (await import('#forms/undo.tsx')).Undo

/** Comes when a draft was saved. */
function LateUndo(props: ComponentProps<Awaited<ReturnType<typeof loadUndo>>>) {
  const { part: Undo } = useLatePart(loadUndo, props.done.label)
  return Undo && <Undo {...props} />
}

/** The fields of an invoice or an estimate: a draft of today with one line or with those of another invoice, or as it is now. */
function InvoiceForm(props: {
  readonly kind: DocumentKind
  readonly verb: `${DocumentKind}-${'create' | 'patch'}`
  readonly connection: ConnectionView
  readonly id: string | null
  readonly copyOf: string | null
  readonly document: InvoiceToEdit | EstimateToEdit | undefined
  /** Whom a new one is for, where that is known. */
  readonly customer: { readonly id: string; readonly name: string } | undefined
  readonly choices: InvoiceChoices
  readonly onDone: (done: DoneRecord) => void
}) {
  const { kind, verb, connection, id, copyOf, document, customer, choices } = props
  const { locale } = useWords()
  const f = useFormWords()
  const [initial] = useState(() =>
    document === undefined
      ? {
          [OWN_FIELDS[kind].date]: choices.today,
          terms: String(choices.latestTerms),
          dueDate: addDays(choices.today, choices.latestTerms),
          'items.0.quantity': '1',
          ...(customer && { customerId: customer.id, [nameField('customerId')]: customer.name }),
        }
      : copyOf === null || 'estimateDate' in document
        ? documentValues(document, locale)
        : copyValues(document, { language: locale, today: choices.today }),
  )
  const about = {
    kind,
    id,
    businessId: connection.businessId,
    language: locale,
    repeated: repeatedOf(document),
  }
  return (
    <RecordForm
      connection={connection}
      verb={verb}
      recordId={id}
      draftOf={copyOf ?? customer?.id ?? id}
      initial={initial}
      modifiedAt={id === null ? null : (document?.modifiedAt ?? null)}
      label={(typed) =>
        (id === null ? undefined : typed[OWN_FIELDS[kind].number]) ?? typed[nameField('customerId')] ?? ''
      }
      save={id === null ? f.act.saveDraft : f.act.save}
      onDone={props.onDone}
      read={(values) => readInvoice(values, about)}
    >
      {(values) => <InvoiceFields kind={kind} values={values} choices={choices} isNew={id === null} />}
    </RecordForm>
  )
}
