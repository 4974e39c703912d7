import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useRef, useState } from 'react'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { type Failure, failureFrom } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { ActionButton, Button } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { ChooseRows } from './choose-rows.ts'
import type { ListRow } from './list-rows.ts'
import type { CsvColumn } from './csv.ts'
import type { FileProgress } from './save-list-client.ts'
import type { WholeList } from './whole-list-client.ts'

/** The reason why the file could not be made. */
type Hindrance = 'changed' | Failure

/** Saves a file of every row of a list, with its progress and a cancel button. If a row is missing there is no file. */
export function DownloadRows<Row extends ListRow>(props: {
  readonly connection: ConnectionView
  readonly list: WholeList<Row>
  readonly columns: readonly CsvColumn<Row>[]
  /** Undefined if the file has all rows of the list. */
  readonly choose: ChooseRows<Row> | undefined
  readonly title: string
}) {
  const words = usePartWords('lists')
  const { progress, hindrance, start, cancel } = useFile(props)
  const place = useRef<HTMLDivElement>(null)
  const isGoing = progress !== undefined
  return (
    <div className="screen-only list-file" ref={place}>
      <ActionButton variant="quiet" pending={isGoing} pendingLabel={words.csvGetting} onPress={start}>
        {words.csv}
      </ActionButton>
      {isGoing && (
        <Going
          progress={progress}
          onCancel={() => {
            // The pressed button disappears: focus moves to the button before it.
            place.current?.querySelector('button')?.focus()
            cancel()
          }}
        />
      )}
      {hindrance !== undefined && (
        <>
          {hindrance !== 'changed' && <InlineFailure failure={hindrance} />}
          <p className="note">{hindrance === 'changed' ? words.csvChanged : words.csvFailed}</p>
        </>
      )}
    </div>
  )
}

/** Shows the progress of the file, with a cancel button. */
function Going(props: { readonly progress: FileProgress; readonly onCancel: () => void }) {
  const { rows, total, waits } = props.progress
  const { session } = useSession()
  const { format, words } = useWords('lists')
  return (
    <>
      <progress max={total} value={rows} aria-label={words.csvGetting} />
      <p className="note">{words.csvProgress(format.count(rows), format.count(total))}</p>
      {waits && <p className="note">{words.csvWaits(session.provider.name)}</p>}
      <Button variant="quiet" onClick={props.onCancel}>
        {words.csvCancel}
      </Button>
    </>
  )
}

function useFile<Row extends ListRow>(about: Parameters<typeof DownloadRows<Row>>[0]) {
  const { clock, words } = useWords('lists')
  const { refresh } = useSession()
  const { announce, alert } = useAnnouncer()
  const [progress, setProgress] = useState<FileProgress>()
  const [hindrance, setHindrance] = useState<Hindrance>()
  const going = useRef<AbortController>(undefined)
  // Leaving the list cancels the file. Strict mode runs the cleanup of every effect once and the effect again at once.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      queueMicrotask(() => !isHere.current && going.current?.abort())
    }
  }, [])

  const start = async () => {
    const aborter = new AbortController()
    const { signal } = aborter
    going.current = aborter
    setHindrance(undefined)
    setProgress({ rows: 0, total: about.list.total, waits: false })
    announce(words.csvGetting)
    try {
      const { saveList } = await import('./save-list-client.ts')
      const day = new Date(clock()).toISOString().slice(0, 10)
      const name = await saveList({
        ...about,
        ...{ day, signal },
        onProgress: (next) => !signal.aborted && setProgress(next),
      })
      announce(words.csvDone(name))
    } catch (thrown) {
      if (signal.aborted) announce(words.csvCancelled)
      else {
        const failure = failureFrom(thrown)
        const isChanged = thrown instanceof Error && thrown.name === 'ListChangedError'
        if (failure.kind === 'connection_changed' || failure.kind === 'session_ended') refresh()
        setHindrance(isChanged ? 'changed' : failure)
        alert(isChanged ? words.csvChanged : words.csvFailed)
      }
    }
    if (going.current === aborter) setProgress(undefined)
  }
  return { progress, hindrance, start: () => void start(), cancel: () => going.current?.abort() }
}
