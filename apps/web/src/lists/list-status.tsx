import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useState } from 'react'
import { isShownAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { InlineFailure, ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { ActiveFilter } from './list-filters.tsx'
import { type ListRow, MORE_ROWS } from './list-rows.ts'
import type { ListView } from './use-addressed-list.ts'
import type { ListReading } from './use-list.ts'

interface ReadingOfConnection {
  readonly connection: ConnectionView
  readonly reading: ListReading<unknown, ListRow>
}

/** How old the list is, and the way to read it again. */
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

/** What went wrong with the first page, and what changed since. */
export function ListTrouble({ connection, reading }: ReadingOfConnection) {
  const words = usePartWords('lists')
  return (
    <>
      <ReadFailure connection={connection} read={reading.first} />
      {reading.drift !== 0 && (
        <p className="list-changed" role="status">
          {`${words.changed} `}
          <button type="button" className="button-quiet" onClick={reading.readAgain}>
            {words.showNow}
          </button>
        </p>
      )}
    </>
  )
}

/** Are there no rows, and none on their way? Nothing was kept of what is asked for. */
export function isNotKept({ rows, canRead, first }: ListReading<unknown, ListRow>): boolean {
  return rows === undefined && (!canRead || first.failure !== undefined)
}

/** No rows are known: they are on their way, or nothing was kept of them. */
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
  // What else went wrong says so itself.
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

/** It is known that there are no rows: none at all, or none that the filters leave. */
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

/** The words that every list of the books has, by their names in its own catalogue. */
export interface ListWords {
  readonly title: string
  readonly getting: (business: string) => string
  readonly stillGetting: (business: string) => string
  readonly empty: (names: Names) => string
  readonly rows: (shown: string, count: number) => string
}

/** Whose list it is, and where it comes from. */
interface Names {
  readonly owner: string
  readonly provider: string
}

interface ListTexts {
  readonly title: string
  readonly getting: string
  readonly stillGetting: string
  /** There is nothing at all. */
  readonly empty: string
  /** "412 invoices" */
  readonly rows: (count: number) => string
}

export function useListTexts(connection: ConnectionView, words: ListWords): ListTexts {
  const { session } = useSession()
  const { t, format } = useWords()
  const name = businessName(connection, t)
  return {
    title: words.title,
    getting: words.getting(name),
    stillGetting: words.stillGetting(name),
    empty: words.empty({ owner: name, provider: session.provider.name }),
    rows: (count) => words.rows(format.count(count), count),
  }
}

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
