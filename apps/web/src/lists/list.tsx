import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
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
import type { ChosenRows, ListReading, ListView } from './use-list.ts'

interface ListProps<Data, Row extends ListRow> {
  readonly connection: ConnectionView
  readonly view: ListView
  readonly reading: ListReading<Data, Row>
  readonly words: ListWords
  /** The text if no row matches the filters. Undefined: the filters are named. */
  readonly emptyFiltered?: string | undefined
  readonly parts: ListParts<Row>
  readonly active: readonly ActiveFilter[]
  /** The rows that were chosen in the browser; undefined if all rows read are shown. */
  readonly shown?: ChosenRows<Row> | undefined
  /** Renders the rows in place of the table. */
  readonly draw?: (rows: readonly Row[]) => ReactNode
  /** The views and filters above the rows. */
  readonly children?: ReactNode
}

/** Shows a list with its filters and rows, and buttons for more rows and for a file of all. */
export function List<Data, Row extends ListRow>(props: ListProps<Data, Row>) {
  const { connection, view, reading, active } = props
  const texts = useListTexts(connection, props.words)
  const rows = props.shown?.rows ?? reading.rows
  const total = props.shown?.total ?? reading.total
  // Rows chosen in the browser are counted only once all rows are read.
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

/** Announces the number of rows of a changed list; the first list is announced by its heading. */
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

/** Shows the screen of a list: the connection's problems, the link to a new row, and the list if it may be read. */
export function ListScreen(props: {
  readonly connection: ConnectionView
  readonly title: string
  /** The permission that is needed to read the rows. */
  readonly needs: string
  /** The form that creates a new row. */
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

/** The scroll position, row count and focus in a list, stored in its history entry. */
interface Place {
  readonly y: number
  readonly rows: number
  readonly focus: string | undefined
}

/** The time in milliseconds after the last scroll event at which the position is stored. */
const NOTE_AFTER_MS = 150

/**
 * Restores a list on Back: the same rows, scroll position, and focus on the row that was opened.
 *
 * @param list.key The key of the list's view.
 * @param list.loaded The number of loaded rows; undefined while there are none.
 */
function usePlace(list: {
  readonly key: string
  readonly loaded: number | undefined
  readonly loadUpTo: (count: number) => Promise<unknown>
}): void {
  const { key, loaded } = list
  const latest = useRef(list)
  latest.current = list
  const settledKey = useRef<string>(undefined)

  useEffect(() => {
    // Turns off the browser's scroll restoration, which would run before the rows are loaded.
    history.scrollRestoration = 'manual'
  }, [])
  useLayoutEffect(() => {
    if (loaded === undefined || settledKey.current === key) return
    settledKey.current = key
    const place = readPlace()
    if (place === undefined) return
    if (place.rows <= loaded) return goTo(place)
    void latest.current.loadUpTo(place.rows).then(() => {
      if (settledKey.current === key) requestAnimationFrame(() => goTo(place))
    })
  }, [key, loaded])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const path = location.pathname
    const note = (focus?: string) => {
      clearTimeout(timer)
      // Another page is shown by now: this position is not its own.
      if (location.pathname !== path || latest.current.loaded === undefined) return
      writePlace({ y: scrollY, rows: latest.current.loaded, focus: focus ?? readPlace()?.focus })
    }
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(note, NOTE_AFTER_MS)
    }
    // Stores the position before the press leads away.
    const onPress = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      note(row?.dataset['row'])
    }
    addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('click', onPress, { capture: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
      document.removeEventListener('click', onPress, { capture: true })
    }
  }, [])
}

function readPlace(): Place | undefined {
  if (typeof history === 'undefined') return undefined
  const state = history.state as { readonly place?: Place } | null
  return state?.place
}

function writePlace(place: Place): void {
  history.replaceState({ ...(history.state as object | null), place }, '')
}

function goTo({ y, focus }: Place): void {
  scrollTo({ top: y, behavior: 'instant' })
  // The browser's own event comes in the next frame: windowed rows would be a frame late.
  dispatchEvent(new Event('scroll'))
  if (focus !== undefined) focusWhenDrawn(focus, FRAMES_TO_DRAW)
}

/** The frames to wait for the row: windowed rows are measured, then rendered again a frame or two later. */
const FRAMES_TO_DRAW = 20

function focusWhenDrawn(id: string, framesLeft: number): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"] a`)
  if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  if (document.activeElement !== row && framesLeft > 0)
    requestAnimationFrame(() => focusWhenDrawn(id, framesLeft - 1))
}
