import { useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { writeDecimal } from '#forms/decimal-text.ts'
import { ChoiceField, NumberField, TextField } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/use-form-words.ts'
import type { ReadForm } from '#forms/use-sending.ts'
import { useWords } from '#words/words.tsx'
import type { OneInvoice } from './invoice-figures.ts'

/** The fields of a payment: what is due came today by bank transfer, until something else is said. */
export function PaymentFields(props: {
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
