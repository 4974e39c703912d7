import { useEffect, useRef, type ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useAnnouncer } from '#ui/live-regions.tsx'
import type { CsvParts } from './csv.ts'
import { DownloadRows } from './download-rows.tsx'
import { ActiveFilters, type ActiveFilter } from './list-filters.tsx'
import { More, Rest } from './list-more.tsx'
import type { ListRow } from './list-rows.ts'
import { isNotKept, ListAge, ListTrouble, NoRows, UnknownRows } from './list-status.tsx'
import { ListTable, type TableParts } from './list-table.tsx'
import type { ListReading } from './use-list.ts'
import type { ListView } from './use-list-address.ts'
import { useListTexts, type ListWords } from './use-list-texts.ts'
import { usePlace } from './use-place.ts'

/** Rows that were chosen here among those that are read. */
interface ChosenRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** No row that is not read can be one of them; where that is not said, all have to be read. */
  readonly isWhole?: boolean
}

interface ListProps<Data, Row extends ListRow> {
  readonly connection: ConnectionView
  readonly view: ListView
  readonly reading: ListReading<Data, Row>
  readonly words: ListWords
  /** Said where the filters leave nothing; undefined: the filters are named. */
  readonly emptyFiltered?: string | undefined
  readonly parts: TableParts<Row>
  readonly csv: CsvParts<Row>
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
  const key = view.hrefOf(view.address)
  usePlace({ key, loaded: reading.rows?.length, loadUpTo: reading.loadUpTo })
  useSaidCount({ key, text: rows === undefined ? undefined : texts.rows(total) })
  return (
    <div className="list-page">
      {!isNotKept(reading) && props.children}
      <ActiveFilters view={view} active={active} />
      <div className="list-head">
        <p className="note">
          {rows !== undefined && rows.length > 0 && <strong>{`${texts.rows(total)} `}</strong>}
          <ListAge connection={connection} reading={reading} />
        </p>
        {rows !== undefined && rows.length > 0 && (reading.canRead || reading.isComplete) && (
          <DownloadRows
            key={key}
            connection={connection}
            list={reading.whole}
            csv={props.csv}
            title={texts.title}
          />
        )}
      </div>
      <ListTrouble connection={connection} reading={reading} />
      {rows === undefined ? (
        <UnknownRows connection={connection} reading={reading} texts={texts} view={view} />
      ) : rows.length === 0 ? (
        <NoRows texts={texts} emptyFiltered={props.emptyFiltered} active={active} />
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
