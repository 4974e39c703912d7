import { csvFileName, printCsv, type CsvField } from '#lists/csv.ts'
import { drawImage } from './draw-image.ts'

interface About {
  readonly title: string
  readonly business: string
  /** ISO day of the figures. */
  readonly day: string
  readonly currency: string
  readonly currencyTitle: string
}

/** Saves a picture as it is shown: its table as CSV with a column of the currency, else its drawing as PNG. */
export function savePicture(section: HTMLElement, about: About): void {
  const { title, business, day } = about
  const csvName = csvFileName({ business, list: title, day })
  const table = section.querySelector('table')
  if (table !== null) {
    const text = encodeURIComponent(csvOf(table, about))
    save({ name: csvName, href: `data:text/csv;charset=utf-8,${text}` })
    return
  }
  save({
    name: csvName.replace(/csv$/, 'png'),
    href: drawImage(section, `${business} · ${day}`).toDataURL('image/png'),
  })
}

function csvOf(table: HTMLTableElement, { currency, currencyTitle }: About): string {
  const [head, ...lines] = [...table.rows].map((row) => [...row.cells])
  const names = (head ?? []).map((cell) => cell.textContent.trim())
  const hasAmounts = table.querySelector('td data') !== null
  const own: readonly CsvField[] = hasAmounts ? [{ value: currency }] : []
  return printCsv(
    [...names, ...(hasAmounts ? [currencyTitle] : [])],
    lines.map((cells) => [...cells.map(fieldOf), ...own]),
  )
}

/** Amounts and days as programs read them, everything else as it is there. */
function fieldOf(cell: HTMLTableCellElement): CsvField {
  const amount = cell.querySelector('data')?.value
  const day = cell.querySelector('time')?.dateTime
  const value = amount ?? day
  return value === undefined ? { text: cell.textContent.trim() } : { value }
}

function save({ name, href }: { readonly name: string; readonly href: string }): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}
