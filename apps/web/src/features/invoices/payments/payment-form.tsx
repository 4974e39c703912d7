import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import { useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import { dayIn } from '#figures/day.ts'
import { requestOf } from '#forms/request.ts'
import { readDecimal, writeDecimal } from '#forms/decimal-text.ts'
import { ChoiceField, NumberField, TextField, useFormWords } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import type { DoneRecord } from '#forms/sent-command.ts'
import { useReading } from '#forms/use-reading.ts'
import type { ReadForm } from '#forms/use-sending.ts'
import type { PaymentChoicesQuery } from '#generated/operations.ts'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** Shows the form of a received payment, with the account that received it. */
export function PaymentForm(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
  readonly onDone: (done: DoneRecord) => void
}) {
  const { connection, invoice } = props
  const { session } = useSession()
  const { t, locale, nowMs } = useWords()
  const f = useFormWords()
  const reading = useReading<PaymentChoicesQuery>(requestOf(connection, 'PaymentChoices'))
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
      onDone={props.onDone}
    />
  )
}

/** Shows the fields of a payment. Defaults: the amount due, received today by bank transfer. */
function PaymentFields(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly accounts: readonly { readonly id: string; readonly name: string }[]
  readonly methods: readonly { readonly id: string; readonly name: string }[]
  readonly today: string
  readonly read: (values: Readonly<Record<string, string>>) => ReadForm
  readonly onDone: (done: DoneRecord) => void
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
      onDone={props.onDone}
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

type Values = Readonly<Record<string, string>>

/** Returns the input of a received payment. @param about `exchangeRate`: that of the invoice; 1 within one currency. */
export function readPayment(
  values: Values,
  about: { readonly invoiceId: string; readonly exchangeRate: string; readonly language: Locale },
): ReadForm {
  const amount = readDecimal(values['amount'] ?? '', about.language)
  if (amount.kind !== 'number')
    return {
      kind: 'wrong',
      errors: [{ path: ['amount'], code: amount.kind === 'empty' ? 'REQUIRED' : 'NUMBER' }],
    }
  const missing = ['paymentDate', 'paymentAccountId'].filter((name) => (values[name] ?? '') === '')
  if (missing.length > 0)
    return { kind: 'wrong', errors: missing.map((name) => ({ path: [name], code: 'REQUIRED' })) }
  const memo = (values['memo'] ?? '').trim()
  return {
    kind: 'input',
    input: {
      invoiceId: about.invoiceId,
      exchangeRate: about.exchangeRate,
      amount: amount.text,
      paymentDate: values['paymentDate'],
      paymentAccountId: values['paymentAccountId'],
      paymentMethod: values['paymentMethod'] || 'OTHER',
      ...(memo === '' ? {} : { memo }),
    },
  }
}
