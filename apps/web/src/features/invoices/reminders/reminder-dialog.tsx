import { useId, useRef, useState, type FormEvent } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { AreaField, TextField } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { useFormWords } from '#forms/form-fields.tsx'
import { useReading } from '#forms/use-reading.ts'
import type { LateInvoicesQuery } from '#generated/operations.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { OneInvoice } from '../invoice-figures.ts'
import { readSending } from '../payment-input.ts'
import { useReminder, type Reminded } from './use-reminder.ts'

/** One mail for all late invoices of a customer: its tone and language are chosen, its text can be changed. */
export function ReminderDialog(props: {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly customer: { readonly id: string; readonly name: string }
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { connection, customer } = props
  const { t, nowMs } = useWords()
  const words = usePartWords('reminders')
  const f = useFormWords()
  const [openedAtMs] = useState(nowMs)
  const request = {
    connectionId: connection.id,
    operationName: 'LateInvoices',
    variables: {
      businessId: connection.businessId,
      customerId: customer.id,
      // Two days: wherever the business is, today is among them.
      since: new Date(openedAtMs - 2 * 86_400_000).toISOString(),
      seesCustomer: allowsScope(connection.scopes, 'customer:read'),
    },
  }
  const { data, failure } = useReading<LateInvoicesQuery>(request)
  return (
    <Dialog
      title={words.title(customer.name)}
      onClose={props.onClose}
      actions={
        <button type="button" className="button-quiet" onClick={props.onClose}>
          {f.act.cancel}
        </button>
      }
    >
      {data?.business != null ? (
        <Draft {...props} business={data.business} request={request} />
      ) : failure !== undefined ? (
        <p role="alert">{t.failure.partial.row}</p>
      ) : (
        <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
      )}
    </Dialog>
  )
}

function Draft(
  props: Reminded & {
    readonly connection: ConnectionView
    readonly invoice: OneInvoice
    readonly onDone: () => void
  },
) {
  const { invoice } = props
  const words = usePartWords('reminders')
  const f = useFormWords()
  const fields = useRef<HTMLDivElement>(null)
  const reminder = useReminder(props, fields)
  const submit = useCheckedSubmit(reminder.check)
  if (reminder.late.length === 0) return <p role="alert">{words.hindrance.paid}</p>
  return (
    <>
      <p>{words.about(reminder.late.length)}</p>
      <Choice label={words.tone} value={reminder.tone} names={words.tones} onChoose={reminder.changeTone} />
      <Choice
        label={words.language}
        value={reminder.language}
        names={words.languages}
        onChoose={reminder.changeLanguage}
      />
      {reminder.hindrance !== undefined && (
        <p role="alert" className="field-word">
          <strong>{words.hindrance[reminder.hindrance]}</strong>
        </p>
      )}
      <div ref={fields} onSubmitCapture={submit}>
        <RecordForm
          connection={props.connection}
          verb="invoice-send"
          recordId={invoice.id}
          initial={reminder.initial}
          modifiedAt={null}
          label={() => invoice.invoiceNumber}
          save={words.send}
          onDone={props.onDone}
          read={(values) => readSending(values, invoice.id)}
        >
          {() => (
            <>
              <TextField name="to" label={f.field.to} hint={f.hint.to} />
              <TextField name="subject" label={f.field.subject} />
              <AreaField name="message" label={f.field.message} />
              <CopyButton text={() => fields.current?.querySelector('textarea')?.value ?? ''} />
            </>
          )}
        </RecordForm>
      </div>
    </>
  )
}

/** Returns a handler that lets a form be sent only after `check` came true, once for each press. */
function useCheckedSubmit(check: () => Promise<boolean>) {
  const state = useRef<'idle' | 'checking' | 'checked'>('idle')
  return (event: FormEvent<HTMLDivElement>) => {
    if (state.current === 'checked') {
      state.current = 'idle'
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (state.current === 'checking') return
    state.current = 'checking'
    const form = event.target as HTMLFormElement
    void check().then((mayGo) => {
      state.current = mayGo ? 'checked' : 'idle'
      if (mayGo) form.requestSubmit()
    })
  }
}

/** A choice that writes the mail again; it is no field of the form. */
function Choice<Name extends string>(props: {
  readonly label: string
  readonly value: Name
  readonly names: Readonly<Record<Name, string>>
  readonly onChoose: (name: Name) => void
}) {
  const id = useId()
  const { names } = props
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={({ target }) => props.onChoose(target.value as Name)}>
        {(Object.keys(names) as Name[]).map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Copies the message, to send it in another way. */
function CopyButton(props: { readonly text: () => string }) {
  const words = usePartWords('reminders')
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(props.text())
    setIsCopied(true)
  }
  return (
    <button type="button" className="button-quiet" onClick={() => void copy()}>
      {isCopied ? words.copied : words.copy}
    </button>
  )
}
