import { useMemo, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { dayIn } from '#figures/day.ts'
import { AllowPanel } from '#forms/allow-panel.tsx'
import { DoneNotice } from '#forms/done-notice.tsx'
import { FormScreen } from '#forms/form-screen.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import { useReading } from '#forms/use-reading.ts'
import type { InvoiceChoicesQuery, InvoiceToEditQuery, TaxChoicesQuery } from '#gql/operations.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath } from '#navigation/form-paths.ts'
import { detailPath } from '#navigation/paths.ts'
import { useWords } from '#words/words.tsx'
import { InvoiceFields, type InvoiceChoices } from './invoice-fields.tsx'
import { invoiceValues, readInvoice, type InvoiceToEdit } from './invoice-input.ts'

const TAXES = 'sales_tax:read'

/** A new invoice, or one that is changed. */
export function InvoiceFormScreen(props: {
  readonly connection: ConnectionView
  readonly id: string | null
}) {
  const { connection, id } = props
  const f = useFormWords()
  const reading = useInvoiceReading(connection, id)
  const [done, setDone] = useState<{ readonly id: string | null; readonly label: string }>()
  // Without its taxes an invoice that is saved again would lose them.
  const lacksTaxes = id !== null && !allowsScope(connection.scopes, TAXES)
  return (
    <FormScreen
      connection={connection}
      title={f.title[id === null ? 'invoice-create' : 'invoice-patch']}
      isReady={lacksTaxes || reading.isReady}
      failure={reading.failure}
      onRetry={reading.again}
    >
      {() => {
        if (lacksTaxes)
          return <AllowPanel connection={connection} scope={TAXES} onLater={() => history.back()} />
        if (done === undefined)
          return (
            <InvoiceForm
              key={reading.invoice?.modifiedAt ?? ''}
              {...{ connection, id }}
              invoice={reading.invoice}
              choices={reading.choices}
              onDone={setDone}
            />
          )
        return (
          <DoneNotice label={f.what[id === null ? 'invoice-create' : 'invoice-patch'](done.label)}>
            {done.id !== null && (
              <AppLink className="button-plain" to={detailPath('invoice', done.id)}>
                {f.act.see}
              </AppLink>
            )}
            <AppLink
              className="button-plain"
              to={formPath('invoice', null)}
              onFollow={() => setDone(undefined)}
            >
              {f.act.another}
            </AppLink>
          </DoneNotice>
        )
      }}
    </FormScreen>
  )
}

function useInvoiceReading(connection: ConnectionView, id: string | null) {
  const { id: connectionId, businessId, scopes } = connection
  const { nowMs } = useWords()
  const mayReadTaxes = allowsScope(scopes, TAXES)
  const invoice = useReading<InvoiceToEditQuery>(
    id === null || !mayReadTaxes
      ? undefined
      : { connectionId, operationName: 'InvoiceToEdit', variables: { businessId, id, withTaxes: true } },
  )
  const choices = useReading<InvoiceChoicesQuery>({
    ...{ connectionId, operationName: 'InvoiceChoices', variables: { businessId } },
  })
  const taxes = useReading<TaxChoicesQuery>(
    mayReadTaxes ? { connectionId, operationName: 'TaxChoices', variables: { businessId } } : undefined,
  )
  const found = invoice.data?.business?.invoice ?? undefined
  const isGone = invoice.data !== undefined && found === undefined
  const business = choices.data?.business
  const [openedAt] = useState(() => new Date(nowMs).toISOString())
  const given = useMemo(
    (): InvoiceChoices => ({
      currency: found?.currency.code ?? business?.currency.code ?? '',
      today: dayIn({ zone: business?.timezone ?? null, instant: openedAt }),
      customers: nodesOf(business?.customers),
      products: nodesOf(business?.products),
      taxes: nodesOf(taxes.data?.business?.salesTaxes),
    }),
    [business, found, taxes.data, openedAt],
  )
  return {
    invoice: found,
    choices: given,
    isReady:
      (id === null || found !== undefined) &&
      business !== undefined &&
      (!mayReadTaxes || taxes.data !== undefined),
    failure: isGone
      ? ({ kind: 'not_there' } as const)
      : (invoice.failure ?? choices.failure ?? taxes.failure),
    again() {
      invoice.again()
      choices.again()
      taxes.again()
    },
  }
}

function InvoiceForm(props: {
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
      ? { invoiceDate: choices.today, 'items.0.quantity': '1' }
      : invoiceValues(invoice, locale),
  )
  const about = { id, businessId: connection.businessId, language: locale }
  const nameOf = (customerId: string | undefined) =>
    choices.customers.find((one) => one.id === customerId)?.name
  return (
    <RecordForm
      connection={connection}
      verb={id === null ? 'invoice-create' : 'invoice-patch'}
      recordId={id}
      initial={initial}
      modifiedAt={invoice?.modifiedAt ?? null}
      label={({ customerId, invoiceNumber }) =>
        (id === null ? undefined : invoiceNumber) ?? nameOf(customerId) ?? ''
      }
      save={id === null ? f.act.saveDraft : f.act.save}
      onDone={props.onDone}
      read={(values) => readInvoice(values, about)}
    >
      {(values) => <InvoiceFields values={values} choices={choices} isNew={id === null} />}
    </RecordForm>
  )
}

function nodesOf<Node>(
  connection: { readonly edges: readonly { readonly node: Node | null }[] } | null | undefined,
): readonly Node[] {
  return (connection?.edges ?? []).flatMap(({ node }) => node ?? [])
}
