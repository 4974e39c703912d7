import { describe, expect, it } from 'vitest'
import { invoiceRow, money, payment } from '#testing/figure-rows.ts'
import { buildSinceLastLook } from './since-last-look.ts'

const about = {
  since: '2026-11-17T15:00:00.000Z',
  now: '2026-11-20T12:00:00.000Z',
  timezone: 'America/Toronto',
  currency: { code: 'CAD', exponent: 2 },
}
const recordedAt = (createdAt: string, amount = '480.00') => ({ ...payment('2026-11-18', amount), createdAt })

describe('the changes since the last visit', () => {
  it('are undefined if nothing has changed', () => {
    expect(buildSinceLastLook([invoiceRow({ id: '1' })], about)).toBeUndefined()
  })

  it.each([
    ['at the very instant of the last look', '2026-11-17T15:00:00.000Z', false],
    ['a moment after it', '2026-11-17T15:00:00.001Z', true],
    ['after the reading', '2026-11-20T12:00:00.001Z', false],
  ])('contain only payments recorded since the last visit: %s', (_name, createdAt, isShown) => {
    const model = buildSinceLastLook([invoiceRow({ id: '1', payments: [recordedAt(createdAt)] })], about)
    expect(model?.paid.length ?? 0).toBe(isShown ? 1 : 0)
  })

  it('add up the payments of one customer in one currency, the most recent first', () => {
    const larch = { id: 'larch', name: 'Larch Ltd' }
    const model = buildSinceLastLook(
      [
        invoiceRow({
          id: '1',
          payments: [recordedAt('2026-11-18T10:00:00Z', '300'), recordedAt('2026-11-18T11:00:00Z', '180')],
        }),
        invoiceRow({
          id: '2',
          customer: larch,
          amountDue: money(0, 'EUR'),
          payments: [recordedAt('2026-11-19T10:00:00Z', '20.50')],
        }),
      ],
      about,
    )
    expect(model?.paid).toEqual([
      { customer: 'Larch Ltd', amount: { minor: 2_050, code: 'EUR', exponent: 2 } },
      { customer: 'Fern & Co', amount: { minor: 48_000, code: 'CAD', exponent: 2 } },
    ])
  })

  it('omit refunded and deleted payments', () => {
    const payments = [
      recordedAt('2026-11-18T10:00:00Z', '480'),
      recordedAt('2026-11-18T11:00:00Z', '-480'),
      { ...recordedAt('2026-11-18T12:00:00Z'), active: false },
    ]
    expect(buildSinceLastLook([invoiceRow({ id: '1', payments })], about)).toBeUndefined()
  })

  it.each([
    ['had passed before', '2026-11-16', false],
    ['was the day of the last look', '2026-11-17', true],
    ['was yesterday', '2026-11-19', true],
    ['is today', '2026-11-20', false],
  ])('contain only invoices whose due date passed since the last visit: it %s', (_name, dueDate, isShown) => {
    const model = buildSinceLastLook([invoiceRow({ id: '1', dueDate })], about)
    expect(model?.late).toEqual(
      isShown ? { invoices: 1, total: { minor: 11_300, code: 'CAD', exponent: 2 } } : undefined,
    )
  })

  it('contain no paid invoice and no draft as late', () => {
    const late = { dueDate: '2026-11-18' }
    const rows = [
      invoiceRow({ id: '1', ...late, amountDue: money(0) }),
      invoiceRow({ id: '2', ...late, status: 'DRAFT' }),
    ]
    expect(buildSinceLastLook(rows, about)).toBeUndefined()
  })

  it('convert an invoice at its own rate, or name its currency', () => {
    const euro = {
      dueDate: '2026-11-18',
      currency: { code: 'EUR', exponent: 2 },
      amountDue: money(1_000, 'EUR'),
    }
    const lateOf = (exchangeRate: string) =>
      buildSinceLastLook([invoiceRow({ id: '1', ...euro, exchangeRate })], about)?.late
    const own = { code: 'CAD', exponent: 2 }
    expect(lateOf('1.5')).toEqual({ invoices: 1, total: { ...own, minor: 1_500 }, isAbout: true })
    expect(lateOf('0')).toEqual({
      invoices: 1,
      total: { ...own, minor: 0, others: [{ code: 'EUR', exponent: 2, minor: 1_000 }] },
    })
  })

  it('contain viewed invoices, the most recent first', () => {
    const rows = [
      invoiceRow({ id: '1045', lastViewedAt: '2026-11-17T14:00:00Z' }),
      invoiceRow({ id: '1046', lastViewedAt: '2026-11-18T09:00:00Z' }),
      invoiceRow({ id: '1047', lastViewedAt: '2026-11-19T09:00:00Z' }),
    ]
    expect(buildSinceLastLook(rows, about)?.opened.map(({ number }) => number)).toEqual(['1047', '1046'])
  })
})
