/** From so many rows on, only those near the screen are drawn. */
export const WINDOW_FROM_ROWS = 200
/** Rows are drawn and removed in groups: a change of the page has its own price beside that of each row, and fifty at once take too long. */
export const GROUP_ROWS = 10

/** The rows that are drawn: from the first to the one before the end. */
export interface RowWindow {
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
