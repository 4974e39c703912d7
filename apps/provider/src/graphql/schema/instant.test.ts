import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant, isCalendarDay, parseInstant } from './scalars.ts'

describe(isCalendarDay, () => {
  it.each(['2026-11-20', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (day) => {
    expect(isCalendarDay(day)).toBe(true)
  })

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '20261120',
    '2026-11-20T00:00',
    '',
  ])('refuses %j', (day) => {
    expect(isCalendarDay(day)).toBe(false)
  })
})

describe(parseInstant, () => {
  it.each([
    ['2026-11-20T08:30:00.000Z', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T08:30:00Z', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20t08:30z', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T08:30:00.123456', '2026-11-20T08:30:00.123Z'],
    ['2026-11-20 08:30:00+02:00', '2026-11-20T06:30:00.000Z'],
    ['2026-11-20T23:30:00-0530', '2026-11-21T05:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('parses %s as %s', (text, expected) => {
    const instant = parseInstant(text)
    expect(instant && formatInstant(instant)).toBe(expected)
  })

  it.each([
    '',
    '2026-11-20T24:00:00Z',
    '2026-11-20T08:60:00Z',
    '2026-02-30T00:00:00Z',
    '1763627400',
    'yesterday',
    '2026-11-20T08Z',
    '2026-11-20T08:30:00+25:00',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })

  it('parses a formatted instant back', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
        (date) => {
          expect(parseInstant(formatInstant(date))).toEqual(date)
        },
      ),
    )
  })
})
