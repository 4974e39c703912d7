import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Locale } from '@counterfoil/bff-api/session'
import { useMemo, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import { dayIn } from '#figures/day.ts'
import { readDecimal, writeDecimal } from '#forms/decimal-text.ts'
import { ChoiceField, NumberField, TextField, useFormWords } from '#forms/form-fields.tsx'
import type { ReadForm, Values } from '#forms/input-faults.ts'
import { RecordForm } from '#forms/record-form.tsx'
import { requestOf } from '#forms/request.ts'
import { type DoneRecord } from '#forms/sent-command.ts'
import { useReading } from '#forms/use-reading.ts'
import type { PaymentChoicesQuery } from '#generated/operations.ts'
import { FailureNotice } from '#ui/failure-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** Shows the form of a received payment: by default the amount due, received today by bank transfer. */
export function PaymentForm(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly businessCurrency: string | undefined
  readonly onDone: (done: DoneRecord) => void
}) {
  const { connection, invoice, businessCurrency } = props
  const { session } = useSession()
  const { t, locale, nowMs } = useWords()
  const f = useFormWords()
  const reading = useReading<PaymentChoicesQuery>(requestOf(connection, 'PaymentChoices'))
  const [openedAt] = useState(() => new Date(nowMs).toISOString())
  const business = reading.data?.business
  const accounts = (business?.accounts?.edges ?? []).flatMap(({ node }) => node ?? [])
  const initial = useMemo(
    () => ({
      amount: writeDecimal(invoice.amountDue.value, locale),
      paymentDate: dayIn({ zone: business?.timezone ?? null, instant: openedAt }),
      paymentMethod: 'BANK_TRANSFER',
      ...(accounts.length === 1 && accounts[0] ? { paymentAccountId: accounts[0].id } : {}),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the form keeps the values with which it was opened
    [business],
  )
  if (reading.failure !== undefined)
    return (
      <FailureNotice failure={reading.failure} provider={session.provider.name} onRetry={reading.again} />
    )
  if (business == null) return <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
  const { code } = invoice.currency
  const isForeign = businessCurrency !== undefined && code !== businessCurrency
  const exchangeRate = isForeign ? invoice.exchangeRate : '1'
  return (
    <RecordForm
      connection={connection}
      verb="payment-create"
      recordId={invoice.id}
      initial={initial}
      label={() => invoice.invoiceNumber}
      save={f.act.save}
      onDone={props.onDone}
      read={(values) => readPayment(values, { invoiceId: invoice.id, exchangeRate, language: locale })}
    >
      <NumberField name="amount" label={`${f.field.amount} (${code})`} />
      <TextField name="paymentDate" label={f.field.paymentDate} type="date" />
      <ChoiceField
        name="paymentAccountId"
        label={f.field.paymentAccountId}
        choices={accounts}
        empty={f.field.choose}
      />
      <ChoiceField
        name="paymentMethod"
        label={f.field.paymentMethod}
        choices={Object.entries(f.field.methods).map(([id, name]) => ({ id, name }))}
      />
    </RecordForm>
  )
}

/** Returns the input of a received payment. @param about `exchangeRate`: that of the invoice; 1 within one currency. */
export function readPayment(
  values: Values,
  about: { readonly invoiceId: string; readonly exchangeRate: string; readonly language: Locale },
): ReadForm {
  const { invoiceId, exchangeRate, language } = about
  const amount = readDecimal(values['amount'] ?? '', language)
  if (amount.kind !== 'number')
    return {
      kind: 'wrong',
      errors: [{ path: ['amount'], code: amount.kind === 'empty' ? 'REQUIRED' : 'NUMBER' }],
    }
  const missing = ['paymentDate', 'paymentAccountId'].filter((name) => (values[name] ?? '') === '')
  if (missing.length > 0)
    return { kind: 'wrong', errors: missing.map((name) => ({ path: [name], code: 'REQUIRED' })) }
  return {
    kind: 'input',
    input: {
      ...{ invoiceId, exchangeRate, amount: amount.text },
      paymentDate: values['paymentDate'],
      paymentAccountId: values['paymentAccountId'],
      paymentMethod: values['paymentMethod'] || 'OTHER',
    },
  }
}
