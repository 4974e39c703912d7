import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Until the first row was measured; the sizes of `list-table.css`. */
const ROW_PX = 44
const PHONE_ROW_PX = 64

function assumedRowPx(): number {
  const isPhone = 'matchMedia' in globalThis && matchMedia('(max-width: 767px)').matches
  return isPhone ? PHONE_ROW_PX : ROW_PX
}

/** The rows of a table that are drawn, and the room of those that are not. */
interface DrawnRows extends RowWindow {
  readonly abovePx: number
  readonly belowPx: number
  readonly isWindowed: boolean
}

/**
 * Which rows of a long table are drawn while the page is scrolled. All of a short one, all when `drawsAll`, and all that are
 * loaded while the page is printed.
 *
 * @param ref The table is in a frame of its own, which has the room of the rows that are not drawn. Its first row tells how high
 * all of them are.
 */
export function useRowWindow(
  ref: RefObject<HTMLTableElement | null>,
  { rowCount, drawsAll }: { readonly rowCount: number; readonly drawsAll: boolean },
): DrawnRows {
  const [rowPx, setRowPx] = useState(assumedRowPx)
  const [window_, setWindow] = useState<RowWindow>({ first: 0, end: 0 })
  const isPrinted = useIsPrinted()
  const isWindowed = !drawsAll && !isPrinted && rowCount >= WINDOW_FROM_ROWS
  const latest = useRef({ rowCount, rowPx })

  const measure = useCallback(() => {
    const height = ref.current?.querySelector('tbody tr')?.getBoundingClientRect().height
    if (height !== undefined && height > 0) setRowPx(height)
  }, [ref])
  const look = useCallback(() => {
    const table = ref.current
    const frame = table?.parentElement
    if (!table || !frame) return
    // The room of the rows that are not drawn is inside the frame, above and below the table.
    const topPx = frame.getBoundingClientRect().top + (table.tHead?.getBoundingClientRect().height ?? 0)
    const { rowCount: count, rowPx: height } = latest.current
    const next = findRowWindow(count, { topPx, rowPx: height, screenPx: innerHeight })
    setWindow((before) => (before.first === next.first && before.end === next.end ? before : next))
  }, [ref])

  const drawn = isWindowed ? within(window_, rowCount) : { first: 0, end: rowCount }
  latest.current = { rowCount, rowPx }
  useLayoutEffect(() => {
    if (!isWindowed) return
    measure()
    look()
  }, [isWindowed, rowCount, rowPx, measure, look])
  useEffect(() => {
    if (!isWindowed) return
    const onResize = () => {
      measure()
      look()
    }
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', onResize)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', onResize)
    }
  }, [isWindowed, measure, look])
  return {
    ...drawn,
    abovePx: drawn.first * rowPx,
    belowPx: (rowCount - drawn.end) * rowPx,
    isWindowed,
  }
}

function useIsPrinted(): boolean {
  const [isPrinted, setIsPrinted] = useState(false)
  useEffect(() => {
    // The print is made as soon as the event is over.
    const draw = (isOn: boolean) => () => flushSync(() => setIsPrinted(isOn))
    const begin = draw(true)
    const end = draw(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinted
}

/** A list that became shorter, or one whose window is not known yet. */
function within({ first, end }: RowWindow, rowCount: number): RowWindow {
  if (end === 0 && first === 0) return { first: 0, end: Math.min(rowCount, 60) }
  return { first: Math.min(first, rowCount), end: Math.min(end, rowCount) }
}

/** From so many rows on, only those near the screen are drawn. */
export const WINDOW_FROM_ROWS = 200
/** Rows are drawn and removed in groups: a change of the page has its own price beside that of each row, and fifty at once take too long. */
export const GROUP_ROWS = 10

/** The rows that are drawn: from the first to the one before the end. */
interface RowWindow {
  readonly first: number
  readonly end: number
}

/**
 * Which rows are drawn: those on the screen, and a screen above and below, in whole groups.
 *
 * @param place.topPx Where the first row begins, from the top of the screen; above it below zero.
 */
export function findRowWindow(
  rowCount: number,
  place: { readonly topPx: number; readonly rowPx: number; readonly screenPx: number },
): RowWindow {
  if (rowCount < WINDOW_FROM_ROWS) return { first: 0, end: rowCount }
  const { topPx, rowPx, screenPx } = place
  const rowAt = (px: number) => (px - topPx) / rowPx
  const groups = Math.ceil(rowCount / GROUP_ROWS)
  const within = (group: number) => Math.min(Math.max(group, 0), groups)
  const first = within(Math.floor(rowAt(-screenPx) / GROUP_ROWS))
  const end = within(Math.ceil(rowAt(2 * screenPx) / GROUP_ROWS))
  return { first: Math.min(first * GROUP_ROWS, rowCount), end: Math.min(end * GROUP_ROWS, rowCount) }
}

/** The groups of a window: where each begins. Their first rows stay their names, however the window moves. */
export function groupStarts({ first, end }: RowWindow): readonly number[] {
  return Array.from(
    { length: Math.ceil((end - first) / GROUP_ROWS) },
    (_, index) => first + index * GROUP_ROWS,
  )
}
