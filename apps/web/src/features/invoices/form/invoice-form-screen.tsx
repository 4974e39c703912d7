import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { type ComponentProps, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { nodesOf } from '#data/list-nodes.ts'
import { addDays, dayIn } from '#figures/day.ts'
import { choicesRequest, useBookChoices } from '#forms/choices/choice-reader.ts'
import { nameField } from '#forms/choices/choices.ts'
import { useFormWords } from '#forms/form-fields.tsx'
import { AllowPanel } from '#forms/form-notices.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { requestOf } from '#forms/request.ts'
import { type DoneRecord } from '#forms/sent-command.ts'
import { useReading, useToEdit } from '#forms/use-reading.ts'
import type {
  InvoiceChoicesQuery,
  LargestInvoiceNumberQuery,
  TaxChoicesQuery,
} from '#generated/operations.ts'
import { COPY_OF, INVOICE_FOR } from '#navigation/new-invoice-path.ts'
import { useLatePart } from '#ui/late-part.tsx'
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
import { latestTerms, suggestNumber } from './invoice-terms.ts'
import type { TaxChoice } from './invoice-totals.ts'

interface FormOf {
  readonly connection: ConnectionView
  readonly id: string | null
}

/** Shows the form of a new invoice, which may be a copy of the invoice in the address, or of an existing invoice. */
export function InvoiceFormScreen(props: FormOf) {
  return <DocumentFormScreen kind="invoice" {...props} />
}

/** Shows the form of a new or existing estimate. It is the invoice form with other dates. */
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

/** Shows the undo button after a draft was saved. Its code is loaded only then. */
function LateUndo(props: ComponentProps<Awaited<ReturnType<typeof loadUndo>>>) {
  const { part: Undo } = useLatePart(loadUndo, props.done.label)
  return Undo && <Undo {...props} />
}

/** Shows the fields of an invoice or estimate: a new one dated today, a copy of another invoice, or the existing one. */
function InvoiceForm(props: {
  readonly kind: DocumentKind
  readonly verb: `${DocumentKind}-${'create' | 'patch'}`
  readonly connection: ConnectionView
  readonly id: string | null
  readonly copyOf: string | null
  readonly document: InvoiceToEdit | EstimateToEdit | undefined
  /** The customer of a new document; undefined if none is known. */
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
      <InvoiceFields kind={kind} choices={choices} isNew={id === null} />
    </RecordForm>
  )
}

const TAXES = 'sales_tax:read'

/** Reads the initial values of an invoice or estimate form and the options of its fields. */
function useInvoiceReading(
  connection: ConnectionView,
  about: {
    readonly kind: DocumentKind
    readonly id: string | null
    readonly copyOf: string | null
  },
) {
  const { kind, id, copyOf } = about
  const { scopes } = connection
  const { nowMs } = useWords()
  const mayReadTaxes = allowsScope(scopes, TAXES)
  const begun = id ?? copyOf
  const document = useToEdit(connection, kind, mayReadTaxes ? begun : null)
  const found = document.record
  const first = useReading<InvoiceChoicesQuery>(choicesRequest(connection, { page: 1 }))
  const taxes = useReading<TaxChoicesQuery>(mayReadTaxes ? requestOf(connection, 'TaxChoices') : undefined)
  const asksNumbers = kind === 'invoice' && id === null && allowsScope(scopes, 'invoice:read')
  const numbers = useReading<LargestInvoiceNumberQuery>(
    asksNumbers ? requestOf(connection, 'LargestInvoiceNumber') : undefined,
  )
  const business = first.data?.business
  const [openedAt] = useState(() => new Date(nowMs).toISOString())
  const lists = useBookChoices(connection, business)
  const numbered = useMemo(() => numbers.data && nodesOf(numbers.data.business?.invoices), [numbers.data])
  const choices = useMemo(
    (): InvoiceChoices => ({
      currency: found?.currency ?? business?.currency ?? { code: '', exponent: 2 },
      today: dayIn({ zone: business?.timezone ?? null, instant: openedAt }),
      ...lists,
      taxes: mayReadTaxes ? withOwnTaxes(nodesOf(taxes.data?.business?.salesTaxes), found) : undefined,
      latestTerms: latestTerms(numbered ?? []),
      nextNumber: numbered && suggestNumber(numbered),
    }),
    [business, found, taxes.data, mayReadTaxes, numbered, openedAt, lists],
  )
  return {
    document: found,
    choices,
    /** True if taxes may not be read. Saving an existing or copied document would then remove its taxes. */
    lacksTaxes: begun !== null && !mayReadTaxes,
    isReady:
      (begun === null || found !== undefined) &&
      business !== undefined &&
      (!mayReadTaxes || taxes.data !== undefined) &&
      // The numbers only give suggestions: the form works without them.
      (!asksNumbers || numbers.data !== undefined || numbers.failure !== undefined),
    failure: document.failure ?? first.failure ?? taxes.failure,
    again() {
      document.again()
      first.again()
      taxes.again()
    },
  }
}

/** Reads the customer that the address names. Without one, or if it no longer exists, the form starts with no customer. */
function useNamedCustomer(connection: ConnectionView, id: string | null) {
  return useToEdit(connection, 'customer', allowsScope(connection.scopes, 'customer:read') ? id : null)
}

/** Returns the available taxes and those of the document, even archived ones. */
function withOwnTaxes(
  listed: readonly TaxChoice[],
  document: InvoiceToEdit | EstimateToEdit | undefined,
): readonly TaxChoice[] {
  const own = (document?.items ?? []).flatMap(({ taxes }) =>
    (taxes ?? []).flatMap(({ salesTax }) => salesTax ?? []),
  )
  return [...new Map([...own, ...listed].map((tax) => [tax.id, tax])).values()]
}
