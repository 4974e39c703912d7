import { useEffect, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import type { Draft } from './draft.ts'
import { FaultSummary } from './fault-summary.tsx'
import { FormContext } from './form-context.ts'
import { FormHindrance } from './form-hindrance.tsx'
import { placeFaults, type FieldFault, type InputError } from './input-faults.ts'
import { SentNotice } from './sent-notice.tsx'
import { VERBS, type Verb } from './sent-command.ts'
import { useDraft } from './use-draft.ts'
import { faultWord } from './fault-word.ts'
import { useFormWords } from './use-form-words.ts'
import { useSending, type ReadForm } from './use-sending.ts'

export type Values = Draft['values']

interface RecordFormProps {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly recordId: string | null
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
 * A native form for one record: what is typed stays until it is saved, it is sent once, and what is wrong stands beside its field.
 * Its fields are not controlled: nothing that the page draws anew takes a letter away.
 */
export function RecordForm(props: RecordFormProps) {
  const { connection, verb, recordId, initial } = props
  const { session } = useSession()
  const f = useFormWords()
  const ref = useRef<HTMLFormElement>(null)
  const userId = session.person?.userId ?? connection.userId
  const place = { userId, connectionId: connection.id, form: verb, recordId }
  const draft = useDraft(place, initial, props.modifiedAt)
  const values = draft.restored?.values ?? initial
  const sending = useSending({
    ...{ connection, verb, recordId },
    onDone(done) {
      draft.drop()
      props.onDone(done)
    },
  })
  const { hindrance } = sending
  const wordOf = (code: string) => faultWord(code, f, session.provider.name)
  const faults = usePlacedFaults(ref, hindrance?.kind === 'refused' ? hindrance.errors : undefined)
  const isChangedSince = draft.restored !== undefined && draft.restored.modifiedAt !== props.modifiedAt
  const present = isChangedSince ? initial : undefined

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const typed = readValues(event.currentTarget)
    draft.keep(typed)
    sending.send(props.read(typed), props.label(typed))
  }

  return (
    <>
      {draft.restored !== undefined && (
        <RestoredNote draft={draft.restored} isChangedSince={isChangedSince} onDiscard={draft.drop} />
      )}
      {faults.length > 0 && <FaultSummary faults={faults} wordOf={wordOf} />}
      {sending.entry !== undefined && <SentNotice entry={sending.entry} />}
      <FieldFacts initial={values} present={present} faults={faults} wordOf={wordOf}>
        <form
          key={draft.version}
          ref={ref}
          noValidate
          className="record-form"
          onInput={({ currentTarget }) => draft.note(() => readValues(currentTarget))}
          onSubmit={submit}
        >
          {props.children(values)}
          <SaveButton isBusy={sending.isBusy} label={props.save} />
        </form>
      </FieldFacts>
      <FormHindrance
        hindrance={hindrance}
        connection={connection}
        scope={VERBS[verb].scope}
        onLater={sending.notNow}
      />
    </>
  )
}

/** What the fields inside begin with, and what is wrong with each. */
function FieldFacts(props: {
  readonly initial: Values
  /** What the record says now, where that is not what the fields begin with. */
  readonly present: Values | undefined
  readonly faults: readonly FieldFault[]
  readonly wordOf: (code: string) => string
  readonly children: ReactNode
}) {
  const { initial, present, faults, wordOf } = props
  const facts = useMemo(
    () => ({
      initial,
      present,
      faults: Object.fromEntries(
        faults.flatMap(({ field, code }) => (field === undefined ? [] : [[field, wordOf(code)]])),
      ),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the words change with the page alone
    [initial, present, faults],
  )
  return <FormContext value={facts}>{props.children}</FormContext>
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

/** What was typed before is there again; it can be let go. */
function RestoredNote(props: {
  readonly draft: Draft
  readonly isChangedSince: boolean
  readonly onDiscard: () => void
}) {
  const { session } = useSession()
  const { format } = useWords()
  const { announce } = useAnnouncer()
  const f = useFormWords()
  const text = f.kept.restored(format.clock(new Date(props.draft.savedAtMs).toISOString()))
  useSaid(announce, text)
  return (
    <p className="note">
      {text} {props.isChangedSince && f.kept.changed(session.provider.name)}{' '}
      <button type="button" className="button-quiet" onClick={props.onDiscard}>
        {f.act.discard}
      </button>
    </p>
  )
}

const NO_FAULTS: readonly FieldFault[] = []

function usePlacedFaults(
  form: { readonly current: HTMLFormElement | null },
  errors: readonly InputError[] | undefined,
): readonly FieldFault[] {
  const [faults, setFaults] = useState(NO_FAULTS)
  useEffect(() => {
    setFaults(
      errors === undefined
        ? NO_FAULTS
        : placeFaults(errors.length > 0 ? errors : [{}], namesIn(form.current)),
    )
  }, [form, errors])
  return faults
}

function namesIn(form: HTMLFormElement | null): ReadonlySet<string> {
  return new Set(
    [...(form?.elements ?? [])].flatMap((element) =>
      'name' in element && typeof element.name === 'string' && element.name !== '' ? [element.name] : [],
    ),
  )
}

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
