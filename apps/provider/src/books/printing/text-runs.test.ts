import { describe, expect, it } from 'vitest'
import { beginsRightToLeft, orderVisually, REPLACEMENT, splitRuns } from './text-runs.ts'

const fontOf = (character: string) => {
  if (/[\p{sc=Hebr}]/u.test(character)) return 'hebrew'
  if (/[\p{sc=Arab}]/u.test(character)) return 'arabic'
  if (/[\p{sc=Han}]/u.test(character)) return 'han'
  if (/[\p{sc=Thai}]/u.test(character)) return 'thai'
  if (/[\p{sc=Deva}]/u.test(character)) return 'devanagari'
  return character.charCodeAt(0) < 0x250 ? undefined : null
}
const runs = (text: string) =>
  splitRuns(text, fontOf).map((run) => [run.text, run.font ?? 'plain'].join(' | '))

describe(splitRuns, () => {
  it.each([
    ['Ada Quay', ['Ada Quay | plain']],
    ['', []],
    ['港 Harbour 港務', ['港 | han', ' Harbour  | plain', '港務 | han']],
    ['क्षत्रिय', ['क्षत्रिय | devanagari']],
    // An emoji of several characters becomes one symbol.
    ['Zoë 👩‍❤️‍👨!', [`Zoë ${REPLACEMENT}! | plain`]],
    // A line may end between words.
    ['บริษัทท่าเรือ', ['บริษัท\u200bท่าเรือ | thai']],
    // Spaces and brackets are runs of their own, so that each is ordered separately.
    ['שלום עולם', ['שלום | hebrew', '  | plain', 'עולם | hebrew']],
    ['שלום (ABC)', ['שלום | hebrew', '  | plain', '( | plain', 'ABC | plain', ') | plain']],
  ])('splits %j into %j', (text, expected) => {
    expect(runs(text)).toEqual(expected)
  })
})

describe(orderVisually, () => {
  const shown = (parts: readonly string[]) => orderVisually(parts).map(({ text }) => text)

  it.each([
    [
      ['Ada ', 'Quay'],
      ['Ada ', 'Quay'],
    ],
    [
      ['שלום', ' ', 'עולם'],
      ['עולם', ' ', 'שלום'],
    ],
    [
      ['שלום', ' ', '(', 'ABC', ' ', 'DE', ')'],
      ['(', 'ABC', ' ', 'DE', ')', ' ', 'שלום'],
    ],
    [
      ['שלום', ' ', '12', ' ', '34', '.'],
      ['.', '34', ' ', '12', ' ', 'שלום'],
    ],
    [
      ['Bill to ', 'שלום', ' ', 'עולם', ' ', 'today'],
      ['Bill to ', 'עולם', ' ', 'שלום', ' ', 'today'],
    ],
    [
      ['שלום', ' '],
      [' ', 'שלום'],
    ],
  ])('orders %j as %j', (parts, expected) => {
    expect(shown(parts)).toEqual(expected)
  })

  it('starts a paragraph on the side of its first letter', () => {
    expect(['12 שלום ABC', 'ABC שלום', '12', 'مرحبا'].map(beginsRightToLeft)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
