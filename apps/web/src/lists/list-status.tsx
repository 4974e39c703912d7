import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useState } from 'react'
import { isShownAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { InlineFailure, ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { ActionButton, Button } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { ActiveFilter } from './list-filters.tsx'
import { type ListRow, MORE_ROWS } from './list-rows.ts'
import type { ListReading, ListView } from './use-list.ts'

interface ReadingOfConnection {
  readonly connection: ConnectionView
  readonly reading: ListReading<unknown, ListRow>
}

/** Shows the age of the list, with a button to read it again. */
export function ListAge({ connection, reading }: ReadingOfConnection) {
  const { session } = useSession()
  const { t } = useWords()
  return (
    <DataAgeNote
      connection={connection}
      data={{ ...reading.first, retry: reading.readAgain }}
      fresh={reading.rows === undefined ? '' : t.home.proofNote(session.provider.name)}
    />
  )
}

/** Shows the failure of the first page, or changes since it was read. */
export function ListTrouble({ connection, reading }: ReadingOfConnection) {
  const words = usePartWords('lists')
  return (
    <>
      <ReadFailure connection={connection} read={reading.first} />
      {reading.drift !== 0 && (
        <p className="list-changed" role="status">
          {`${words.changed} `}
          <Button variant="quiet" onClick={reading.readAgain}>
            {words.showNow}
          </Button>
        </p>
      )}
    </>
  )
}

/** Returns true if there are no rows and none will come: they cannot be read, and none are stored. */
export function isNotKept({ rows, canRead, first }: ListReading<unknown, ListRow>): boolean {
  return rows === undefined && (!canRead || first.failure !== undefined)
}

/** Shows a placeholder while rows are awaited, or that none are stored. */
export function UnknownRows(
  props: ReadingOfConnection & { readonly texts: ListTexts; readonly view: ListView },
) {
  const { connection, reading, texts, view } = props
  const { session } = useSession()
  const words = usePartWords('lists')
  if (!isNotKept(reading))
    return (
      <div aria-busy="true">
        <Skeleton lines={3} label={texts.getting} still={texts.stillGetting} />
      </div>
    )
  // Another failure is already shown.
  const { failure } = reading.first
  if (
    failure !== undefined &&
    reading.canRead &&
    isShownHere(failure, isShownAbove(connection.state, connection.reason))
  )
    return null
  const whole = { filters: {}, sort: view.shape.sorts[0] }
  const isFiltered = view.hrefOf(view.address) !== view.hrefOf(whole)
  const provider = session.provider.name
  return (
    <>
      <p className="list-empty">{isFiltered ? words.notKeptFiltered(provider) : words.notKept(provider)}</p>
      {isFiltered && <AppLink to={view.hrefOf(whole)}>{words.clear}</AppLink>}
    </>
  )
}

/** Shows that there are no rows: none at all, or none that match the filters. */
export function NoRows(props: {
  readonly texts: ListTexts
  readonly emptyFiltered: string | undefined
  readonly active: readonly ActiveFilter[]
}) {
  const { texts, active } = props
  const { format } = useWords()
  const words = usePartWords('lists')
  const filters = format.list(active.map(({ label }) => words.quoted(label)))
  if (active.length > 0) return <p className="list-empty">{words.noMatch(filters)}</p>
  return <p className="list-empty">{props.emptyFiltered ?? texts.empty}</p>
}

/** The words of a list of the books, by their names in its own catalogue. */
export interface ListWords {
  readonly title: string
  readonly getting: (business: string) => string
  readonly stillGetting: (business: string) => string
  readonly empty: (names: { readonly owner: string; readonly provider: string }) => string
  readonly rows: (shown: string, count: number) => string
}

type ListTexts = ReturnType<typeof useListTexts>

/** Returns the words of a list about its business. */
export function useListTexts(connection: ConnectionView, words: ListWords) {
  const { session } = useSession()
  const { t, format } = useWords()
  const name = businessName(connection, t)
  return {
    title: words.title,
    getting: words.getting(name),
    stillGetting: words.stillGetting(name),
    empty: words.empty({ owner: name, provider: session.provider.name }),
    /** Returns a text such as "412 invoices". */
    rows: (count: number) => words.rows(format.count(count), count),
  }
}

interface RowsBelow {
  readonly reading: ListReading<unknown, ListRow>
  readonly texts: Pick<ListTexts, 'rows'>
}

/** Shows the progress of reading all rows, which filters in the browser need. */
export function Rest({ reading, texts }: RowsBelow) {
  const { format, words } = useWords('lists')
  if (reading.failure === undefined && reading.canRead) return <p className="note">{words.gettingRows}</p>
  return (
    <div className="list-more">
      <p className="note">
        {words.incomplete(format.count(reading.rows?.length ?? 0), texts.rows(reading.total))}
      </p>
      {reading.failure !== undefined && (
        <InlineFailure failure={reading.failure} onRetry={() => void reading.loadUpTo(reading.total)} />
      )}
    </div>
  )
}

/** Shows below the rows how many are shown, with a button for more. */
export function More({ reading, texts }: RowsBelow) {
  const { format, words } = useWords('lists')
  const { announce } = useAnnouncer()
  const shown = reading.rows?.length ?? 0
  const all = format.count(reading.total)
  const left = Math.min(MORE_ROWS, reading.total - shown)
  // Keyboard focus moves to the first of the new rows.
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
          : words.incomplete(format.count(shown), texts.rows(reading.total))}
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
            <Button variant="quiet" onClick={() => press(async () => reading.loadUpTo(reading.total))}>
              {words.all(all)}
            </Button>
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
