/** One field of a file: a text that somebody wrote, or a plain value of ours (a number, a day, a code) that is never changed. */
export type CsvField = { readonly text: string } | { readonly value: string }

/** A column of the file of a list. A field may depend on all rows of the file. */
export type CsvColumn<Row> = { readonly label: string } & (
  | { readonly field: (row: Row) => CsvField }
  | { readonly fieldOfAll: (rows: readonly Row[]) => (row: Row) => CsvField }
)

/** Spreadsheets read a text that begins so as a formula, and would run it. */
const LOOKS_LIKE_A_FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * A table as a file that spreadsheets open right: UTF-8 with its mark, lines that end as RFC 4180 section 2 says, every line with
 * the same number of fields. Amounts have a decimal point and days are ISO days, whatever the language of the page.
 */
export function printCsv(head: readonly string[], lines: readonly (readonly CsvField[])[]): string {
  return `\uFEFF${printLines([head.map((text): CsvField => ({ text })), ...lines])}`
}

export function printLines(lines: readonly (readonly CsvField[])[]): string {
  return lines.map((fields) => `${fields.map(printField).join(',')}\r\n`).join('')
}

function printField(field: CsvField): string {
  // A number below zero is no formula: with a mark before it no spreadsheet would add it up.
  if ('value' in field) return quote(field.value)
  return quote(LOOKS_LIKE_A_FORMULA.test(field.text) ? `'${field.text}` : field.text)
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name for a file, of what may stand in one everywhere: "Northwind Trading invoices 2026-11-20.csv". */
export function csvFileName(parts: {
  readonly business: string
  readonly list: string
  readonly day: string
}): string {
  const { business, list, day } = parts
  const plain = [business, list, day].join(' ').replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
  return `${plain.replaceAll(/\s+/g, ' ').trim()}.csv`
}
