/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- laid out as lines on a phone, a table keeps its roles in every browser only when they are said */
import { memo, type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { AppLink } from '#navigation/app-link.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { CsvColumn } from './csv.ts'
import { nextSort, sortDirection } from './list-address.ts'
import type { ListRow } from './list-rows.ts'
import type { ListView } from './use-list.ts'
import { GROUP_ROWS, groupStarts, useRowWindow } from './use-row-window.ts'

/**
 * The place of a cell: a column on wide pages, one of a row's two lines on phones, or wide pages only; `wide-day` also on narrow
 * ones, where rows can still be sorted by it. `sum` is below the amount on a phone, and `side` then beside the note.
 */
type CellPlace = 'name' | 'amount' | 'note' | 'side' | 'sum' | 'wide' | 'wide-day'

export interface Column<Row extends ListRow> {
  /** The column's name in the address, if the list can be sorted by it. */
  readonly name: string
  readonly label: string
  readonly place: CellPlace
  readonly isNumber?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** The columns of a list, on the page and in its file. A column that a page lacks is false. */
export interface ListParts<Row extends ListRow> {
  /** The columns. The first one links to the row's own page, unless `linked` names another. */
  readonly columns: readonly (Column<Row> | false)[]
  readonly linked?: string
  readonly file: readonly (CsvColumn<Row> | false)[]
  readonly linkTo: (row: Row) => string | undefined
  /** The tone of a row, for example of one that needs no attention. */
  readonly tone?: (row: Row) => 'quiet' | undefined
}

/** Shows a list's rows as a table. Of a long list only rows near the screen are rendered; row numbers count all rows. */
export function ListTable<Row extends ListRow>(props: {
  readonly parts: ListParts<Row>
  readonly rows: readonly Row[]
  readonly total: number
  readonly caption: string
  readonly view: ListView
}) {
  const { parts, rows, view } = props
  const words = usePartWords('lists')
  const all = useMemo(() => parts.columns.filter((column) => column !== false), [parts])
  const table = useRef<HTMLTableElement>(null)
  const [drawsAll, setDrawsAll] = useState(false)
  const drawn = useRowWindow(table, { rowCount: rows.length, drawsAll })
  const columns = useShownColumns(all, drawn.isWindowed)
  return (
    <>
      {(drawn.isWindowed || drawsAll) && rows.length <= MOST_AT_ONCE && (
        <label className="list-all">
          <input type="checkbox" checked={drawsAll} onChange={({ target }) => setDrawsAll(target.checked)} />
          {words.allOnOnePage}
        </label>
      )}
      <div
        className="list-frame"
        {...(drawn.isWindowed
          ? { style: { paddingBlock: `${drawn.abovePx}px ${drawn.belowPx}px` } }
          : undefined)}
      >
        <table
          ref={table}
          role="table"
          className={all.some(({ place }) => place === 'sum') ? 'list list-with-sum' : 'list'}
          aria-rowcount={props.total + 1}
        >
          <caption className="visually-hidden">{props.caption}</caption>
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {all.map((column) => (
                <Heading key={column.name} column={column} view={view} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {groupStarts(drawn).map((start) => (
              <Group
                key={start}
                parts={parts}
                linked={parts.linked ?? all[0]?.name}
                columns={columns}
                rows={rows}
                start={start}
                end={Math.min(start + GROUP_ROWS, drawn.end)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The most rows that a browser renders at once without a noticeable delay. */
const MOST_AT_ONCE = 1_000

function Heading<Row extends ListRow>(props: { readonly column: Column<Row>; readonly view: ListView }) {
  const { column, view } = props
  const { format, words } = useWords('lists')
  const { shape, address } = view
  const canSort = shape.sorts.some((sort) => sort === column.name || sort === `-${column.name}`)
  const direction = sortDirection(address, { column: column.name })
  const sort = nextSort(address, { column: column.name, shape })
  return (
    <th
      role="columnheader"
      scope="col"
      data-place={column.place}
      className={column.isNumber === true ? 'number' : undefined}
      {...(direction === undefined ? {} : { 'aria-sort': direction })}
    >
      {canSort ? (
        <button
          type="button"
          className="sort"
          title={words.sortBy(format.inside(column.label))}
          onClick={() => view.show({ ...address, sort }, 'push')}
        >
          {column.label}
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}

interface GroupProps<Row extends ListRow> {
  readonly parts: ListParts<Row>
  readonly linked: string | undefined
  /** The columns whose cells are rendered. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly start: number
  readonly end: number
}

/** Shows ten rows, which are rendered and removed together, and rendered again only if the rows change. */
const Group = memo(function Group<Row extends ListRow>(props: GroupProps<Row>) {
  const { parts, linked, columns, rows, start, end } = props
  const [, navigate] = useLocation()
  return rows.slice(start, end).map((row, index) => {
    const to = parts.linkTo(row)
    return (
      // The link in the row serves everybody; a click on the row is a shortcut for pointers.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
      <tr
        key={row.id}
        role="row"
        aria-rowindex={start + index + 2}
        data-row={row.id}
        className={to === undefined ? undefined : 'pressable'}
        data-tone={parts.tone?.(row)}
        {...(to === undefined
          ? {}
          : {
              onClick: ({ target }) => {
                const isOnLink = target instanceof Element && target.closest('a') !== null
                if (!isOnLink && getSelection()?.isCollapsed !== false) navigate(to)
              },
            })}
      >
        {columns.map((column) => (
          <td
            key={column.name}
            role="cell"
            data-place={column.place}
            className={column.isNumber === true ? 'number' : undefined}
          >
            {column.name === linked && to !== undefined ? (
              <AppLink to={to}>{column.cell(row)}</AppLink>
            ) : (
              column.cell(row)
            )}
          </td>
        ))}
      </tr>
    )
  })
}) as <Row extends ListRow>(props: GroupProps<Row>) => ReactNode

/** The widths at which `list-table.css` hides columns. */
const NARROW = '(max-width: 999px)'
const PHONE = '(max-width: 767px)'

/** The width class of the page. */
type Width = 'wide' | 'narrow' | 'phone'

/**
 * Returns the columns whose cells are rendered. A hidden cell costs as much as a visible one for each row that appears while a long
 * list is scrolled, so it is left out there. Short lists and prints render all cells.
 */
function useShownColumns<Column extends { readonly place: string }>(
  columns: readonly Column[],
  isWindowed: boolean,
): readonly Column[] {
  const width = useSyncExternalStore<Width>(subscribe, readWidth, () => 'wide')
  return useMemo(
    () => (isWindowed ? columns.filter(({ place }) => isShown(place, width)) : columns),
    [columns, isWindowed, width],
  )
}

function isShown(place: string, width: Width): boolean {
  if (width === 'phone') return !place.startsWith('wide')
  return width === 'wide' || place !== 'wide'
}

function readWidth(): Width {
  if (!('matchMedia' in globalThis) || !matchMedia(NARROW).matches) return 'wide'
  return matchMedia(PHONE).matches ? 'phone' : 'narrow'
}

function subscribe(onChange: () => void): () => void {
  if (!('matchMedia' in globalThis)) return () => undefined
  const queries = [NARROW, PHONE].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}
