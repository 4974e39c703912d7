import { useSession } from '#data/session.tsx'
import { useAnnouncer, useSaid } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'
import type { Draft } from './draft.ts'
import { useFormWords } from './use-form-words.ts'

/** What was typed before is there again; it can be let go. */
export function RestoredNote(props: {
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
