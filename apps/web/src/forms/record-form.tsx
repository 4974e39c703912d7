import { CONNECT_WITHIN_MINUTES } from '@counterfoil/bff-api/connect-form'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { formValues } from '#ui/form-values.ts'
import { useWords } from '#words/words.tsx'
import type { Draft } from './draft-client.ts'
import { FormContext, type FormWords, useFormWords } from './form-fields.tsx'
import { FaultSummary, FormProblem, RestoredNote, SentNotice } from './form-notices.tsx'
import { type FieldFault, type InputError, placeFaults } from './input-faults.ts'
import { type DoneRecord, type Verb, VERBS } from './sent-command.ts'
import { useDraft } from './use-draft.ts'
import { type ReadForm, useSending } from './use-sending.ts'

type Values = Draft['values']

interface RecordFormProps {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly recordId: string | null
  /** Whose draft this is, if not the record's: of a copy, the invoice that is copied. */
  readonly draftOf?: string | null
  /** What the record says now; all blank for a new one. */
  readonly initial: Values
  readonly modifiedAt: string | null
  readonly read: (values: Values) => ReadForm
  readonly label: (values: Values) => string
  readonly save: string
  readonly onDone: (done: DoneRecord) => void
  readonly children: (values: Values) => ReactNode
}

/**
 * A native form for one record: what is typed stays until it is saved, it is sent once, and what is wrong is beside its field.
 * Its fields are not controlled: nothing that the page draws again takes a letter away.
 */
export function RecordForm(props: RecordFormProps) {
  const { connection, verb, recordId, draftOf = recordId, initial } = props
  const ref = useRef<HTMLFormElement>(null)
  const draft = useDraft({ connection, form: verb, recordId: draftOf }, initial, props.modifiedAt)
  const values = draft.restored?.values ?? initial
  const sending = useSending({
    ...{ connection, verb, recordId },
    onDone(done) {
      draft.drop()
      props.onDone(done)
    },
  })
  const { hindrance } = sending
  const faults = usePlacedFaults(ref, hindrance?.kind === 'refused' ? hindrance.errors : undefined)
  const isChangedSince = draft.restored !== undefined && draft.restored.modifiedAt !== props.modifiedAt
  const present = isChangedSince ? initial : undefined
  const isAllowed = allowsScope(connection.scopes, VERBS[verb].scope)
  const facts = useMemo(
    () => ({ initial: values, present, faults: faults.byField }),
    [values, present, faults.byField],
  )

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = formValues(event.currentTarget)
    draft.keep(typed, isAllowed ? undefined : true)
    sending.send(props.read(typed), props.label(typed))
  }

  useSaveOnReturn(ref, isAllowed ? draft.restored : undefined)

  return (
    <>
      {draft.restored !== undefined && (
        <RestoredNote draft={draft.restored} isChangedSince={isChangedSince} onDiscard={draft.drop} />
      )}
      {faults.list.length > 0 && <FaultSummary faults={faults.list} wordOf={faults.wordOf} />}
      {sending.entry !== undefined && <SentNotice entry={sending.entry} />}
      <FormContext value={facts}>
        <form
          key={draft.version}
          ref={ref}
          // Sends nothing by itself: before the script is there, what was typed would stand in the address.
          method="dialog"
          noValidate
          className="record-form"
          onInput={({ currentTarget }) => draft.note(() => formValues(currentTarget))}
          onSubmit={submit}
        >
          {props.children(values)}
          <SaveButton isBusy={sending.isBusy} label={props.save} />
        </form>
      </FormContext>
      <FormProblem hindrance={hindrance} connection={connection} verb={verb} onLater={sending.notNow} />
    </>
  )
}

/** Saves what was pressed before a permission was asked for, as soon as somebody is back with it. */
function useSaveOnReturn(form: RefObject<HTMLFormElement | null>, restored: Draft | undefined): void {
  const { clock } = useWords()
  const saved = useRef<Draft>(undefined)
  useEffect(() => {
    if (restored?.waits !== true || saved.current === restored) return
    saved.current = restored
    if (clock() - restored.savedAtMs < CONNECT_WITHIN_MINUTES * 60_000) form.current?.requestSubmit()
  }, [form, restored, clock])
}

function SaveButton({ isBusy, label }: { readonly isBusy: boolean; readonly label: string }) {
  const f = useFormWords()
  return (
    <div className="actions">
      <button type="submit" className="button-primary" aria-disabled={isBusy}>
        {isBusy ? f.act.saving : label}
      </button>
    </div>
  )
}

/** What is wrong in a form, as it is configured to: in words, and beside which field. */
interface PlacedFaults {
  /** As they stand on the page; the same list while they are the same. */
  readonly list: readonly FieldFault[]
  readonly wordOf: (fault: FieldFault) => string
  /** In words, by field name. */
  readonly byField: Readonly<Record<string, string>>
}

const NO_FAULTS: readonly FieldFault[] = []

/** @param errors What was refused; undefined: nothing was. An empty list says that something is wrong, and not what. */
function usePlacedFaults(
  form: { readonly current: HTMLFormElement | null },
  errors: readonly InputError[] | undefined,
): PlacedFaults {
  const { session } = useSession()
  const f = useFormWords()
  const wordOf = (fault: FieldFault) => faultWord(fault, f, session.provider.name)
  const [list, setList] = useState(NO_FAULTS)
  useEffect(() => {
    setList(
      errors === undefined
        ? NO_FAULTS
        : placeFaults(errors.length > 0 ? errors : [{}], namesIn(form.current)),
    )
  }, [form, errors])
  const byField = useMemo(
    () =>
      Object.fromEntries(
        list.flatMap((fault) => (fault.field === undefined ? [] : [[fault.field, wordOf(fault)]])),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the words change with the page alone
    [list],
  )
  return { list, wordOf, byField }
}

function namesIn(form: HTMLFormElement | null): ReadonlySet<string> {
  return new Set(
    [...(form?.elements ?? [])].flatMap((element) =>
      'name' in element && typeof element.name === 'string' && element.name !== '' ? [element.name] : [],
    ),
  )
}

/** Says what to enter instead, in plain words; of a code that is not known, that the entry is to be checked. */
export function faultWord({ code, field }: FieldFault, { fault }: FormWords, provider: string): string {
  if (code === 'INVALID' && field !== undefined && /(?:^|\.)(?:email|to)$/.test(field)) return fault.EMAIL
  if (code === 'INVALID' && field === 'website') return fault.WEBSITE
  if (code === 'NOT_ENABLED') return fault.NOT_ENABLED(provider)
  const word = code in fault ? fault[code as Exclude<keyof typeof fault, 'title' | 'NOT_ENABLED'>] : undefined
  return typeof word === 'string' ? word : fault.INVALID
}
