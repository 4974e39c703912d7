import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { useSession } from '#data/session.tsx'
import { writeDecimal } from '#forms/decimal-text.ts'
import { AreaField, CheckField, ChoiceField, NumberField, TextField } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords, type FormWords } from '#forms/use-form-words.ts'
import { useReading } from '#forms/use-reading.ts'
import type { ReadForm } from '#forms/use-sending.ts'
import { dayIn } from '#figures/day.ts'
import type { CustomerToEditQuery, PaymentChoicesQuery } from '#gql/operations.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Format } from '#words/format.ts'
import { useWords } from '#words/words.tsx'
import type { OneInvoice } from './invoice-figures.ts'
import { readPayment, readSending } from './payment-input.ts'

/** What somebody wants done with an invoice. */
export type InvoiceDeed =
  | { readonly kind: 'invoice-approve' | 'invoice-send' | 'invoice-delete' | 'payment-create' }
  | { readonly kind: 'payment-delete'; readonly paymentId: string; readonly amount: string }

interface DeedProps {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly deed: InvoiceDeed
  readonly businessCurrency: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Names what it is about, asks what it needs, and stays until it is done or closed. */
export function InvoiceDialog(props: DeedProps) {
  const { connection, invoice, deed, onClose, onDone } = props
  const { session } = useSession()
  const { format } = useWords()
  const { announce } = useAnnouncer()
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
      {deed.kind === 'payment-create' && <PaymentForm {...props} />}
      {deed.kind === 'invoice-send' && <SendingForm {...props} />}
      {deed.kind !== 'payment-create' && deed.kind !== 'invoice-send' && (
        <RecordForm
          connection={connection}
          verb={deed.kind}
          recordId={invoice.id}
          initial={NOTHING}
          modifiedAt={null}
          label={() => invoice.invoiceNumber}
          save={save}
          onDone={({ label }) => {
            announce(f.sent.done(f.what[deed.kind](label), session.provider.name))
            onDone()
          }}
          read={() => ({ kind: 'input', input: inputOf(deed, invoice.id) })}
        >
          {() => null}
        </RecordForm>
      )}
    </Dialog>
  )
}

const NOTHING = {}

function inputOf(deed: InvoiceDeed, invoiceId: string) {
  return deed.kind === 'payment-delete' ? { id: deed.paymentId } : { invoiceId }
}

/** To whom it goes and what to say; the customer's own address stands there already. */
function SendingForm(props: DeedProps) {
  const { connection, invoice, onDone } = props
  const { session } = useSession()
  const { t } = useWords()
  const { announce } = useAnnouncer()
  const f = useFormWords()
  const { id: connectionId, businessId, scopes } = connection
  const customerId = invoice.customer?.id
  const mayRead = customerId !== undefined && allowsScope(scopes, 'customer:read')
  const reading = useReading<CustomerToEditQuery>(
    mayRead
      ? { connectionId, operationName: 'CustomerToEdit', variables: { businessId, id: customerId } }
      : undefined,
  )
  // An address that cannot be read is typed.
  if (mayRead && reading.data === undefined && reading.failure === undefined)
    return <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
  const email = reading.data?.business?.customer?.email
  return (
    <RecordForm
      connection={connection}
      verb="invoice-send"
      recordId={invoice.id}
      initial={email == null ? NOTHING : { to: email }}
      modifiedAt={null}
      label={() => invoice.invoiceNumber}
      save={f.act.send}
      onDone={({ label }) => {
        announce(f.sent.done(f.what['invoice-send'](label), session.provider.name))
        onDone()
      }}
      read={(values) => readSending(values, invoice.id)}
    >
      {() => (
        <>
          <TextField name="to" label={f.field.to} hint={f.hint.to} />
          <TextField name="subject" label={f.field.subject} isOptional />
          <AreaField name="message" label={f.field.message} isOptional />
          <CheckField name="attachPDF" label={f.field.attachPDF} />
          <CheckField name="ccMyself" label={f.field.ccMyself} />
        </>
      )}
    </RecordForm>
  )
}

/** A payment that came in, with the account it came in on. */
function PaymentForm(props: DeedProps) {
  const { connection, invoice, onDone } = props
  const { session } = useSession()
  const { t, locale, nowMs } = useWords()
  const { announce } = useAnnouncer()
  const f = useFormWords()
  const { id: connectionId, businessId } = connection
  const reading = useReading<PaymentChoicesQuery>({
    ...{ connectionId, operationName: 'PaymentChoices', variables: { businessId } },
  })
  const [openedAt] = useState(() => new Date(nowMs).toISOString())
  const business = reading.data?.business
  if (reading.failure !== undefined)
    return (
      <FailureNotice failure={reading.failure} provider={session.provider.name} onRetry={reading.again} />
    )
  if (business == null) return <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
  const accounts = (business.accounts?.edges ?? []).flatMap(({ node }) => node ?? [])
  const isForeign = props.businessCurrency !== undefined && invoice.currency.code !== props.businessCurrency
  const about = {
    invoiceId: invoice.id,
    exchangeRate: isForeign ? invoice.exchangeRate : '1',
    language: locale,
  }
  const methods = Object.entries(f.field.methods).map(([id, name]) => ({ id, name }))
  return (
    <PaymentFields
      {...{ connection, invoice, accounts, methods }}
      today={dayIn({ zone: business.timezone, instant: openedAt })}
      read={(values) => readPayment(values, about)}
      onDone={(label) => {
        announce(f.sent.done(f.what['payment-create'](label), session.provider.name))
        onDone()
      }}
    />
  )
}

function PaymentFields(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly accounts: readonly { readonly id: string; readonly name: string }[]
  readonly methods: readonly { readonly id: string; readonly name: string }[]
  readonly today: string
  readonly read: (values: Readonly<Record<string, string>>) => ReadForm
  readonly onDone: (label: string) => void
}) {
  const { invoice, accounts } = props
  const { locale } = useWords()
  const f = useFormWords()
  const [initial] = useState(() => ({
    amount: writeDecimal(invoice.amountDue.value, locale),
    paymentDate: props.today,
    paymentMethod: 'BANK_TRANSFER',
    ...(accounts.length === 1 && accounts[0] ? { paymentAccountId: accounts[0].id } : {}),
  }))
  return (
    <RecordForm
      connection={props.connection}
      verb="payment-create"
      recordId={invoice.id}
      initial={initial}
      modifiedAt={null}
      label={() => invoice.invoiceNumber}
      save={f.act.save}
      onDone={({ label }) => props.onDone(label)}
      read={props.read}
    >
      {() => (
        <>
          <NumberField name="amount" label={`${f.field.amount} (${invoice.currency.code})`} />
          <TextField name="paymentDate" label={f.field.paymentDate} type="date" />
          <ChoiceField
            name="paymentAccountId"
            label={f.field.paymentAccountId}
            choices={accounts}
            empty={f.field.choose}
          />
          <ChoiceField name="paymentMethod" label={f.field.paymentMethod} choices={props.methods} />
        </>
      )}
    </RecordForm>
  )
}

function deedWords(about: {
  readonly deed: InvoiceDeed
  readonly invoice: OneInvoice
  readonly f: FormWords
  readonly format: Format
}): { readonly title: string; readonly about: string; readonly save: string } {
  const { deed, invoice, f, format } = about
  const { invoiceNumber: number, currency } = invoice
  const customer = invoice.customer?.name ?? ''
  const total = format.money(invoice.total.value, currency.code)
  switch (deed.kind) {
    case 'invoice-approve':
      return {
        title: f.title[deed.kind](number),
        about: f.about.approve(customer, total),
        save: f.act.approve,
      }
    case 'invoice-send':
      return { title: f.title[deed.kind](number), about: f.about.send(customer, total), save: f.act.send }
    case 'invoice-delete':
      return { title: f.title[deed.kind](number), about: f.about.remove(customer, total), save: f.act.remove }
    case 'payment-create':
      return { title: f.title[deed.kind], about: f.about.pay(number, customer), save: f.act.save }
    case 'payment-delete':
      return {
        title: f.title[deed.kind](format.money(deed.amount, currency.code)),
        about: f.about.removePayment(number, customer),
        save: f.act.remove,
      }
  }
}
