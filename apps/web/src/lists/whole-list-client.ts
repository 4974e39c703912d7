import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { readListPages } from '#data/list-client.ts'
import { LARGE_PAGE_ROWS, type ListPage, type ListRow } from './list-rows.ts'

/** What it takes to read every row of a list again. */
export interface WholeList<Row extends ListRow> {
  readonly operationName: string
  /** All but the page. */
  readonly variables: object
  readonly pick: (data: unknown) => ListPage<Row> | undefined
  /** As far as is known. */
  readonly total: number
  /** Every row, where nothing can be read now and all of them are here. */
  readonly held: readonly Row[] | undefined
}

/** A list that is not what it was while it was read: rows may be missing or there twice. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError'
}

/**
 * Reads every row of a list, page by page; undefined while the provider's limit is waited for.
 * @throws FailureError, {@link ListChangedError}: then what was read is not the whole list
 */
export async function* readWholeList<Row extends ListRow>(
  list: WholeList<Row>,
  { id, version }: Pick<ConnectionView, 'id' | 'version'>,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Row> | undefined, void, undefined> {
  const { operationName, total, held } = list
  if (held !== undefined) {
    yield { rows: held, total }
    return
  }
  const asked = {
    ...{ version, operationName },
    variables: { ...list.variables, pageSize: LARGE_PAGE_ROWS },
    pages: Math.max(1, Math.ceil(total / LARGE_PAGE_ROWS)),
  }
  const seen = new Set<string>()
  for await (const part of readListPages(id, asked, signal)) {
    if ('alive' in part) {
      if (part.alive === 'waits') yield undefined
      continue
    }
    const page = list.pick(part.data)
    // More pages than were asked for, or fewer: nothing was read yet, so it begins again.
    if (page !== undefined && page.total !== total && seen.size === 0) {
      yield* readWholeList({ ...list, total: page.total }, { id, version }, signal)
      return
    }
    if (page?.total !== total) throw new ListChangedError()
    for (const row of page.rows) seen.add(row.id)
    yield page
  }
  if (seen.size !== total) throw new ListChangedError()
}
