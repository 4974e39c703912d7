import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The assumed height of a row until the first one is measured, as in `list-table.css`. */
const ROW_PX = 44
const PHONE_ROW_PX = 64

function assumedRowPx(): number {
  const isPhone = 'matchMedia' in globalThis && matchMedia('(max-width: 767px)').matches
  return isPhone ? PHONE_ROW_PX : ROW_PX
}

/** The rows of a table that are rendered, with the heights of the space above and below them. */
interface DrawnRows extends RowWindow {
  readonly abovePx: number
  readonly belowPx: number
  readonly isWindowed: boolean
}

/**
 * Returns the rows of a long table that are rendered while the page is scrolled: all rows of a short table, with `drawsAll`, and
 * while the page is printed.
 *
 * @param ref The table. Its parent element also has the space of the rows that are not rendered. The height of its first row is
 * that of all rows.
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
    // The space of the rows that are not rendered is inside the frame, above and below the table.
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
    // Rendered synchronously: the browser prints as soon as the event handlers return.
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

/** Limits a window to the rows of a list that became shorter; returns the first rows if the window is not known yet. */
function within({ first, end }: RowWindow, rowCount: number): RowWindow {
  if (end === 0 && first === 0) return { first: 0, end: Math.min(rowCount, 60) }
  return { first: Math.min(first, rowCount), end: Math.min(end, rowCount) }
}

/** The number of rows from which only those near the screen are rendered. */
export const WINDOW_FROM_ROWS = 200
/** The rows rendered and removed together: each change of the page costs time by itself, and fifty rows at once take too long. */
export const GROUP_ROWS = 10

/** The rendered rows, from `first` to the one before `end`. */
interface RowWindow {
  readonly first: number
  readonly end: number
}

/**
 * Returns the rows to render: those on the screen, one screen above and below, in whole groups.
 *
 * @param place.topPx The top of the first row, from the top of the screen; negative above it.
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

/** Returns the index at which each group of a window starts. A group keeps its key, the first row, while the window moves. */
export function groupStarts({ first, end }: RowWindow): readonly number[] {
  return Array.from(
    { length: Math.ceil((end - first) / GROUP_ROWS) },
    (_, index) => first + index * GROUP_ROWS,
  )
}
