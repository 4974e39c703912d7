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
  /** The record id under which the draft is stored, if not `recordId`: for a copy, the id of the copied invoice. */
  readonly draftOf?: string | null
  /** The present values of the record; all blank for a new one. */
  readonly initial: Values
  readonly modifiedAt: string | null
  readonly read: (values: Values) => ReadForm
  readonly label: (values: Values) => string
  readonly save: string
  readonly onDone: (done: DoneRecord) => void
  readonly children: (values: Values) => ReactNode
}

/**
 * A native form for one record. Typed input is kept until it is saved, it is sent once, and errors are shown beside their fields.
 * The fields are uncontrolled, so that no render removes typed text.
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
          // Prevents a submission before hydration, which would put the typed values into the address.
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

/** Saves the restored draft after the person granted the permission that saving needed. */
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

/** The errors of a form as messages, placed at their fields. */
interface PlacedFaults {
  /** The errors in the order of the page. The array is the same object until they change. */
  readonly list: readonly FieldFault[]
  readonly wordOf: (fault: FieldFault) => string
  /** The error messages by field name. */
  readonly byField: Readonly<Record<string, string>>
}

const NO_FAULTS: readonly FieldFault[] = []

/** @param errors The provider's errors; undefined if nothing was refused. An empty list means an unspecified error. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- the messages change only with the page
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

/** Returns the message of an error: what to enter instead. For an unknown code it asks to check the entry. */
export function faultWord({ code, field }: FieldFault, { fault }: FormWords, provider: string): string {
  if (code === 'INVALID' && field !== undefined && /(?:^|\.)(?:email|to)$/.test(field)) return fault.EMAIL
  if (code === 'INVALID' && field === 'website') return fault.WEBSITE
  if (code === 'NOT_ENABLED') return fault.NOT_ENABLED(provider)
  const word = code in fault ? fault[code as Exclude<keyof typeof fault, 'title' | 'NOT_ENABLED'>] : undefined
  return typeof word === 'string' ? word : fault.INVALID
}
