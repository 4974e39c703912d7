import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { AreaField, CheckField, TextField, useFormWords } from './form-fields.tsx'
import { isEmail, type ReadForm, type Values } from './input-faults.ts'
import { RecordForm } from './record-form.tsx'
import type { DoneRecord } from './sent-command.ts'
import { useToEdit } from './use-reading.ts'

/** Shows the recipients and the message of a document. The customer's address is filled in. */
export function SendingForm(props: {
  readonly connection: ConnectionView
  readonly verb: 'invoice-send' | 'estimate-send'
  readonly document: {
    readonly id: string
    readonly number: string
    readonly customer?: { readonly id: string } | null
  }
  readonly onDone: (done: DoneRecord) => void
}) {
  const { connection, verb, document } = props
  const { t } = useWords()
  const f = useFormWords()
  const mayRead = allowsScope(connection.scopes, 'customer:read')
  const reading = useToEdit(connection, 'customer', (mayRead && document.customer?.id) || null)
  // If the customer's address cannot be read, the person types it.
  if (reading.isReading) return <Skeleton lines={3} label={t.form.getting} still={t.form.still} />
  const email = reading.record?.email
  return (
    <RecordForm
      connection={connection}
      verb={verb}
      recordId={document.id}
      {...(email != null && { initial: { to: email } })}
      label={() => document.number}
      save={f.act.send}
      onDone={props.onDone}
      read={(values) =>
        readSending(
          values,
          verb === 'invoice-send' ? { invoiceId: document.id } : { estimateId: document.id },
        )
      }
    >
      <TextField name="to" label={f.field.to} hint={f.hint.to} />
      <TextField name="subject" label={f.field.subject} isOptional />
      <AreaField name="message" label={f.field.message} isOptional />
      <CheckField name="attachPDF" label={f.field.attachPDF} />
      <CheckField name="ccMyself" label={f.field.ccMyself} />
    </RecordForm>
  )
}

/** Returns the input for sending a document. The provider fills in a blank subject or message. @param document Its id. */
export function readSending(
  values: Values,
  document: { readonly invoiceId: string } | { readonly estimateId: string },
): ReadForm {
  const to = (values['to'] ?? '').split(/[,;\s]+/).filter((address) => address !== '')
  if (to.length === 0) return { kind: 'wrong', errors: [{ path: ['to'], code: 'REQUIRED' }] }
  if (!to.every(isEmail)) return { kind: 'wrong', errors: [{ path: ['to'], code: 'INVALID' }] }
  const texts = Object.fromEntries(
    ['subject', 'message'].flatMap((name) => {
      const text = (values[name] ?? '').trim()
      return text === '' ? [] : [[name, text]]
    }),
  )
  return {
    kind: 'input',
    input: {
      ...document,
      to,
      ...texts,
      attachPDF: values['attachPDF'] === 'on',
      ccMyself: values['ccMyself'] === 'on',
    },
  }
}
