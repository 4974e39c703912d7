import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildProfit, type ProfitMonthRow } from './profit.ts'

const row = (month: string, income: number, expenses: number): ProfitMonthRow => ({
  month: `${month}-01`,
  income: `${income}`,
  expenses: `${expenses}`,
})
const build = (months: readonly ProfitMonthRow[], today = '2026-11-20') =>
  buildProfit({ months, basis: 'ACCRUAL', transactions: 7, today, exponent: 0 })
const drawn = (months: readonly ProfitMonthRow[], today?: string) => {
  const model = build(months, today)
  if (model.form === 'empty' || model.form === 'unavailable') throw new Error(model.form)
  return model
}

describe('profit by month', () => {
  it('is income minus costs of this calendar year', () => {
    const model = drawn([
      row('2025-12', 999, 1),
      row('2026-01', 100, 40),
      row('2026-02', 50, 80),
      row('2026-11', 30, 10),
    ])
    expect(model).toMatchObject({
      year: '2026',
      incomeMinor: 180,
      costsMinor: 130,
      profitMinor: 50,
      best: '2026-01',
    })
    expect(model.months.map(({ month, profitMinor }) => [month, profitMinor])).toEqual([
      ['2026-01', 60],
      ['2026-02', -30],
      ['2026-11', 20],
    ])
  })

  it('marks the earliest of the best months, and this month only if it is already better', () => {
    const months = [row('2026-09', 10, 0), row('2026-10', 10, 0)]
    expect(drawn([...months, row('2026-11', 10, 0)]).best).toBe('2026-09')
    expect(drawn([...months, row('2026-11', 99, 0)]).best).toBe('2026-11')
    expect(drawn([row('2026-10', 10, 0), row('2026-11', 99, 0)]).best).toBe('2026-11')
    expect(drawn([row('2026-10', 99, 0), row('2026-11', 10, 0)])).not.toHaveProperty('best')
    expect(drawn([row('2026-09', 0, 5), row('2026-10', 0, 9)])).not.toHaveProperty('best')
  })

  it('begins with the first month of the year that has transactions', () => {
    const model = drawn([row('2026-01', 0, 0), row('2026-02', 5, 0), row('2026-03', 0, 0)], '2026-03-09')
    expect(model.months.map(({ month }) => month)).toEqual(['2026-02', '2026-03'])
  })

  it('is young with one month, and empty without any', () => {
    expect(build([row('2026-10', 0, 0), row('2026-11', 5, 2)]).form).toBe('young')
    expect(build([row('2026-01', 5, 2)], '2026-01-31').form).toBe('young')
    expect(build([row('2025-12', 5, 2), row('2026-01', 0, 0)], '2026-01-01')).toMatchObject({
      form: 'empty',
      year: '2026',
    })
  })

  it('has a year total that equals the sum of its months, in any order', () => {
    const amount = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, amount), { minLength: 11, maxLength: 11 }), (amounts) => {
        const rows = amounts.map(([income, costs], index) =>
          row(`2026-${String(index + 1).padStart(2, '0')}`, income, costs),
        )
        const model = build(rows)
        expect(build(rows.toReversed())).toEqual(model)
        if (model.form === 'empty' || model.form === 'unavailable') return
        expect(model.profitMinor).toBe(model.incomeMinor - model.costsMinor)
        expect(model.months.reduce((sum, { profitMinor }) => sum + profitMinor, 0)).toBe(model.profitMinor)
      }),
    )
  })
})
