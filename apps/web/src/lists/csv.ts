/** A field of a file: a text entered by somebody, or a plain value of ours (a number, a day, a code) that is never changed. */
export type CsvField = { readonly text: string } | { readonly value: string }

/** A column of a list's file. A field may depend on all rows of the file. */
export type CsvColumn<Row> = { readonly label: string } & (
  | { readonly field: (row: Row) => CsvField }
  | { readonly fieldOfAll: (rows: readonly Row[]) => (row: Row) => CsvField }
)

/** Matches texts that spreadsheets would run as a formula. */
const LOOKS_LIKE_A_FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Writes a table as CSV that spreadsheets open correctly: UTF-8 with a byte order mark, line ends as in RFC 4180 section 2, every
 * line with the same number of fields. Amounts have a decimal point and days are ISO days in every language.
 */
export function printCsv(head: readonly string[], lines: readonly (readonly CsvField[])[]): string {
  return `\uFEFF${printLines([head.map((text): CsvField => ({ text })), ...lines])}`
}

export function printLines(lines: readonly (readonly CsvField[])[]): string {
  return lines.map((fields) => `${fields.map(printField).join(',')}\r\n`).join('')
}

function printField(field: CsvField): string {
  // A negative number is no formula: with an apostrophe before it no spreadsheet would add it up.
  if ('value' in field) return quote(field.value)
  return quote(LOOKS_LIKE_A_FORMULA.test(field.text) ? `'${field.text}` : field.text)
}

function quote(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a file name whose characters are allowed on every system: "Northwind Trading invoices 2026-11-20.csv". */
export function csvFileName(parts: {
  readonly business: string
  readonly list: string
  readonly day: string
}): string {
  const { business, list, day } = parts
  const plain = [business, list, day].join(' ').replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
  return `${plain.replaceAll(/\s+/g, ' ').trim()}.csv`
}
