import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { CacheBoundary } from '#connection/cache-boundary.tsx'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { isLocked, LockedPlace } from '#connection/locked-place.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { type FormName, formPath } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords } from '#words/words.tsx'
import { DownloadRows } from './download-rows.tsx'
import { type ActiveFilter, ActiveFilters } from './list-filters.tsx'
import type { ListRow } from './list-rows.ts'
import {
  isNotKept,
  ListAge,
  ListTrouble,
  type ListWords,
  More,
  NoRows,
  Rest,
  UnknownRows,
  useListTexts,
} from './list-status.tsx'
import { type ListParts, ListTable } from './list-table.tsx'
import type { ChosenRows, ListView } from './use-addressed-list.ts'
import type { ListReading } from './use-list.ts'
import { usePlace } from './use-place.ts'

interface ListProps<Data, Row extends ListRow> {
  readonly connection: ConnectionView
  readonly view: ListView
  readonly reading: ListReading<Data, Row>
  readonly words: ListWords
  /** Said where the filters leave nothing; undefined: the filters are named. */
  readonly emptyFiltered?: string | undefined
  readonly parts: ListParts<Row>
  readonly active: readonly ActiveFilter[]
  /** Where the rows are not those that were read one for one. */
  readonly shown?: ChosenRows<Row> | undefined
  /** In place of the table. */
  readonly draw?: (rows: readonly Row[]) => ReactNode
  /** Choices and filters, above the rows. */
  readonly children?: ReactNode
}

/** A list with its filters, its rows, the way to more of them and to a file of them all. */
export function List<Data, Row extends ListRow>(props: ListProps<Data, Row>) {
  const { connection, view, reading, active } = props
  const texts = useListTexts(connection, props.words)
  const rows = props.shown?.rows ?? reading.rows
  const total = props.shown?.total ?? reading.total
  // Rows that are chosen here are counted when all are read.
  const isCounted = props.shown === undefined || props.shown.isWhole === true || reading.isComplete
  const key = view.hrefOf(view.address)
  usePlace({ key, loaded: reading.rows?.length, loadUpTo: reading.loadUpTo })
  useSaidCount({ key, text: rows && isCounted ? texts.rows(total) : undefined })
  return (
    <div className="list-page">
      {!isNotKept(reading) && props.children}
      <ActiveFilters view={view} active={active} />
      <div className="list-head">
        <p className="note">
          {rows !== undefined && rows.length > 0 && isCounted && <strong>{`${texts.rows(total)} `}</strong>}
          <ListAge connection={connection} reading={reading} />
        </p>
        {rows !== undefined && rows.length > 0 && (reading.canRead || reading.isComplete) && (
          <DownloadRows
            key={key}
            connection={connection}
            list={reading.whole}
            columns={props.parts.file.filter((column) => column !== false)}
            choose={props.shown?.choose}
            title={texts.title}
          />
        )}
      </div>
      <ListTrouble connection={connection} reading={reading} />
      {rows === undefined ? (
        <UnknownRows connection={connection} reading={reading} texts={texts} view={view} />
      ) : rows.length === 0 && isCounted ? (
        <NoRows texts={texts} emptyFiltered={props.emptyFiltered} active={active} />
      ) : (
        <>
          {props.draw?.(rows) ?? (
            <ListTable
              parts={props.parts}
              rows={rows}
              total={total}
              caption={isCounted ? texts.rows(total) : texts.title}
              view={view}
            />
          )}
          {props.shown === undefined ? (
            <More reading={reading} texts={texts} />
          ) : (
            !isCounted && <Rest reading={reading} texts={texts} />
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

/** The screen of a list: what is wrong with its connection, the way to a new row, and the list if it may be read. */
export function ListScreen(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The permission without which there are no rows to read. */
  readonly needs: string
  /** Where a new row is written. */
  readonly form?: FormName
  readonly list: ComponentType<{ readonly connection: ConnectionView }>
}) {
  const { connection, form, list: OwnList } = props
  const { newOne } = usePartWords('lists')
  return (
    <Screen title={props.title} keepsPlace>
      <ConnectionNotice connection={connection} />
      {form !== undefined && isReadable(connection.state) && (
        <p className="actions screen-only">
          <AppLink className="button-plain" to={formPath(form, null)}>
            {newOne[form]}
          </AppLink>
        </p>
      )}
      {isLocked(connection, props.needs) ? (
        <LockedPlace value={props.needs} connection={connection} />
      ) : (
        <CacheBoundary connection={connection}>
          <OwnList connection={connection} />
        </CacheBoundary>
      )}
    </Screen>
  )
}
