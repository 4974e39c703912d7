import { useEffect, useRef, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable, isToldAbove } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { isLocked, LockedPlace } from '#connection/locked-place.tsx'
import { businessName } from '#connection/state-words.ts'
import { ToldFailure } from '#connection/told-failure.tsx'
import { useSession } from '#data/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { formPath, type FormName } from '#navigation/form-paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { DownloadRows, type CsvParts } from './download-rows.tsx'
import { ActiveFilters, type ActiveFilter } from './list-filters.tsx'
import { More, Rest } from './list-more.tsx'
import type { ListRow } from './list-rows.ts'
import { ListTable, type TableParts } from './list-table.tsx'
import type { ListReading } from './use-list.ts'
import type { ListView } from './use-list-address.ts'
import { usePlace } from './use-place.ts'

/** What a list says of itself. */
/** Whose list it is, and where it comes from. */
interface Names {
  readonly owner: string
  readonly provider: string
}

export interface ListTexts {
  readonly title: string
  readonly getting: string
  readonly stillGetting: string
  /** There is nothing at all. */
  readonly empty: string
  /** The filters leave nothing; undefined: the filters are named. */
  readonly emptyFiltered?: string | undefined
  /** "412 invoices" */
  readonly rows: (count: number) => string
}

/** Before everything that reads: one connection, with what is wrong with it. */
export function ListScreen(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The permission without which there are no rows to read. */
  readonly needs: string
  /** Where a new row is written. */
  readonly form?: FormName
  readonly children: ReactNode
}) {
  const { newOne } = usePartWords('lists')
  return (
    <Screen title={props.title} keepsPlace>
      <ConnectionNotice connection={props.connection} />
      {props.form !== undefined && isReadable(props.connection.state) && (
        <p className="actions screen-only">
          <AppLink className="button-plain" to={formPath(props.form, null)}>
            {newOne[props.form]}
          </AppLink>
        </p>
      )}
      {isLocked(props.connection, props.needs) ? (
        <LockedPlace value={props.needs} connection={props.connection} />
      ) : (
        <CacheBoundary connection={props.connection}>{props.children}</CacheBoundary>
      )}
    </Screen>
  )
}

/** A list with its filters, its rows, the way to more of them and to a file of them all. */
export function List<Data, Row extends ListRow>(props: {
  readonly connection: ConnectionView
  readonly view: ListView
  readonly reading: ListReading<Data, Row>
  readonly texts: ListTexts
  readonly parts: TableParts<Row>
  readonly csv: CsvParts<Row>
  readonly active: readonly ActiveFilter[]
  /** Where the rows are not those that were read one for one. */
  readonly shown?:
    | {
        readonly rows: readonly Row[]
        readonly total: number
        /** No row that is not read can be one of them; where that is not said, all have to be read. */
        readonly isWhole?: boolean
      }
    | undefined
  /** In place of the table. */
  readonly draw?: (rows: readonly Row[]) => ReactNode
  /** Choices and filters, above the rows. */
  readonly children?: ReactNode
}) {
  const { connection, view, reading, texts, active } = props
  const rows = props.shown?.rows ?? reading.rows
  const total = props.shown?.total ?? reading.total
  const key = view.hrefOf(view.address)
  usePlace({ key, loaded: reading.rows?.length, loadUpTo: reading.loadUpTo })
  useSaidCount({ key, text: rows === undefined ? undefined : texts.rows(total) })
  return (
    <div className="list-page">
      {props.children}
      <ActiveFilters view={view} active={active} />
      <div className="list-head">
        <p className="note">
          {rows !== undefined && rows.length > 0 && <strong>{`${texts.rows(total)} `}</strong>}
          <Age connection={connection} reading={reading} />
        </p>
        {rows !== undefined && rows.length > 0 && (
          <DownloadRows readAll={reading.readAll} csv={props.csv} title={texts.title} />
        )}
      </div>
      <Trouble connection={connection} reading={reading} />
      {rows === undefined ? (
        <Nothing connection={connection} reading={reading} texts={texts} />
      ) : rows.length === 0 ? (
        <Empty texts={texts} active={active} />
      ) : (
        <>
          {props.draw?.(rows) ?? (
            <ListTable
              parts={props.parts}
              rows={rows}
              total={total}
              caption={texts.rows(total)}
              view={view}
            />
          )}
          {props.shown === undefined ? (
            <More reading={reading} texts={texts} />
          ) : (
            props.shown.isWhole !== true && !reading.isComplete && <Rest reading={reading} texts={texts} />
          )}
        </>
      )}
    </div>
  )
}

/** How many rows a changed list has is said; the first list is heard by its heading. */
function useSaidCount({ key, text }: { readonly key: string; readonly text: string | undefined }): void {
  const { announce } = useAnnouncer()
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (text === undefined || said.current === key) return
    const isFirst = said.current === undefined
    said.current = key
    if (!isFirst) announce(text)
  }, [announce, key, text])
}

function Age(props: {
  readonly connection: ConnectionView
  readonly reading: ListReading<unknown, ListRow>
}) {
  const { connection, reading } = props
  const { session } = useSession()
  const { t } = useWords()
  return (
    <DataAgeNote
      data={{ ...reading.first, retry: reading.startAnew }}
      canRead={
        isReadable(connection.state) && connection.state !== 'trouble' && reading.first.failure === undefined
      }
      fresh={reading.rows === undefined ? '' : t.home.proofNote(session.provider.name)}
    />
  )
}

/** What went wrong with the first page, and what changed since. */
function Trouble(props: {
  readonly connection: ConnectionView
  readonly reading: ListReading<unknown, ListRow>
}) {
  const { connection, reading } = props
  const words = usePartWords('lists')
  const { failure, retry, willRetry } = reading.first
  return (
    <>
      {failure !== undefined && isReadable(connection.state) && (
        <ToldFailure
          failure={failure}
          isToldAbove={isToldAbove(connection.state, connection.reason)}
          onRetry={retry}
          willRetry={willRetry}
        />
      )}
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

/** No rows are known. */
function Nothing(props: {
  readonly connection: ConnectionView
  readonly reading: ListReading<unknown, ListRow>
  readonly texts: ListTexts
}) {
  const { connection, reading, texts } = props
  const { t } = useWords()
  if (reading.first.failure !== undefined) return null
  if (!isReadable(connection.state)) return <p className="muted">{t.home.notRead}</p>
  return (
    <div aria-busy="true">
      <Skeleton lines={3} label={texts.getting} still={texts.stillGetting} />
    </div>
  )
}

function Empty(props: { readonly texts: ListTexts; readonly active: readonly ActiveFilter[] }) {
  const { texts, active } = props
  const { format } = useWords()
  const words = usePartWords('lists')
  const filters = format.list(active.map(({ label }) => words.quoted(label)))
  if (active.length > 0) return <p className="list-empty">{words.noMatch(filters)}</p>
  return <p className="list-empty">{texts.emptyFiltered ?? texts.empty}</p>
}

/** The words that every list of the books has, by their names in its own catalogue. */
export function useListTexts(
  connection: ConnectionView,
  words: {
    readonly title: string
    readonly getting: (business: string) => string
    readonly stillGetting: (business: string) => string
    readonly empty: (names: Names) => string
    readonly rows: (shown: string, count: number) => string
  },
): ListTexts {
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
