import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_INVOICES, invoiceRow, money, payment, UNCOUNTED } from '#testing/figure-rows.ts'
import { buildHabits, findPaidDay, quantileOf } from './habits.ts'

const paidOn = (id: string, day: string) =>
  invoiceRow({ id, dueDate: '2026-06-30', payments: [payment(day, '113.00')] })

describe('a quantile', () => {
  it.each([
    [[7], 0.5, 7],
    [[1, 2], 0.5, 2],
    [[-2, -1], 0.5, -2],
    [[0, 10, 20, 30], 0.25, 8],
    [[30, 0, 20, 10], 0.75, 23],
    [[-1, 0], 0.5, -1],
    [[-3, 3], 0.5, 0],
  ])('of %j at %d is %d', (numbers, part, middle) => {
    expect(quantileOf(numbers, part)).toBe(middle)
  })
})

describe('the day an invoice was paid', () => {
  it('is that of the payment that left no open amount', () => {
    const row = invoiceRow({
      id: '1',
      payments: [payment('2026-07-09', '13'), payment('2026-07-02', '100.00')],
    })
    expect(findPaidDay(row)).toBe('2026-07-09')
  })

  it.each([
    ['nothing was paid', []],
    ['a cent is left', [payment('2026-07-02', '112.99')]],
    ['it was paid back', [payment('2026-07-02', '113'), payment('2026-07-05', '-1')]],
    ['the payment was deleted', [{ ...payment('2026-07-02', '113'), active: false }]],
    ['its payments were not read', null],
  ])('is unknown when %s', (_name, payments) => {
    expect(findPaidDay(invoiceRow({ id: '1', payments }))).toBeUndefined()
  })

  it('is the last one if the invoice was refunded and paid again', () => {
    const payments = [payment('2026-07-02', '113'), payment('2026-07-05', '-13'), payment('2026-07-20', '13')]
    expect(findPaidDay(invoiceRow({ id: '1', payments }))).toBe('2026-07-20')
  })

  it('does not change after a later overpayment', () => {
    const payments = [payment('2026-07-02', '113'), payment('2026-07-20', '5')]
    expect(findPaidDay(invoiceRow({ id: '1', payments }))).toBe('2026-07-02')
  })
})

describe('payment habits', () => {
  it('require three paid invoices', () => {
    const rows = [paidOn('1', '2026-07-02'), paidOn('2', '2026-07-09')]
    expect(buildHabits(rows, { partial: false })).toMatchObject({ form: 'empty', from: { invoices: 2 } })
    expect(buildHabits([...rows, paidOn('3', '2026-06-28')], { partial: false })).toMatchObject({
      form: 'full',
      rows: [
        {
          customer: 'Fern & Co',
          paid: 3,
          median: 2,
          quartile1: 0,
          quartile3: 6,
          earliest: -2,
          latest: 9,
        },
      ],
    })
  })

  it('include invoices in other currencies, since no amounts are added', () => {
    const foreign = { ...paidOn('3', '2026-07-02'), currency: { code: 'EUR' }, total: money(11_300, 'EUR') }
    const rows = [paidOn('1', '2026-07-02'), paidOn('2', '2026-07-02'), foreign]
    expect(buildHabits(rows, { partial: false }).rows).toHaveLength(1)
  })

  it('are partial if the payments of one invoice were not read', () => {
    const rows = [paidOn('1', '2026-07-02'), invoiceRow({ id: '2', payments: null })]
    expect(buildHabits(rows, { partial: false }).partial).toBe(true)
  })

  it('begin with the latest payer, with quartiles in order', () => {
    fc.assert(
      fc.property(ANY_INVOICES, (rows) => {
        const { rows: habits } = buildHabits(rows, { partial: false })
        for (const [place, habit] of habits.entries()) {
          expect(habit.paid).toBeGreaterThanOrEqual(3)
          expect(habit.earliest).toBeLessThanOrEqual(habit.quartile1)
          expect(habit.quartile1).toBeLessThanOrEqual(habit.median)
          expect(habit.median).toBeLessThanOrEqual(habit.quartile3)
          expect(habit.quartile3).toBeLessThanOrEqual(habit.latest)
          expect(habits[place + 1]?.median ?? habit.median).toBeLessThanOrEqual(habit.median)
        }
      }),
    )
  })

  it('do not depend on the order of rows, and ignore drafts except in their count', () => {
    fc.assert(
      fc.property(ANY_INVOICES, (rows) => {
        const whole = buildHabits(rows, { partial: false })
        expect(buildHabits(rows.toReversed(), { partial: false })).toEqual(whole)
        const { excluded, ...rest } = buildHabits([...rows, ...UNCOUNTED.slice(0, 2)], { partial: false })
        const { excluded: before, ...same } = whole
        expect(rest).toEqual(same)
        expect(excluded.drafts).toBe(before.drafts + 1)
      }),
    )
  })
})
