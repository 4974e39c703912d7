import { isJsonObject } from '@counterfoil/service/http/json-object'

/** Formats the result of a command for a person: one line per member, one table per list. */
export function formatText(value: unknown): string {
  if (Array.isArray(value)) return formatList(value)
  if (!isJsonObject(value)) return formatCell(value)
  const entries = Object.entries(value)
  const [only] = entries
  if (entries.length === 1 && only !== undefined && Array.isArray(only[1])) return formatList(only[1])

  const width = Math.max(0, ...entries.map(([name]) => name.length))
  return entries.map(([name, member]) => `${name.padEnd(width)}  ${formatCell(member)}`).join('\n')
}

function formatList(items: readonly unknown[]): string {
  const rows = items.filter(isJsonObject)
  if (items.length === 0) return '(none)'
  if (rows.length !== items.length) return items.map(formatCell).join('\n')

  const columns = Object.keys(rows[0] ?? {}).filter((name) => rows.some((row) => row[name] !== null))
  const cells = rows.map((row) => columns.map((name) => formatCell(row[name])))
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const format = (line: readonly string[]) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()
  return [format(columns), ...cells.map(format)].join('\n')
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.map(formatCell).join(' ')
  if (isJsonObject(value))
    return Object.entries(value)
      .map(([name, member]) => `${name}=${formatCell(member)}`)
      .join(' ')
  // People choose names: control characters must not reach the terminal.
  return `${value as string | number | boolean}`.replace(/\p{Cc}/gu, '?')
}
