import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { csvFileName, printLines, type CsvField, type CsvParts } from './csv.ts'
import type { ListRow } from './list-rows.ts'
import { readWholeList, type WholeList } from './whole-list-client.ts'

/** How far a file is. */
export interface FileProgress {
  readonly rows: number
  readonly total: number
  /** Nothing comes because the provider's limit is reached. */
  readonly waits: boolean
}

/**
 * Reads every row of a list and gives the file to the browser to save. Lines are made as rows come, and the rows forgotten; only a
 * file that is made of all of them at once keeps them. Nothing is saved unless every row has come.
 * @returns its name
 * @throws FailureError, ListChangedError
 */
export async function saveList<Row extends ListRow>(about: {
  readonly list: WholeList<Row>
  readonly connection: ConnectionView
  readonly csv: CsvParts<Row>
  readonly title: string
  /** ISO day. */
  readonly day: string
  readonly signal: AbortSignal
  readonly onProgress: (progress: FileProgress) => void
}): Promise<string> {
  const { csv, title, day, onProgress } = about
  const needsAll = csv.choose !== undefined || csv.lineOfAll !== undefined
  const all: Row[] = []
  const parts = [`\uFEFF${printLines([csv.head.map((text): CsvField => ({ text }))])}`]
  let [rows, total] = [0, about.list.total]
  for await (const page of readWholeList(about.list, about.connection, about.signal)) {
    if (page !== undefined) {
      rows += page.rows.length
      ;({ total } = page)
      if (needsAll) all.push(...page.rows)
      else parts.push(printLines(page.rows.map(csv.lineOf)))
    }
    onProgress({ rows, total, waits: page === undefined })
  }
  if (needsAll) parts.push(printLines((csv.choose?.(all) ?? all).map(csv.lineOfAll?.(all) ?? csv.lineOf)))
  const name = csvFileName({ business: csv.business, list: title, day })
  saveFile(name, parts)
  return name
}

/** Offers a text as a file of this name. */
export function saveFile(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has opened it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
