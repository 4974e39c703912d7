import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_INVOICES, invoiceRow, money, TODAY, UNCOUNTED } from '#testing/figure-rows.ts'
import { buildUpcomingPayments } from './upcoming-payments.ts'

const about = { today: TODAY, currency: { code: 'CAD', exponent: 2 }, habits: [], partial: false }
const due = (id: string, dueDate: string, minor = 10_000) =>
  invoiceRow({ id, dueDate, amountDue: money(minor) })

describe('upcoming payments', () => {
  it.each([
    ['due today', '2026-11-20', 0],
    ['due tomorrow', '2026-11-21', 1],
    ['due in sixty days', '2027-01-19', 1],
    ['due in sixty-one days', '2027-01-20', 0],
  ])('count an invoice %s: %s', (_name, dueDate, count) => {
    const model = buildUpcomingPayments([due('1', dueDate)], about)
    expect(model.rows).toHaveLength(count)
    expect(model.form).toBe(count === 0 ? 'empty' : 'full')
    expect(model.until).toBe('2027-01-19')
  })

  it('omit paid and overpaid invoices', () => {
    const rows = [due('1', '2026-12-01', 0), due('2', '2026-12-01', -5), due('3', '2026-12-01', 1)]
    expect(buildUpcomingPayments(rows, about)).toMatchObject({ totalMinor: 1, from: { invoices: 1 } })
  })

  it('are expected after the customer’s usual delay, and never before today', () => {
    const rows = [due('1', '2026-11-22'), due('2', '2026-12-01')]
    const expectedOf = (median: number) =>
      buildUpcomingPayments(rows, { ...about, habits: [{ customerId: 'fern', median }] }).rows.map(
        ({ expectedDate }) => expectedDate,
      )
    expect(expectedOf(9)).toEqual(['2026-12-01', '2026-12-10'])
    expect(expectedOf(-5)).toEqual(['2026-11-20', '2026-11-26'])
    expect(expectedOf(0)).toEqual([null, null])
  })

  it('name the late-paying customer with the largest amount', () => {
    const rows = [
      { ...due('1', '2026-12-01', 900), customer: { id: 'larch', name: 'Larch' } },
      due('2', '2026-12-01', 500),
      due('3', '2026-12-02', 500),
    ]
    const habits = [
      { customerId: 'larch', median: 2 },
      { customerId: 'fern', median: 9 },
    ]
    expect(buildUpcomingPayments(rows, { ...about, habits }).usual).toEqual({
      customer: 'Fern & Co',
      daysLate: 9,
    })
    expect(
      buildUpcomingPayments(rows, { ...about, habits: [{ customerId: 'fern', median: -3 }] }).usual,
    ).toBeNull()
  })

  it('draw circles with an area in proportion to the amount, and put overlapping ones on another level', () => {
    const rows = [due('large', '2026-12-01', 40_000), due('small', '2026-12-02', 10_000)]
    expect(buildUpcomingPayments(rows, about)).toMatchObject({
      levels: 2,
      dots: [
        { id: 'large', day: 11, radius: 14, level: 0 },
        { id: 'small', day: 12, radius: 7, level: 1 },
      ],
    })
  })

  it('draw no expected date after the end of the chart', () => {
    const model = buildUpcomingPayments([due('1', '2027-01-15')], {
      ...about,
      habits: [{ customerId: 'fern', median: 30 }],
    })
    expect(model.rows[0]?.expectedDate).toBe('2027-02-14')
    expect(model.dots[0]?.expectedDay).toBeNull()
  })

  it('add up to the total in any order, and ignore excluded invoices except in their count', () => {
    fc.assert(
      fc.property(ANY_INVOICES, (rows) => {
        const whole = buildUpcomingPayments(rows, about)
        expect(whole.rows.reduce((sum, { minor }) => sum + minor, 0)).toBe(whole.totalMinor)
        expect(whole.dots.map(({ id }) => id).toSorted()).toEqual(whole.rows.map(({ id }) => id).toSorted())
        expect(buildUpcomingPayments(rows.toReversed(), about)).toEqual(whole)
        expect({
          ...buildUpcomingPayments([...rows, ...UNCOUNTED], about),
          excluded: whole.excluded,
        }).toEqual(whole)
      }),
    )
  })
})
