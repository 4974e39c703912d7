import { CONNECT_WITHIN_MINUTES } from '@counterfoil/bff-api/connect-form'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSession } from '#data/session/session.tsx'
import { formValues } from '#ui/form-values.ts'
import { useWords } from '#words/words.tsx'
import { type Draft, draftKey, type DraftPlace, drafts, isChanged } from './draft-client.ts'
import { FormContext, type FormWords, useFormWords } from './form-fields.tsx'
import { FaultSummary, FormProblem, RestoredNote, SentNotice } from './form-notices.tsx'
import { type FieldFault, type InputError, placeFaults, type ReadForm, type Values } from './input-faults.ts'
import { type DoneRecord, type Verb, VERBS } from './sent-command.ts'
import { useSending } from './use-sending.ts'

interface RecordFormProps {
  readonly connection: ConnectionView
  readonly verb: Verb
  readonly recordId: string | null
  /** The record id under which the draft is stored, if not `recordId`: for a copy, the id of the copied invoice. */
  readonly draftOf?: string | null
  /** The present values of the record; all blank if undefined. */
  readonly initial?: Values
  /** When the record was changed last; undefined for a new one. */
  readonly modifiedAt?: string | null
  readonly read: (values: Values) => ReadForm
  readonly label: (values: Values) => string
  readonly save: string
  readonly onDone: (done: DoneRecord) => void
  readonly children?: ReactNode
}

const BLANK: Values = {}

/**
 * A native form for one record. Typed input is kept until it is saved, it is sent once, and errors are shown beside their fields.
 * The fields are uncontrolled, so that no render removes typed text.
 */
export function RecordForm(props: RecordFormProps) {
  const { connection, verb, recordId, draftOf = recordId, initial = BLANK, modifiedAt = null } = props
  const ref = useRef<HTMLFormElement>(null)
  const draft = useDraft({ connection, form: verb, recordId: draftOf }, initial, modifiedAt)
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
  const isChangedSince = draft.restored !== undefined && draft.restored.modifiedAt !== modifiedAt
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
          {props.children}
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

/** The time in milliseconds after the last input when the draft is stored. */
const KEEP_AFTER_MS = 400

interface FormDraft {
  /** The draft of an earlier visit; undefined if there is none. */
  readonly restored: Draft | undefined
  /** Stores these values after a short delay. */
  readonly note: (values: () => Values) => void
  /** Stores these values immediately. */
  readonly keep: (values: Values, waits?: true) => void
  /** Deletes the draft. */
  readonly drop: () => void
  /** The number of times that the form has been reset. */
  readonly version: number
}

/**
 * Stores the input of a form until it is saved, discarded or a week old.
 * @param initial The initial values of the form. They are not stored.
 */
export function useDraft(
  about: Pick<DraftPlace, 'form' | 'recordId'> & { readonly connection: ConnectionView },
  initial: Values,
  modifiedAt: string | null,
): FormDraft {
  const { connection, form, recordId } = about
  const { session } = useSession()
  const userId = session.person?.userId ?? connection.userId
  const place = { userId, connectionId: connection.id, form, recordId }
  const key = draftKey(place)
  // oxlint-disable-next-line react/exhaustive-deps -- the key represents the place
  const where = useMemo(() => place, [key])
  const { clock } = useWords()
  const [restored, setRestored] = useState<Draft>()
  const [version, setVersion] = useState(0)
  const begun = useRef(initial)
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly values: () => Values }>(
    undefined,
  )
  const since = restored?.modifiedAt ?? modifiedAt

  const keep = useCallback(
    (values: Values, waits?: true) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = undefined
      if (!isChanged(values, begun.current)) return drafts.drop(where)
      void drafts.keep(where, { values, savedAtMs: clock(), modifiedAt: since, waits })
    },
    [where, clock, since],
  )
  const note = useCallback(
    (values: () => Values) => {
      clearTimeout(waiting.current?.timer)
      waiting.current = { values, timer: setTimeout(() => keep(values()), KEEP_AFTER_MS) }
    },
    [keep],
  )
  const drop = useCallback(() => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    drafts.drop(where)
    setRestored(undefined)
    setVersion((count) => count + 1)
  }, [where])

  const restore = useCallback((draft: Draft) => {
    if (!isChanged(draft.values, begun.current)) return
    setRestored(draft)
    setVersion((count) => count + 1)
  }, [])
  useKeptDraft(where, restore)

  useEffect(() => {
    const flush = () => {
      if (waiting.current !== undefined) keep(waiting.current.values())
    }
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      // The person moved to another screen of the app: the last input is stored too.
      flush()
    }
  }, [keep])

  return { restored, note, keep, drop, version }
}

/** Reports an earlier draft of this form once it is decrypted. */
function useKeptDraft(where: DraftPlace, restore: (draft: Draft) => void): void {
  useEffect(() => {
    let isThere = true
    void drafts.open(where).then((draft) => {
      if (isThere && draft !== undefined) restore(draft)
    })
    return () => {
      isThere = false
    }
  }, [where, restore])
}
