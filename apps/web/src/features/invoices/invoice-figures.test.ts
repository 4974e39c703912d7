import { describe, expect, it } from 'vitest'
import { countedPayments, invoiceJourney, type OneInvoice } from './invoice-figures.ts'

const payment = (paymentDate: string | null, active: boolean | null = true) => ({ paymentDate, active })
const invoice = (change: object = {}) =>
  ({
    ...{ createdAt: '2026-10-01T10:00:00Z', lastSentAt: null, lastViewedAt: null },
    ...{ dueDate: '2026-11-01', status: 'SAVED', payments: [], ...change },
  }) as unknown as OneInvoice
const dayPaid = (change: object) => invoiceJourney(invoice(change)).find(({ kind }) => kind === 'paid')?.at

describe('the payments of an invoice', () => {
  it('are those that were not taken back; what does not say counts', () => {
    const payments = [payment('2026-10-02'), payment('2026-10-03', false), null, payment('2026-10-04', null)]
    expect(countedPayments(invoice({ payments }))?.map(({ paymentDate }) => paymentDate)).toEqual([
      ...['2026-10-02', '2026-10-04'],
    ])
  })

  it('are not known when they did not come, which is another thing than none', () => {
    expect(countedPayments(invoice({ payments: null }))).toBeUndefined()
    expect(countedPayments(invoice())).toEqual([])
  })
})

describe('the way of an invoice', () => {
  it('has its five steps in their order, without a time for those it has not taken', () => {
    expect(invoiceJourney(invoice())).toEqual([
      { kind: 'created', at: { instant: '2026-10-01T10:00:00Z' } },
      { kind: 'sent', at: undefined },
      { kind: 'opened', at: undefined },
      { kind: 'due', at: { day: '2026-11-01' } },
      { kind: 'paid', at: undefined },
    ])
  })

  it('tells of an opening before the last sending', () => {
    const [, sent, opened] = invoiceJourney(
      invoice({ lastSentAt: '2026-10-09T10:00:00Z', lastViewedAt: '2026-10-03T10:00:00Z' }),
    )
    expect([sent?.at, opened?.at]).toEqual([
      { instant: '2026-10-09T10:00:00Z' },
      { instant: '2026-10-03T10:00:00Z' },
    ])
  })

  it('ends on the day of the last payment that counts, whatever their order', () => {
    const payments = [payment('2026-10-20'), payment('2026-10-25', false), payment('2026-10-09')]
    for (const status of ['PAID', 'OVERPAID'])
      expect(dayPaid({ status, payments })).toEqual({ day: '2026-10-20' })
  })

  it.each([
    ['PARTIAL', [payment('2026-10-20')]],
    ['PAID', []],
    ['PAID', null],
    ['PAID', [payment(null)]],
  ])('does not end where no day is known: %s %j', (status, payments) => {
    expect(dayPaid({ status, payments })).toBeUndefined()
  })
})
