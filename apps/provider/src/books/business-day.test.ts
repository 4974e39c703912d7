import { describe, expect, it } from 'vitest'
import { addDays, createToday, dayIn } from './business-day.ts'

describe(dayIn, () => {
  it.each([
    ['America/Toronto', '2026-11-20T04:59:59.999Z', '2026-11-19'],
    ['America/Toronto', '2026-11-20T05:00:00.000Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00.000Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-19T18:14:59.999Z', '2026-11-19'],
    [null, '2024-02-29T23:59:59.999Z', '2024-02-29'],
    ['Nowhere/At_All', '2026-01-01T00:00:00.000Z', '2026-01-01'],
  ])('returns the day in %s at %s: %s', (zone, at, day) => {
    expect(dayIn(zone, Date.parse(at))).toBe(day)
  })
})

describe('today', () => {
  it('changes at midnight of each zone', () => {
    let nowMs = Date.parse('2026-11-20T04:59:59.999Z')
    const todayOf = createToday(() => nowMs)
    const days = () => ['America/Toronto', null, 'Asia/Kathmandu'].map((timeZone) => todayOf({ timeZone }))
    expect(days()).toEqual(['2026-11-19', '2026-11-20', '2026-11-20'])
    nowMs += 1
    expect(days()).toEqual(['2026-11-20', '2026-11-20', '2026-11-20'])
    nowMs = Date.parse('2026-11-20T18:15:00.000Z')
    expect(days()).toEqual(['2026-11-20', '2026-11-20', '2026-11-21'])
  })
})

describe(addDays, () => {
  it.each([
    ['2026-11-20', 30, '2026-12-20'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-11-20', 0, '2026-11-20'],
    ['0001-01-01', 1, '0001-01-02'],
    ['9999-12-31', 30, '9999-12-31'],
  ])('%s plus %i days is %s', (day, days, later) => {
    expect(addDays(day, days)).toBe(later)
  })
})
