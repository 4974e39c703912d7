import { describe, expect, it } from 'vitest'
import { createFigureFormat } from './figure-format.ts'
import { createFormat } from './format.ts'

const FIRST = '2026-12-01T12:00:00Z'
const NOW_MS = Date.parse('2026-12-20T12:00:00Z')

describe('a date', () => {
  it.each([
    ['en', '1 December 2026', '1 Dec 2026', '1 December'],
    ['fr', '1er décembre 2026', '1er déc. 2026', '1er décembre'],
    ['de', '1. Dezember 2026', '1. Dez. 2026', '1. Dezember'],
  ] as const)('is never broken over two lines: %s', (locale, long, short, ofYear) => {
    const format = createFormat(locale, 'UTC', NOW_MS)
    const figures = createFigureFormat(locale, { code: 'CAD', exponent: 2 })
    const said = [
      format.date(FIRST),
      figures.dayOfYear('2026-12-01'),
      format.day('2026-12-01'),
      figures.day('2026-12-01'),
    ]
    const whole = (text: string) => text.replaceAll(' ', '\u00a0')
    expect(said).toEqual([whole(long), whole(long), whole(short), whole(ofYear)])
    // The text after the date may begin a line.
    expect(format.moment(FIRST)).toBe(`${whole(ofYear)}, 12:00`)
  })
})
