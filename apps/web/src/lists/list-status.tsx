import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isShownAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { isShownHere } from '#data/failure.ts'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { ActiveFilter } from './list-filters.tsx'
import type { ListRow } from './list-rows.ts'
import type { ListView } from './use-list-address.ts'
import type { ListTexts } from './use-list-texts.ts'
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
      data={{ ...reading.first, retry: reading.startAnew }}
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
          <button type="button" className="button-quiet" onClick={reading.startAnew}>
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
