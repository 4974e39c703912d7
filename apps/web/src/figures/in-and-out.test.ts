import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildInAndOut, buildInFromPayments, type PaidOnDay } from './in-and-out.ts'
import { NOTHING_EXCLUDED } from './picture-facts.ts'

const TODAY = '2026-11-20'
const FROM = '2025-12-01'
type Input = Parameters<typeof buildInAndOut>[0]
const day = (date: string, received: string, spent: string, moved = '0') => ({
  ...{ date, received, spent, moved },
  balance: '0',
})
const build = (change: Partial<Input> = {}) =>
  buildInAndOut({
    cashFrom: FROM,
    openingMinor: 1,
    days: [],
    transactions: 5,
    today: TODAY,
    exponent: 2,
    ...change,
  })
const drawn = (change: Partial<Input> = {}) => {
  const model = build(change)
  if (model.form === 'empty' || model.form === 'unavailable') throw new Error(model.form)
  return model
}
const MONTHS = [
  ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
  ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
]

describe('money in and out', () => {
  it('is added up by the month in each date', () => {
    const { months } = drawn({
      days: [
        day('2026-10-31', '10.00', '1.00'),
        day('2026-11-01', '5.00', '2.50'),
        day('2026-11-20', '0', '1'),
      ],
    })
    expect(months.map(({ month }) => month)).toEqual(MONTHS)
    expect(months.slice(-2)).toEqual([
      { month: '2026-10', inMinor: 1_000, outMinor: 100 },
      { month: '2026-11', inMinor: 500, outMinor: 350 },
    ])
  })

  it('reports transfers between own accounts, and ignores transactions dated tomorrow', () => {
    const { months, movedMinor } = drawn({
      days: [
        day('2025-11-30', '0', '0', '5.00'),
        day('2026-11-02', '200.00', '20.00', '100.00'),
        day('2026-11-21', '7.00', '0', '3.00'),
      ],
    })
    expect(months.at(-1)).toEqual({ month: '2026-11', inMinor: 20_000, outMinor: 2_000 })
    expect(movedMinor).toBe(10_000)
  })

  it('is unknown rather than zero before the first row of books that began within the period', () => {
    const { months } = drawn({ openingMinor: 0, days: [day('2026-09-15', '1', '0')] })
    expect(months.filter(({ inMinor }) => inMinor === null).map(({ month }) => month)).toEqual(
      MONTHS.slice(0, 9),
    )
    expect(months.slice(9).map(({ inMinor }) => inMinor)).toEqual([100, 0, 0])
  })

  it('is compared with the same days of the previous month only', () => {
    const days = [
      day('2026-10-20', '1.00', '0.10'),
      day('2026-10-21', '100.00', '100.00'),
      day('2026-11-20', '3', '2'),
    ]
    expect(drawn({ days }).sameDaysBefore).toEqual({ inMinor: 100, outMinor: 10 })
    expect(drawn({ days, openingMinor: 0 })).not.toHaveProperty('sameDaysBefore')
  })

  it('is young if all rows are in one month, and empty without rows', () => {
    expect(build({ openingMinor: 0, days: [day('2026-11-02', '1', '0')] }).form).toBe('young')
    expect(build({ openingMinor: 0, days: [day('2026-10-31', '1', '0')] }).form).toBe('full')
    expect(build({ openingMinor: 0 }).form).toBe('empty')
  })

  it('shows only months that the period contains completely', () => {
    expect(drawn({ cashFrom: '2026-08-02' }).months.map(({ month }) => month)).toEqual(MONTHS.slice(9))
  })

  it('has month totals that equal the sum of the days, in any order', () => {
    const row = fc.record({
      at: fc.integer({ min: 0, max: 11 }),
      date: fc.integer({ min: 1, max: 20 }),
      received: fc.nat(1e9),
      spent: fc.nat(1e9),
    })
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const days = rows.map(({ at, date, received, spent }) =>
          day(`${MONTHS[at] ?? ''}-${String(date).padStart(2, '0')}`, `${received}`, `${spent}`),
        )
        const forward = drawn({ days, exponent: 0 })
        expect(drawn({ days: days.toReversed(), exponent: 0 })).toEqual(forward)
        const sum = (side: 'inMinor' | 'outMinor') =>
          forward.months.reduce((total, month) => total + (month[side] ?? 0), 0)
        expect(sum('inMinor')).toBe(rows.reduce((total, { received }) => total + received, 0))
        expect(sum('outMinor')).toBe(rows.reduce((total, { spent }) => total + spent, 0))
      }),
    )
  })
})

describe('money in from invoices', () => {
  const of = (payments: readonly PaidOnDay[]) =>
    buildInFromPayments({
      payments,
      window: FROM,
      today: TODAY,
      facts: { from: { payments: 3 }, excluded: NOTHING_EXCLUDED, partial: false },
    })

  it('is payments minus refunds, without money out', () => {
    const model = of([
      { day: '2026-10-05', minor: 5_000 },
      { day: '2026-10-30', minor: -2_000 },
      { day: '2026-11-21', minor: 100 },
    ])
    expect(model).toMatchObject({ form: 'full', source: 'payments' })
    if (model.form !== 'full') throw new Error(model.form)
    expect(model.months.at(-2)).toEqual({ month: '2026-10', inMinor: 3_000, outMinor: null })
    expect(model.months.at(-1)).toEqual({ month: '2026-11', inMinor: 0, outMinor: null })
    expect(model.months.at(-3)?.inMinor).toBeNull()
  })

  it('is empty if nothing was paid', () => {
    expect(of([])).toMatchObject({ form: 'empty', source: 'payments' })
  })
})
