import { describe, expect, it } from 'vitest'
import { buildOutlook, sameDaysBefore } from './headline.ts'
import type { Profit } from './profit.ts'

const TODAY = '2026-11-20'
const CURRENCY = { code: 'CAD', exponent: 2 }
const due = (dueDate: string, minor = 100) => ({
  ...{ id: dueDate, invoiceNumber: dueDate, status: 'SENT', dueDate, currency: CURRENCY },
  amountDue: { minorUnitValue: `${minor}` },
})
const profitOf = (month: string, profitMinor: number) =>
  ({ form: 'young', months: [{ month, profitMinor }] }) as unknown as Profit
const NONE: Profit = { form: 'unavailable', why: 'failed' }
const build = (about: Partial<Parameters<typeof buildOutlook>[0]>) =>
  buildOutlook({
    ...{ today: TODAY, currency: CURRENCY, profit: NONE, before: [], open: [], isPart: false, repeating: [] },
    ...about,
  })

describe('sameDaysBefore', () => {
  it.each([
    ['2026-11-20', '2026-10-01', '2026-10-20'],
    ['2026-11-01', '2026-10-01', '2026-10-01'],
    ['2026-12-31', '2026-11-01', '2026-11-30'],
    ['2026-03-30', '2026-02-01', '2026-02-28'],
    ['2028-03-30', '2028-02-01', '2028-02-29'],
    ['2027-01-15', '2026-12-01', '2026-12-15'],
  ])('compares %s with the days from %s to %s', (today, from, to) => {
    expect(sameDaysBefore(today)).toEqual({ beforeFrom: from, beforeTo: to })
  })
})

describe('the outlook', () => {
  it('adds up the amounts due today and in the next thirteen days', () => {
    const open = [due('2026-11-19'), due('2026-11-20', 2), due('2026-12-03', 3), due('2026-12-04')]
    expect(build({ open }).due).toEqual({ minor: 5, atLeast: false, isAbout: false })
  })

  it('adds up repeating outgoing payments of today and the next thirteen days', () => {
    const weekly = { cadence: 'weekly', onDay: 5, minor: -100, lastSeen: '2026-11-13' } as const
    const rent = { cadence: 'monthly', onDay: 3, minor: -2400, lastSeen: '2026-11-03' } as const
    const late = { ...rent, onDay: 4, minor: -90_000, lastSeen: '2026-11-04' }
    const income = { ...rent, minor: 50_000 }
    // Weekly on 20 and 27 November, rent on 3 December; a payment on 4 December is too late.
    expect(build({ repeating: [weekly, rent, late, income] }).goes).toEqual({ minor: 2600 })
    expect(build({ repeating: [late, income] })).not.toHaveProperty('goes')
  })

  it('is "at least" only if no later invoice was read, and then never claims that nothing is due', () => {
    const soon = due('2026-12-03', 3)
    expect(build({ open: [soon], isPart: true }).due).toMatchObject({ minor: 3, atLeast: true })
    expect(build({ open: [soon, due('2026-12-04')], isPart: true }).due).toMatchObject({
      minor: 3,
      atLeast: false,
    })
    expect(build({ open: [due('2026-11-01')], isPart: true }).due).toBeNull()
    expect(build({ open: undefined }).due).toBeNull()
  })

  it('compares the profit of this month with the same days of the previous month', () => {
    const before = [{ month: '2026-10-01', income: '9.00', expenses: '4.50' }]
    expect(build({ profit: profitOf('2026-11', 700), before }).profit).toEqual({
      since: '2026-11-01',
      minor: 700,
      beforeMinor: 450,
    })
    // No transactions in this month yet.
    expect(build({ profit: profitOf('2026-09', 700), before }).profit).toMatchObject({ minor: 0 })
  })

  it('has no profit if that of either month was not read', () => {
    expect(build({ profit: profitOf('2026-11', 700), before: undefined }).profit).toBeNull()
    expect(build({ profit: NONE }).profit).toBeNull()
  })
})
