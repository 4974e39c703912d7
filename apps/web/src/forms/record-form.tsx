import { CONNECT_WITHIN_MINUTES } from '@counterfoil/bff-api/connect-form'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useWords } from '#words/words.tsx'
import type { Draft } from './draft.ts'
import { FormContext, useFormWords } from './form-fields.tsx'
import { FaultSummary, FormProblem, RestoredNote, SentNotice } from './form-notices.tsx'
import { type Verb, VERBS } from './sent-command.ts'
import { useDraft } from './use-draft.ts'
import { usePlacedFaults } from './use-placed-faults.ts'
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
  readonly onDone: (done: { readonly id: string | null; readonly label: string }) => void
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
    const typed = readValues(event.currentTarget)
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
          onInput={({ currentTarget }) => draft.note(() => readValues(currentTarget))}
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

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
