import { useState } from 'react'
import { ActionButton } from '#ui/action-button.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import type { CsvField } from './csv.ts'
import type { ListRow } from './list-rows.ts'

/** What a file of a list holds. */
export interface CsvParts<Row extends ListRow> {
  readonly business: string
  readonly head: readonly string[]
  /** The fields of a row, given every row that was read. */
  readonly lineOf: (rows: readonly Row[]) => (row: Row) => readonly CsvField[]
  /** The rows of the file among all that were read; all of them by default. */
  readonly choose?: (rows: readonly Row[]) => readonly Row[]
}

/** A file of every row of a list: all of them are read first, and without one of them there is no file. */
export function DownloadRows<Row extends ListRow>(props: {
  /** Undefined when not every row could be read. */
  readonly readAll: () => Promise<readonly Row[] | undefined>
  readonly csv: CsvParts<Row>
  readonly title: string
}) {
  const { readAll, csv } = props
  const { clock } = useWords()
  const words = usePartWords('lists')
  const { announce, alert } = useAnnouncer()
  const [state, setState] = useState<'idle' | 'getting' | 'failed'>('idle')
  const download = async () => {
    setState('getting')
    const [rows, part] = await Promise.all([readAll(), import('./csv.ts')]).catch(() => [])
    if (rows === undefined || part === undefined) {
      setState('failed')
      alert(words.csvFailed)
      return
    }
    const { csvFileName, printCsv } = part
    const day = new Date(clock()).toISOString().slice(0, 10)
    const name = csvFileName({ business: csv.business, list: props.title, day })
    const lines = (csv.choose?.(rows) ?? rows).map(csv.lineOf(rows))
    saveFile({ name, text: printCsv(csv.head, lines) })
    setState('idle')
    announce(words.csvDone(name))
  }
  return (
    <div className="screen-only">
      <ActionButton
        variant="quiet"
        pending={state === 'getting'}
        pendingLabel={words.csvGetting}
        onPress={() => void download()}
      >
        {words.csv}
      </ActionButton>
      {state === 'failed' && <p className="note">{words.csvFailed}</p>}
    </div>
  )
}

function saveFile({ name, text }: { readonly name: string; readonly text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has opened it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
