import { describe, expect, it } from 'vitest'
import { formatAgo, formatClock, formatDay, formatDayAndAgo, formatFullDay, formatWeekday } from './dates.ts'
import { knownTimeZone } from '#users/time-zone.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const en = { locale: 'en', timeZone: 'America/Halifax', nowMs } as const
const fr = { ...en, locale: 'fr' } as const
const de = { ...en, locale: 'de' } as const

describe('formatted dates, which contain no line break', () => {
  it('omit the current year', () => {
    expect(formatDay(Date.parse('2026-11-02T12:00:00Z'), en)).toBe('2\u00A0November')
    expect(formatDay(Date.parse('2025-11-02T12:00:00Z'), en)).toBe('2\u00A0November\u00A02025')
    expect(formatFullDay(Date.parse('2026-03-12T12:00:00Z'), en)).toBe('12\u00A0March\u00A02026')
    expect(formatDay(Date.parse('2026-11-02T12:00:00Z'), fr)).toBe('2\u00A0novembre')
    expect(formatDay(Date.parse('2026-11-02T12:00:00Z'), de)).toBe('2.\u00A0November')
  })

  it('show the day and how long ago it was', () => {
    expect(formatDayAndAgo(nowMs - 18 * 86_400_000, en)).toBe('2\u00A0November, 18 days ago')
  })

  it.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [60_000, '1 minute ago'],
    [3_599_999, '59 minutes ago'],
    [3_600_000, '1 hour ago'],
    [86_399_999, '23 hours ago'],
    [86_400_000, '1 day ago'],
    [-5_000, 'just now'],
  ])('format %i ms ago as "%s"', (elapsedMs, text) => {
    expect(formatAgo(nowMs - elapsedMs, en)).toBe(text)
  })

  it('show clock times in the reader’s time zone, and in UTC with that label while it is unknown', () => {
    expect(formatClock(nowMs, en)).toBe('08:00')
    expect(formatClock(nowMs, { ...en, timeZone: undefined })).toBe('12:00 UTC')
    expect(formatClock(nowMs, fr)).toBe('08\u00A0h\u00A000')
    expect(formatClock(nowMs, de)).toBe('08:00')
  })

  it('write the first day of a month as an ordinal number in French', () => {
    const first = Date.parse('2026-11-01T12:00:00Z')
    expect(formatDay(first, fr)).toBe('1er\u00A0novembre')
    expect(formatFullDay(first, fr)).toBe('1er\u00A0novembre\u00A02026')
    expect(formatWeekday(first, fr)).toBe('dimanche\u00A01er\u00A0novembre')
    expect(formatDay(first, en)).toBe('1\u00A0November')
    expect(formatFullDay(Date.parse('2026-11-21T12:00:00Z'), fr)).toBe('21\u00A0novembre\u00A02026')
  })

  it('show the weekday of a date in the future', () => {
    expect(formatWeekday(Date.parse('2026-11-22T12:00:00Z'), en)).toBe('Sunday\u00A022\u00A0November')
    expect(formatWeekday(Date.parse('2026-11-22T12:00:00Z'), fr)).toBe('dimanche\u00A022\u00A0novembre')
    expect(formatWeekday(Date.parse('2026-11-22T12:00:00Z'), de)).toBe('Sonntag,\u00A022.\u00A0November')
  })
})

describe(knownTimeZone, () => {
  it.each(['America/Halifax', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('accepts %s', (name) => {
    expect(knownTimeZone(name)).toBe(name)
  })

  it.each([
    undefined,
    '',
    'Nowhere/City',
    '+05:00',
    '<b>',
    'UTC\r\nSet-Cookie: a=b',
    'a'.repeat(65),
    '../etc/passwd',
  ])('returns undefined for %j', (name) => {
    expect(knownTimeZone(name)).toBeUndefined()
  })
})

describe('formatted dates for the region of the reader', () => {
  const atMs = Date.parse('2025-11-02T15:21:00Z')
  const about = { timeZone: 'UTC', nowMs: Date.parse('2026-11-20T00:00:00Z') }
  it.each([
    ['en', undefined, '2\u00A0November\u00A02025', '15:21'],
    ['en', 'US', 'November\u00A02,\u00A02025', '3:21\u00a0PM'],
    ['fr', undefined, '2\u00A0novembre\u00A02025', '15\u00a0h\u00a021'],
    ['fr', 'FR', '2\u00A0novembre\u00A02025', '15:21'],
  ] as const)('reads days and times as there: %s, %s', (locale, region, day, clock) => {
    expect(formatDay(atMs, { locale, region, ...about })).toBe(day)
    expect(formatClock(atMs, { locale, region, ...about })).toBe(clock)
  })
})
