import { describe, expect, it } from 'vitest'
import { invoiceRow, payment, TODAY } from '#testing/figure-rows.ts'
import { buildMoneyIn, type PaidInvoices } from './money-in.ts'

const about = { window: '2025-12-01', today: TODAY, currency: { code: 'CAD', exponent: 2 } }
const build = (change: Partial<PaidInvoices> = {}) =>
  buildMoneyIn({ rows: [], payments: new Map(), isPart: false, ...change }, about)
const rows = [invoiceRow({ id: 'a' }), invoiceRow({ id: 'b' })]
const inOctober = (model: ReturnType<typeof build>) => {
  if (model.form === 'empty' || model.form === 'unavailable') throw new Error(model.form)
  return model.months.at(-2)?.inMinor
}

describe('money in from invoices, without transactions', () => {
  it('is payments minus refunds, without deleted payments', () => {
    const payments = new Map([
      ['a', [payment('2026-10-05', '50.00'), { ...payment('2026-10-06', '9'), active: false }]],
      ['b', [payment('2026-10-30', '-20.00')]],
    ])
    const model = build({ rows: [...rows, rows[0] ?? invoiceRow({ id: 'a' })], payments })
    expect(inOctober(model)).toBe(3_000)
    expect(model).toMatchObject({ source: 'payments', from: { payments: 2 }, partial: false })
  })

  it('converts payments in other currencies at their own rate, marked as approximate', () => {
    const foreign = ['x', 'y'].map((id) => invoiceRow({ id, currency: { code: 'EUR', exponent: 2 } }))
    const payments = new Map([
      ['a', [payment('2026-10-05', '50.00')]],
      ['x', [{ ...payment('2026-10-05', '7.00'), exchangeRate: '1.5' }]],
      ['y', []],
    ])
    const model = build({ rows: [...rows.slice(0, 1), ...foreign], payments })
    expect(inOctober(model)).toBe(6_050)
    expect(model).toMatchObject({ isAbout: true, partial: false })
  })

  it('is a minimum if the rate of a payment is unknown', () => {
    const foreign = invoiceRow({ id: 'x', currency: { code: 'EUR', exponent: 2 } })
    const payments = new Map([
      ['a', [payment('2026-10-05', '50.00')]],
      ['x', [payment('2026-10-05', '7.00')]],
    ])
    const model = build({ rows: [...rows.slice(0, 1), foreign], payments })
    expect(inOctober(model)).toBe(5_000)
    expect(model).toMatchObject({ partial: true })
  })

  it.each([
    ['invoices are missing', { isPart: true }, []],
    ['the payments of an invoice did not come', { rows }, []],
    ['a payment does not say its day', {}, [{ ...payment('2026-10-01', '1'), paymentDate: null }]],
    ['a payment does not say how much', {}, [{ ...payment('2026-10-01', '1'), amount: null }]],
  ])('is a minimum if %s', (_when, change, unread) => {
    const payments = new Map([['a', [payment('2026-10-05', '50.00'), ...unread]]])
    const model = build({ rows: rows.slice(0, 1), payments, ...change })
    expect(inOctober(model)).toBe(5_000)
    expect(model).toMatchObject({ partial: true })
  })

  it('is unavailable rather than zero if no payments were read', () => {
    expect(build({ rows })).toEqual({ form: 'unavailable', why: 'failed', source: 'payments' })
    expect(build()).toMatchObject({ form: 'empty', source: 'payments' })
  })
})
