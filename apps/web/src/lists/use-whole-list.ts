import { useEffect, useMemo } from 'react'
import { plainText } from '#words/plain-text.ts'
import type { ListRow } from './list-rows.ts'
import type { ListReading } from './use-list.ts'

/** What is shown of a list when it is chosen or put in order here. */
export interface ShownRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/**
 * A view of a list that its provider cannot make: every row is read first, and what is here meanwhile is shown.
 *
 * @param change The rows of the view among those of the list, in their order; undefined when the list is shown as it comes.
 * The same function for the same view.
 */
export function useWholeList<Row extends ListRow>(
  reading: ListReading<unknown, Row>,
  change: ((rows: readonly Row[]) => readonly Row[]) | undefined,
): ShownRows<Row> | undefined {
  const { rows, total, loadUpTo } = reading
  const needsMore =
    change !== undefined &&
    rows !== undefined &&
    reading.canRead &&
    !reading.isComplete &&
    !reading.isLoading &&
    reading.failure === undefined
  useEffect(() => {
    if (needsMore) void loadUpTo(total)
  })
  return useMemo(() => {
    if (change === undefined || rows === undefined) return undefined
    const shown = change(rows)
    return { rows: shown, total: shown.length }
  }, [change, rows])
}

/** Does a name hold what is looked for? Capitals and accents make no difference. */
export function isFound({ name, sought }: { readonly name: string; readonly sought: string }): boolean {
  return plainText(name).includes(plainText(sought))
}
