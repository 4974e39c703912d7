import { describe, expect, it } from 'vitest'
import { daysOfPeriod, type PeriodName, readPeriodChoice } from './period.ts'

describe('the period in an address', () => {
  it('defaults to this month', () => {
    expect(readPeriodChoice('')).toEqual({ name: 'this-month' })
    expect(readPeriodChoice('?period=last-quarter')).toEqual({ name: 'last-quarter' })
  })

  it.each([
    ['period=next-year', 'unknown'],
    ['period=own', 'no_days'],
    ['period=own&from=2026-02-30&to=2026-03-01', 'no_days'],
    ['period=own&from=2026-2-3&to=2026-03-01', 'no_days'],
    ['period=own&from=0999-01-01&to=2026-03-01', 'no_days'],
    ['period=own&from=2026-03-02&to=2026-03-01', 'wrong_order'],
    ['period=own&from=2025-01-01&to=2026-01-02', 'too_long'],
  ])('%s is refused: %s', (search, fault) => expect(readPeriodChoice(search)).toEqual({ fault }))

  it('may be one day, or a leap year', () => {
    const own = (from: string, to: string) => readPeriodChoice(`period=own&from=${from}&to=${to}`)
    expect(own('2026-03-01', '2026-03-01')).toEqual({ name: 'own', from: '2026-03-01', to: '2026-03-01' })
    expect(own('2028-01-01', '2028-12-31')).not.toHaveProperty('fault')
  })
})

describe('the days of a period', () => {
  const days = (name: PeriodName, today: string) => {
    const period = daysOfPeriod({ name }, today)
    return 'fault' in period ? period.fault : [period.from, period.to, period.before.from, period.before.to]
  }

  it.each([
    ['this-month', '2026-11-20', '2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
    ['this-month', '2026-12-31', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30'],
    ['this-month', '2026-03-30', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['last-month', '2026-03-15', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['this-quarter', '2026-11-20', '2026-10-01', '2026-11-20', '2026-07-01', '2026-08-20'],
    ['this-quarter', '2027-01-01', '2027-01-01', '2027-01-01', '2026-10-01', '2026-10-01'],
    ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31', '2025-07-01', '2025-09-30'],
    ['this-year', '2028-02-29', '2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28'],
    ['this-year', '2029-02-28', '2029-01-01', '2029-02-28', '2028-01-01', '2028-02-29'],
    ['last-year', '2026-11-20', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
  ] as const)('for %s on %s are %s to %s, compared with %s to %s', (name, today, ...expected) =>
    expect(days(name, today)).toEqual(expected),
  )

  it('with own dates are compared with as many days directly before, and must have begun', () => {
    const own = { name: 'own', from: '2026-11-10', to: '2026-11-30' } as const
    expect(daysOfPeriod(own, '2026-11-10')).toEqual({
      ...{ from: '2026-11-10', to: '2026-11-30' },
      before: { from: '2026-10-20', to: '2026-11-09' },
    })
    expect(daysOfPeriod(own, '2026-11-09')).toEqual({ fault: 'to_come' })
  })
})
