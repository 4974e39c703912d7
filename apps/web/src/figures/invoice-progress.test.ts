import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_INVOICES, invoiceRow, money, TODAY, UNCOUNTED } from '#testing/figure-rows.ts'
import { buildInvoiceProgress } from './invoice-progress.ts'

const about = { today: TODAY, timezone: 'America/Toronto', partial: false }
const sent = (id: string, lastSentAt: string, change: Partial<ReturnType<typeof invoiceRow>> = {}) =>
  invoiceRow({ id, lastSentAt, ...change })

describe('the invoice status timeline', () => {
  it('counts each step separately: a paid invoice need not have been viewed', () => {
    const model = buildInvoiceProgress(
      [
        sent('1', '2026-11-02T10:00:00Z', { lastViewedAt: '2026-11-02T10:00:00Z' }),
        sent('2', '2026-11-02T10:00:00Z', { lastViewedAt: '2026-11-02T09:59:59Z' }),
        sent('3', '2026-11-02T10:00:00Z', { amountDue: money(0), dueDate: TODAY }),
        invoiceRow({ id: '4' }),
      ],
      about,
    )
    expect(model).toMatchObject({
      form: 'full',
      steps: { sent: 3, opened: 1, due: 1, paid: 1 },
      waiting: 1,
      paidUnopened: 1,
    })
  })

  it.each([
    ['a second before the first of ninety days in Toronto', '2026-08-23T03:59:59Z', 0],
    ['when that day begins there', '2026-08-23T04:00:00Z', 1],
    ['in the last minute of today there', '2026-11-21T04:59:59Z', 1],
    ['tomorrow there', '2026-11-21T05:00:00Z', 0],
  ])('covers the last ninety days of the business: an invoice sent %s', (_name, instant, count) => {
    expect(buildInvoiceProgress([sent('1', instant)], about).steps.sent).toBe(count)
  })

  it('is empty if nothing was sent', () => {
    expect(buildInvoiceProgress([invoiceRow({ id: '1' })], about).form).toBe('empty')
  })

  it('never counts more invoices on a step than were sent, in any order, without drafts', () => {
    fc.assert(
      fc.property(ANY_INVOICES, (rows) => {
        const whole = buildInvoiceProgress(rows, about)
        for (const count of Object.values(whole.steps)) expect(count).toBeLessThanOrEqual(whole.steps.sent)
        expect(buildInvoiceProgress(rows.toReversed(), about)).toEqual(whole)
        const draft = UNCOUNTED.slice(0, 1).map((row) => ({ ...row, lastSentAt: `${TODAY}T12:00:00Z` }))
        const { excluded, ...rest } = buildInvoiceProgress([...rows, ...draft], about)
        expect({ ...rest, excluded: whole.excluded }).toEqual(whole)
        expect(excluded.drafts).toBe(1)
      }),
    )
  })
})
