import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useFigures } from '#data/use-figures.ts'
import type { OneInvoice } from '#features/invoices/invoice-figures.ts'
import type { MoreFigures } from '#figures/more-figures.ts'
import { AreaField, TextField, useFormWords } from '#forms/form-fields.tsx'
import { RecordForm } from '#forms/record-form.tsx'
import { Paused } from '#forms/reminders/paused.tsx'
import { addSent, findPause, sentKey, textKey, useNotes } from '#forms/reminders/use-notes.ts'
import { readSending } from '#forms/sending-form.tsx'
import { requestOf } from '#forms/request.ts'
import { useReading } from '#forms/use-reading.ts'
import type { LateInvoicesQuery } from '#generated/operations.ts'
import { Button } from '#ui/action-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { findLastMail, type Reminded, useReminder } from './reminder.ts'

/** Shows one mail for all late invoices of a customer. The tone and language can be chosen and the text edited. */
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
  const request = requestOf(connection, 'LateInvoices', {
    customerId: customer.id,
    // Two days back include today in every time zone.
    since: new Date(openedAtMs - 2 * 86_400_000).toISOString(),
    seesCustomer: allowsScope(connection.scopes, 'customer:read'),
  })
  const { data, failure } = useReading<LateInvoicesQuery>(request)
  const { notes, isError } = useNotes(connection)
  const more = useFigures<MoreFigures>('more', connection, allowsScope(connection.scopes, 'invoice:read'))
  return (
    <Dialog
      title={words.title(customer.name)}
      onClose={props.onClose}
      actions={
        <Button variant="quiet" onClick={props.onClose}>
          {f.act.cancel}
        </Button>
      }
    >
      {data?.business != null &&
      (more.data !== undefined || !more.loading) &&
      (notes !== undefined || isError) ? (
        <Reminder
          {...props}
          business={data.business}
          request={request}
          usual={usualOf(more.data, customer.id)}
          notes={notes ?? {}}
        />
      ) : failure !== undefined ? (
        <p role="alert">{t.failure.partial.row}</p>
      ) : (
        <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
      )}
    </Dialog>
  )
}

function usualOf(more: MoreFigures | undefined, customerId: string): number | undefined {
  if (more === undefined || more.habits.form === 'unavailable') return undefined
  return more.habits.rows.find((habit) => habit.customerId === customerId)?.median
}

type Drafted = Reminded & {
  readonly connection: ConnectionView
  readonly invoice: OneInvoice
  readonly customer: { readonly id: string }
  readonly onDone: () => void
}

/** Shows the mail; if reminders to this customer are paused, only the pause. */
function Reminder(props: Drafted) {
  const { business, connection, customer, notes } = props
  const today = useToday(business.timezone)
  const pause = findPause(useNotes(connection).notes, { customerId: customer.id, today })
  if (pause !== undefined) return <Paused {...{ connection, pause }} customerId={customer.id} />
  return <Draft {...props} notes={notes} />
}

function Draft(props: Drafted) {
  const { invoice, connection, customer } = props
  const words = usePartWords('reminders')
  const f = useFormWords()
  const fields = useRef<HTMLDivElement>(null)
  const reminder = useReminder(props, fields)
  const submit = useCheckedSubmit(reminder.check)
  const { notes, keep } = useNotes(connection)
  const onDone = () => {
    const sent = { at: new Date().toISOString(), tone: reminder.tone }
    // The mail was sent: a failure to save the note must not be reported as a failure of the mail.
    keep({ key: sentKey(customer.id), text: addSent(notes, customer.id, sent) }).catch(() => undefined)
    props.onDone()
  }
  const messageOf = () => fields.current?.querySelector('textarea')?.value ?? ''
  if (reminder.late.length === 0) return <p role="alert">{words.hindrance.paid}</p>
  return (
    <>
      <Style reminder={reminder} usual={props.usual} lastMail={findLastMail(props.business)} />
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
          label={() => invoice.invoiceNumber}
          save={words.send}
          onDone={onDone}
          read={(values) => readSending(values, { invoiceId: invoice.id })}
        >
          <TextField name="to" label={f.field.to} hint={f.hint.to} />
          <TextField name="subject" label={f.field.subject} />
          <AreaField name="message" label={f.field.message} />
          <CopyButton text={messageOf} />
          <KeepText connection={connection} reminder={reminder} text={messageOf} />
        </RecordForm>
      </div>
    </>
  )
}

/** Shows the number of late invoices, the day of the last mail, and selects for the tone, with its reason, and the language. */
function Style(props: {
  readonly reminder: ReturnType<typeof useReminder>
  readonly usual: number | undefined
  /** The day of the last mail to the customer. */
  readonly lastMail: string | undefined
}) {
  const { reminder, usual = 0, lastMail } = props
  const { format } = useWords()
  const words = usePartWords('reminders')
  const days = reminder.late[0]?.daysLate ?? 0
  return (
    <>
      <p>
        {words.about(reminder.late.length)}{' '}
        {lastMail === undefined ? words.neverSent : words.lastSent(format.day(lastMail))}
      </p>
      <Choice label={words.tone} value={reminder.tone} names={words.tones} onChoose={reminder.changeTone}>
        {usual > 0 ? words.fitsHabit({ days, usual }) : words.fits(days)}
      </Choice>
      <Choice
        label={words.language}
        value={reminder.language}
        names={words.languages}
        onChoose={reminder.changeLanguage}
      />
    </>
  )
}

/** Returns a submit handler that lets the form be sent only after `check` returned true, once per press. */
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

/** A select that rewrites the mail. It is not a field of the form. */
function Choice<Name extends string>(props: {
  readonly label: string
  readonly value: Name
  readonly names: Readonly<Record<Name, string>>
  readonly onChoose: (name: Name) => void
  /** A note below the select. */
  readonly children?: ReactNode
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
      {props.children !== undefined && <p className="note">{props.children}</p>}
    </div>
  )
}

/** Copies the message, so that it can be sent in another way. */
function CopyButton(props: { readonly text: () => string }) {
  const words = usePartWords('reminders')
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(props.text())
    setIsCopied(true)
  }
  return (
    <Button variant="quiet" onClick={() => void copy()}>
      {isCopied ? words.copied : words.copy}
    </Button>
  )
}

/** Shows the buttons that save the text of a reminder for its tone and language, and that restore the app's own text. */
function KeepText(props: {
  readonly connection: ConnectionView
  readonly reminder: ReturnType<typeof useReminder>
  readonly text: () => string
}) {
  const { reminder } = props
  const words = usePartWords('reminders')
  const { notes, keep } = useNotes(props.connection)
  const key = textKey(reminder.tone, reminder.language)
  const [message, setMessage] = useState<{ readonly key: string; readonly text: string }>()
  const report = (text: string) => setMessage({ key, text })
  const press = async () => {
    const template = reminder.templateOf(props.text())
    if (template === undefined) return report(words.keepsLines)
    return keep({ key, text: template }).then(
      () => report(words.kept),
      () => report(words.notKept),
    )
  }
  const forget = () =>
    keep({ key, text: null }).then(
      () => {
        setMessage(undefined)
        reminder.writeOurs()
      },
      () => report(words.notKept),
    )
  return (
    <>
      <Button variant="quiet" onClick={() => void press()}>
        {words.keep}
      </Button>
      {notes?.[key] !== undefined && (
        <Button variant="quiet" onClick={() => void forget()}>
          {words.ours}
        </Button>
      )}
      <p role="status" className="note">
        {message?.key === key && message.text}
      </p>
    </>
  )
}
