import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ChooseRows } from './choose-rows.ts'
import { type CsvColumn, csvFileName, printLines } from './csv.ts'
import type { ListRow } from './list-rows.ts'
import { readWholeList, type WholeList } from './whole-list-client.ts'

export interface FileProgress {
  readonly rows: number
  readonly total: number
  /** True while the provider's rate limit is reached. */
  readonly waits: boolean
}

/**
 * Reads every row of a list and offers the file for saving. Lines are made as rows arrive, and the rows discarded; only a file that
 * needs all of them at once keeps them. Nothing is saved unless every row has come.
 * @returns The name of the file.
 * @throws FailureError, ListChangedError
 */
export async function saveList<Row extends ListRow>(about: {
  readonly list: WholeList<Row>
  readonly connection: ConnectionView
  readonly columns: readonly CsvColumn<Row>[]
  /** Chooses the rows of the file; undefined for all. */
  readonly choose: ChooseRows<Row> | undefined
  readonly title: string
  /** The ISO day in the file's name. */
  readonly day: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: FileProgress) => void
}): Promise<string> {
  const { columns, choose, title, day, connection, onProgress } = about
  const needsAll = choose !== undefined || columns.some((column) => 'fieldOfAll' in column)
  const print = (rows: readonly Row[]) => {
    const fields = columns.map((column) => ('field' in column ? column.field : column.fieldOfAll(rows)))
    return printLines(rows.map((row) => fields.map((field) => field(row))))
  }
  const all: Row[] = []
  const parts = [`\uFEFF${printLines([columns.map(({ label }) => ({ text: label }))])}`]
  let [count, total] = [0, about.list.total]
  for await (const page of readWholeList(about.list, connection, about.signal)) {
    if (page !== undefined) {
      count += page.rows.length
      ;({ total } = page)
      if (needsAll) all.push(...page.rows)
      else parts.push(print(page.rows))
    }
    onProgress({ rows: count, total, waits: page === undefined })
  }
  if (needsAll) parts.push(print(choose?.(all) ?? all))
  const name = csvFileName({ business: connection.businessName ?? '', list: title, day })
  saveFile(name, parts)
  return name
}

export function saveFile(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has opened the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
