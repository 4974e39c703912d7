import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  daysInMonthOf,
  lastDayOf,
  monthOf,
  monthsBetween,
} from './day.ts'

describe('calendar days', () => {
  it.each([
    ['2026-03-07', '2026-03-09', 2], // the clocks of Toronto change between
    ['2028-02-28', '2028-03-01', 2],
    ['2026-02-28', '2026-03-01', 1],
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2025-11-20', -365],
  ])('from %s to %s are %d', (from, to, days) => {
    expect(daysBetween({ from, to })).toBe(days)
    expect(addDays(from, days)).toBe(to)
  })

  it('have the last day of their month', () => {
    expect(['2028-02', '2026-02', '2026-12', '2026-04'].map(lastDayOf)).toEqual([
      '2028-02-29',
      '2026-02-28',
      '2026-12-31',
      '2026-04-30',
    ])
  })

  it('return the length of their month', () => {
    expect(['2028-02-10', '2026-02-10', '2026-12-31'].map(daysInMonthOf)).toEqual([29, 28, 31])
  })

  it('belong to the month in their text', () => {
    expect(monthOf('2026-11-01')).toBe('2026-11')
  })

  it.each([
    ['2026-11', -11, '2025-12'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
  ])('%s plus %d months is %s', (month, months, other) => {
    expect(addMonths(month, months)).toBe(other)
  })

  it('are listed as months without a gap', () => {
    expect(monthsBetween({ from: '2025-11', to: '2026-02' })).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ])
    expect(monthsBetween({ from: '2026-02', to: '2026-01' })).toEqual([])
  })

  it.each([
    ['2026-11-01T03:59:59Z', 'America/Toronto', '2026-10-31'],
    ['2026-11-01T04:00:00Z', 'America/Toronto', '2026-11-01'],
    ['2026-10-31T11:00:00Z', 'Pacific/Auckland', '2026-11-01'],
    ['2026-11-01T09:59:59Z', 'Pacific/Honolulu', '2026-10-31'],
    ['2028-02-29T12:00:00Z', 'Pacific/Honolulu', '2028-02-29'],
    ['2026-11-01T00:00:00Z', null, '2026-11-01'],
    ['2026-11-01T00:00:00Z', 'Nowhere/Else', '2026-11-01'],
  ])('at %s in %s: %s', (instant, zone, day) => {
    expect(dayIn({ zone, instant })).toBe(day)
  })

  it('are correct in each time zone, also with more zones than the cache holds', () => {
    const instant = '2026-11-20T23:30:00Z'
    const zones = Intl.supportedValuesOf('timeZone')
    expect(zones.length).toBeGreaterThan(200)
    for (const zone of [...zones, ...zones.toReversed()])
      expect(dayIn({ zone, instant }), zone).toBe(
        new Date(instant).toLocaleDateString('sv', { timeZone: zone }),
      )
  })
})
