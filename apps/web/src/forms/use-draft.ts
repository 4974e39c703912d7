import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { useWords } from '#words/words.tsx'
import { type Draft, draftKey, type DraftPlace, drafts, isChanged } from './draft-client.ts'

/** The time in milliseconds after the last input when the draft is stored. */
const KEEP_AFTER_MS = 400

type Values = Draft['values']

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
