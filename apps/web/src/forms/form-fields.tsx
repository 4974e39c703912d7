import { createContext, type ReactNode, useContext, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { readDecimal, writeDecimal } from './decimal-text.ts'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isOptional?: boolean
}

/** Shows a label, a hint, the error, the record's present value, and the control that they describe. */
export function Field(
  props: FieldProps & {
    readonly children: (control: ControlProps) => ReactNode
    readonly read?: string | undefined
    /** The name of the visible field, if the field itself holds an id. */
    readonly shownName?: string
    /** Returns the label of a value. */
    readonly nameOf?: (value: string) => string | undefined
  },
) {
  const { name, hint, shownName = name, nameOf } = props
  const { initial, present, faults } = useFormFacts()
  const { session } = useSession()
  const f = useFormWords()
  const id = fieldId(name)
  // The name of a line's field changes with its position; its initial value does not.
  const [begun] = useState(initial[shownName] ?? '')
  const fault = faults[name]
  const now = present?.[shownName]
  const differs = now !== undefined && now !== begun
  const notes = [
    hint,
    props.read,
    differs ? f.hint.now(session.provider.name, (nameOf?.(now) ?? now) || '–') : undefined,
  ].filter((note) => note !== undefined)
  return (
    <div className={fault === undefined ? 'field' : 'field field-fault'}>
      <label htmlFor={id}>{props.isOptional === true ? f.field.optional(props.label) : props.label}</label>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-word">
          <strong>{fault}</strong>
        </p>
      )}
      {props.children({
        id,
        name,
        defaultValue: begun,
        'aria-invalid': fault !== undefined,
        'aria-describedby': `${id}-fault ${id}-note`,
      })}
      <p id={`${id}-note`} className="note" aria-live="polite">
        {notes.join(' ')}
      </p>
    </div>
  )
}

interface ControlProps {
  readonly id: string
  readonly name: string
  readonly defaultValue: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

export function TextField(props: FieldProps & { readonly type?: 'text' | 'email' | 'tel' | 'date' }) {
  return (
    <Field {...props}>
      {(control) => <input {...control} type={props.type ?? 'text'} autoComplete="off" />}
    </Field>
  )
}

export function AreaField(props: FieldProps) {
  return <Field {...props}>{(control) => <textarea {...control} rows={3} />}</Field>
}

/** A number field in the format of the reader's language. On leaving it, the parsed number is shown. */
export function NumberField(props: FieldProps) {
  const { locale } = useWords()
  const f = useFormWords()
  const [read, setRead] = useState<string>()
  return (
    <Field {...props} read={read}>
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          onBlur={({ currentTarget }) => {
            const typed = readDecimal(currentTarget.value, locale)
            if (typed.kind === 'unclear') setRead(f.fault.NUMBER)
            else
              setRead(
                typed.kind === 'number' && !typed.isAsTyped
                  ? f.hint.understood(writeDecimal(typed.text, locale))
                  : undefined,
              )
          }}
        />
      )}
    </Field>
  )
}

export function ChoiceField(
  props: FieldProps & {
    readonly choices: readonly { readonly id: string; readonly name: string }[]
    /** The label of the empty choice. */
    readonly empty?: string
    readonly onChoose?: (id: string) => void
  },
) {
  const { choices, onChoose } = props
  return (
    <Field {...props} nameOf={(value) => choices.find(({ id }) => id === value)?.name}>
      {(control) => (
        <select {...control} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
          {props.empty !== undefined && <option value="">{props.empty}</option>}
          {choices.map(({ id, name }) => (
            // The server and the browser may have different names and sort orders.
            <option key={id} value={id} suppressHydrationWarning>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function CheckField(props: { readonly name: string; readonly label: string }) {
  const { initial } = useFormFacts()
  const [begun] = useState(initial[props.name] === 'on')
  return (
    <label className="form-check">
      <input type="checkbox" name={props.name} defaultChecked={begun} />
      {props.label}
    </label>
  )
}

/** The initial values and the errors of a form's fields. */
interface FormFacts {
  readonly initial: Readonly<Record<string, string>>
  /** The present values of the record if somebody changed it since the draft was typed; else undefined. */
  readonly present: Readonly<Record<string, string>> | undefined
  /** The error messages by field name. */
  readonly faults: Readonly<Record<string, string>>
}

export const FormContext = createContext<FormFacts>({ initial: {}, present: undefined, faults: {} })

export const useFormFacts = () => useContext(FormContext)

export const fieldId = (name: string) => `field-${name}`

export type FormWords = PartWords['forms']

export function useFormWords(): FormWords {
  return usePartWords('forms')
}
