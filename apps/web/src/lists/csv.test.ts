import { describe, expect, it } from 'vitest'
import { csvFileName, printCsv, type CsvField } from './csv.ts'

const text = (value: string): CsvField => ({ text: value })
const value = (plain: string): CsvField => ({ value: plain })

/** Parses CSV strictly by RFC 4180. @throws on anything else */
function parseStrictly(file: string): readonly (readonly string[])[] {
  if (!file.startsWith('\uFEFF')) throw new Error('no mark at the beginning')
  const lines: string[][] = []
  let rest = file.slice(1)
  while (rest !== '') {
    const line: string[] = []
    for (;;) {
      const found = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
      if (found === null) throw new Error(`unreadable: ${JSON.stringify(rest.slice(0, 40))}`)
      const [whole, quoted, plain = '', end] = found
      line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
      rest = rest.slice(whole.length)
      if (end === '\r\n') break
    }
    lines.push(line)
  }
  if (new Set(lines.map(({ length }) => length)).size > 1) throw new Error('lines of different lengths')
  return lines
}

describe('the CSV file of a list', () => {
  it('begins with a UTF-8 byte order mark and ends every line as RFC 4180 requires', () => {
    expect(printCsv(['Number', 'Total'], [[text('1042'), value('480.00')]])).toBe(
      '\uFEFFNumber,Total\r\n1042,480.00\r\n',
    )
  })

  it.each(['Fern, Ltd', 'She said "no"', 'two\nlines', 'two\r\nlines', 'żółć 東京 🌿', '', ' spaced ', '"'])(
    'keeps every character of a text: %j',
    (name) => {
      expect(parseStrictly(printCsv(['Name', 'Id'], [[text(name), text('a')]]))).toEqual([
        ['Name', 'Id'],
        [name, 'a'],
      ])
    },
  )

  it.each(['=1+1', '+49 30 1', '-sum', '@cmd', '\tx', '\rx', '=HYPERLINK("http://x","y")'])(
    'prevents a text from being read as a formula: %j',
    (name) => {
      expect(parseStrictly(printCsv(['Name'], [[text(name)]]))[1]).toEqual([`'${name}`])
    },
  )

  it.each(['-120.50', '-0.01', '+1', '2026-11-20'])('keeps a plain value unchanged: %s', (plain) => {
    expect(parseStrictly(printCsv(['Amount'], [[value(plain)]]))[1]).toEqual([plain])
  })

  it('has a file name that every system accepts', () => {
    expect(csvFileName({ business: 'Fern/Co: "A*"', list: 'invoices', day: '2026-11-20' })).toBe(
      'Fern Co A invoices 2026-11-20.csv',
    )
    expect(csvFileName({ business: '\u202Eمتجر', list: 'x', day: 'y' })).toBe('متجر x y.csv')
  })
})
