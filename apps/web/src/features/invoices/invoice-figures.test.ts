import { describe, expect, it } from 'vitest'
import { countedPayments, invoiceTimeline, type OneInvoice } from './invoice-figures.ts'

const payment = (paymentDate: string | null, active: boolean | null = true, amount = '60.00') => ({
  paymentDate,
  active,
  amount,
})
const invoice = (change: object = {}) =>
  ({
    ...{ createdAt: '2026-10-01T10:00:00Z', lastSentAt: null, lastViewedAt: null },
    ...{ dueDate: '2026-11-01', status: 'SAVED', payments: [], currency: { code: 'CAD', exponent: 2 } },
    ...{ total: { value: '100.00' }, amountDue: { value: '100.00' }, ...change },
  }) as unknown as OneInvoice
const dayPaid = (change: object) =>
  invoiceTimeline(invoice(change)).find(({ kind }) => kind === 'paidStep')?.at

describe('the counted payments of an invoice', () => {
  it('omit deleted payments, and include payments without a status', () => {
    const payments = [payment('2026-10-02'), payment('2026-10-03', false), null, payment('2026-10-04', null)]
    expect(countedPayments(invoice({ payments }))?.map(({ paymentDate }) => paymentDate)).toEqual([
      ...['2026-10-02', '2026-10-04'],
    ])
  })

  it('are unknown if they were not read, which differs from none', () => {
    expect(countedPayments(invoice({ payments: null }))).toBeUndefined()
    expect(countedPayments(invoice())).toEqual([])
  })
})

describe('the timeline of an invoice', () => {
  it('has five steps in order, without a time for those that have not happened', () => {
    expect(invoiceTimeline(invoice())).toEqual([
      { kind: 'created', at: { instant: '2026-10-01T10:00:00Z' } },
      { kind: 'sent', at: undefined },
      { kind: 'opened', at: undefined },
      { kind: 'dueStep', at: { day: '2026-11-01' } },
      { kind: 'paidStep', at: undefined },
    ])
  })

  it('shows that the invoice was viewed before it was last sent', () => {
    const [, sent, opened] = invoiceTimeline(
      invoice({ lastSentAt: '2026-10-09T10:00:00Z', lastViewedAt: '2026-10-03T10:00:00Z' }),
    )
    expect([sent?.at, opened?.at]).toEqual([
      { instant: '2026-10-09T10:00:00Z' },
      { instant: '2026-10-03T10:00:00Z' },
    ])
  })

  it.each([
    ['the last payment that counts, whatever their order', '100.00', ['20', '25 deleted', '09'], '20'],
    ['the payment that left nothing to pay, before an overpayment', '50.00', ['20', '09'], '09'],
    ['the last payment after one was paid back', '60.00', ['09', '12 back', '20'], '20'],
  ])('ends on the day of %s', (_which, total, days, expected) => {
    const payments = days.map((day) =>
      payment(
        `2026-10-${day.slice(0, 2)}`,
        !day.endsWith('deleted'),
        day.endsWith('back') ? '-60.00' : '60.00',
      ),
    )
    const about = { total: { value: total }, amountDue: { value: '0.00' }, payments }
    expect(dayPaid(about)).toEqual({ day: `2026-10-${expected}` })
  })

  it('does not end while an amount is left to pay or to pay back', () => {
    expect(dayPaid({ amountDue: { value: '40.00' }, payments: [payment('2026-10-20')] })).toBeUndefined()
    expect(dayPaid({ total: { value: '-100.00' }, amountDue: { value: '-40.00' } })).toBeUndefined()
  })

  it.each([[[]], [null], [[payment(null)]]])(
    'ends on an unknown day if the payments are missing: %j',
    (payments) => {
      expect(dayPaid({ amountDue: { value: '0.00' }, payments })).toEqual({ day: null })
    },
  )
})
