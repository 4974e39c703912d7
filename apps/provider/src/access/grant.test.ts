import { describe, expect, it } from 'vitest'
import { daysSince, fillDays, recentSince } from './grant.ts'

const NOW = Date.UTC(2026, 2, 1, 0, 0, 0)

describe(recentSince, () => {
  it('is 29 days before today, by UTC', () => {
    expect(recentSince(NOW)).toBe('2026-01-31')
    expect(recentSince(NOW - 1)).toBe('2026-01-30')
  })
})

describe(daysSince, () => {
  it('begins with the day of the connection', () => {
    const days = fillDays([], NOW)
    expect(daysSince(days, NOW).map(({ day }) => day)).toEqual(['2026-03-01'])
    expect(daysSince(days, NOW - 1).map(({ day }) => day)).toEqual(['2026-02-28', '2026-03-01'])
    expect(daysSince(days, 0)).toHaveLength(30)
  })
})

describe(fillDays, () => {
  it('has 30 days, oldest first, today last, and zero where nothing happened', () => {
    const days = fillDays(
      [
        { day: '2026-03-01', calls: 3 },
        { day: '2026-01-31', calls: 1 },
        { day: '2026-01-30', calls: 9 },
      ],
      NOW,
    )
    expect(days).toHaveLength(30)
    expect([days[0], days[29]]).toEqual([
      { day: '2026-01-31', calls: 1 },
      { day: '2026-03-01', calls: 3 },
    ])
    expect(days.reduce((total, day) => total + day.calls, 0)).toBe(4)
  })
})
