import { describe, expect, it } from 'vitest'
import { addDays } from '#books/business-day.ts'
import { monthsOf, splitRange, type DayRange } from './report-days.ts'

const daysOf = ({ from, to }: DayRange) => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

describe(splitRange, () => {
  it.each([
    ['2026-01-01', '2026-12-31'],
    ['2024-02-29', '2024-03-01'],
    ['2026-01-31', '2026-02-28'],
    ['2026-01-02', '2026-02-28'],
    ['2026-01-01', '2026-01-30'],
    ['2026-01-05', '2026-01-05'],
    ['2026-01-31', '2026-02-01'],
    ['2025-12-15', '2026-03-15'],
    ['2026-11-30', '2027-01-01'],
  ])('covers every day from %s to %s once: whole months, and days at both ends', (from, to) => {
    const { head, months, tail } = splitRange({ from, to })
    const whole = months.from > months.to ? [] : monthsOf(months)
    const inMonths = whole.flatMap((month) =>
      daysOf({ from: month, to: addDays(month, 27) }).concat(
        daysOf({ from: addDays(month, 28), to: addDays(month, 30) }).filter((day) =>
          day.startsWith(month.slice(0, 7)),
        ),
      ),
    )
    expect([...daysOf(head), ...inMonths, ...daysOf(tail)]).toEqual(daysOf({ from, to }))
    for (const end of [head, tail]) expect(daysOf(end).length).toBeLessThan(31)
  })

  it('has no single days for whole months, and no months for a range within one', () => {
    const none = { from: '9999-12-31', to: '0001-01-01' }
    const year = { from: '2026-01-01', to: '2026-12-31' }
    expect(splitRange(year)).toEqual({
      ...{ days: year, head: none, tail: none },
      months: { from: '2026-01-01', to: '2026-12-01' },
    })
    const turn = { from: '2026-01-31', to: '2026-02-01' }
    expect(splitRange(turn)).toEqual({
      ...{ days: turn, months: none },
      head: { from: '2026-01-31', to: '2026-01-31' },
      tail: { from: '2026-02-01', to: '2026-02-01' },
    })
  })

  it('lists the months of a range', () => {
    expect(monthsOf({ from: '2025-12-31', to: '2026-02-01' })).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ])
    expect(monthsOf({ from: '2026-02-01', to: '2026-02-01' })).toEqual(['2026-02-01'])
  })
})
