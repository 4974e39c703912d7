import { useEffect, useState } from 'react'
import { InlineFailure } from '#connection/inline-failure.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { MORE_ROWS, type ListRow } from './list-rows.ts'
import type { ListReading } from './use-list.ts'

/** "412 invoices" */
interface RowTexts {
  readonly rows: (count: number) => string
}

/** Rows that are chosen here are known when all are read. */
export function Rest(props: { readonly reading: ListReading<unknown, ListRow>; readonly texts: RowTexts }) {
  const { reading } = props
  const { format } = useWords()
  const words = usePartWords('lists')
  if (reading.failure === undefined && reading.canRead) return <p className="note">{words.gettingRows}</p>
  return (
    <div className="list-more">
      <p className="note">
        {words.incomplete(format.count(reading.rows?.length ?? 0), props.texts.rows(reading.total))}
      </p>
      {reading.failure !== undefined && (
        <InlineFailure failure={reading.failure} onRetry={() => void reading.loadUpTo(reading.total)} />
      )}
    </div>
  )
}

/** Below the rows: how many are shown, and the way to more. */
export function More(props: { readonly reading: ListReading<unknown, ListRow>; readonly texts: RowTexts }) {
  const { reading } = props
  const { format } = useWords()
  const words = usePartWords('lists')
  const { announce } = useAnnouncer()
  const shown = reading.rows?.length ?? 0
  const all = format.count(reading.total)
  const left = Math.min(MORE_ROWS, reading.total - shown)
  // Who reads on by keyboard goes on at the first of the rows that came.
  const [from, setFrom] = useState<number>()
  useEffect(() => {
    if (from === undefined || reading.isLoading || shown <= from) return
    focusRow(from)
    setFrom(undefined)
    announce(words.showing(format.count(shown), all))
  }, [from, shown, reading.isLoading, announce, words, format, all])
  if (reading.isComplete) return null
  const press = (read: () => Promise<unknown>) => {
    setFrom(shown)
    void read()
  }
  return (
    <div className="list-more">
      <p className="note">
        {reading.failure === undefined
          ? words.showing(format.count(shown), all)
          : words.incomplete(format.count(shown), props.texts.rows(reading.total))}
      </p>
      {reading.failure !== undefined && <InlineFailure failure={reading.failure} />}
      {reading.canRead && (
        <div className="actions">
          <ActionButton
            pending={reading.isLoading}
            pendingLabel={words.gettingRows}
            onPress={() => press(reading.showMore)}
          >
            {reading.failure === undefined ? words.more(format.count(left)) : words.rest}
          </ActionButton>
          {reading.total - shown > MORE_ROWS && !reading.isLoading && (
            <button
              type="button"
              className="button-quiet"
              onClick={() => press(async () => reading.loadUpTo(reading.total))}
            >
              {words.all(all)}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function focusRow(index: number): void {
  const row = document.querySelector(`.list tr[aria-rowindex="${index + 2}"] a`)
  if (row instanceof HTMLElement) row.focus({ preventScroll: true })
}
