import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import {
  decimal,
  INVOICE,
  openOver,
  plainText,
  rowsOf,
  statusOf,
  textsOf,
  worldCases,
  written,
  writtenDay,
  writtenDays,
  type InvoiceWorld,
} from '#testing/detail-worlds.ts'
import { dayLate } from '#testing/worlds.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

/** Returns the answer of a provider with this invoice. */
function answerOf(invoice: InvoiceWorld) {
  const { currency, total, due, payments } = invoice
  const money = (minor: number) => ({ value: decimal(minor, currency) })
  const zero = money(0)
  return {
    business: {
      ...{ id: 'B', timezone: 'UTC', currency: { code: 'CAD' } },
      invoice: {
        ...{ id: 'i7', invoiceNumber: '7', title: 'Invoice', subhead: null, poNumber: null, memo: null },
        ...{ invoiceDate: '2026-05-05', dueDate: dayLate(invoice.daysLate), status: statusOf(invoice) },
        ...{ exchangeRate: '1.25', createdAt: '2026-05-05T10:00:00Z', modifiedAt: '2026-05-05T10:00:00Z' },
        lastSentAt: ['SENT', 'VIEWED'].includes(invoice.life) ? '2026-05-06T10:00:00Z' : null,
        lastViewedAt: invoice.life === 'VIEWED' ? '2026-05-07T10:00:00Z' : null,
        ...{ pdfUrl: 'https://harbour.example/i/7.pdf', viewUrl: 'https://harbour.example/i/7' },
        ...{ customer: { id: 'c1', name: 'Fern & Co' }, currency, items: [] },
        ...{ subtotal: money(total), discountTotal: zero, taxTotal: zero, total: money(total) },
        ...{ amountPaid: money(total - due), amountDue: money(due) },
        payments: invoice.arePaymentsRead
          ? payments.map(({ amount, isActive, day }, place) => ({
              ...{ id: `p${place}`, paymentDate: day, amount: decimal(amount, currency), memo: null },
              ...{ paymentMethod: 'CASH', active: isActive, transactionType: 'PAYMENT' },
            }))
          : null,
      },
    },
  }
}

/** Returns the expected summary of an invoice from its amounts and due date alone. */
function expectedLede(invoice: InvoiceWorld): string {
  const { currency, life, total, due, daysLate } = invoice
  const state = { DRAFT: 'Draft', SAVED: 'Not sent', SENT: 'Sent', VIEWED: 'Opened' }[life]
  if (life === 'DRAFT') return 'Draft'
  if (invoice.isStrange) return 'Other status'
  if (due === 0) return 'Paid'
  if (total >= 0 && due < 0) return 'Overpaid'
  if (due < 0) return due < total ? 'Overpaid' : due === total ? (state ?? '') : 'Partly paid'
  const when =
    daysLate > 0
      ? writtenDays(daysLate)
      : daysLate === 0
        ? 'due today'
        : `due ${writtenDay(dayLate(daysLate))}`
  return `${written(due, currency)} ${when}`
}

function expectedSums({ currency, life, total, due }: InvoiceWorld): readonly (readonly string[])[] {
  const say = (minor: number) => written(minor, currency)
  const sums = [
    ['Subtotal', say(total)],
    ['Total', say(total)],
  ]
  if (life === 'DRAFT') return sums
  const left = due > 0 ? 'Left to pay' : total < 0 ? 'Left to pay back' : 'Overpaid'
  return [
    ...sums,
    ...(total === due ? [] : [['Paid so far', say(total - due)]]),
    ...(due === 0 ? [] : [[left, say(Math.abs(due))]]),
  ]
}

function expectedPayments({ arePaymentsRead, payments, currency }: InvoiceWorld) {
  const active = payments.filter(({ isActive }) => isActive)
  if (!arePaymentsRead) return { rows: [], buttons: [], note: 'Didn’t load' }
  return {
    rows: active.map(({ amount, day }) => `${writtenDay(day)}Cash${written(amount, currency)}`),
    // Whole amounts on a button have no cents.
    buttons: active.map(
      ({ amount }) => `Delete the payment of ${written(amount, currency).replace(/\.0+$/, '')}`,
    ),
    note: active.length === 0 ? 'No payments yet.' : undefined,
  }
}

/** Returns the expected text of the paid step: the last day since which no amount has been open. */
function expectedPaidStep({ life, total, due, payments, arePaymentsRead }: InvoiceWorld): string {
  if (life === 'DRAFT' || (total < 0 ? due < 0 : due > 0)) return 'Not yet'
  if (!arePaymentsRead) return '–'
  const active = payments.filter(({ isActive }) => isActive)
  const isOpenAfter = (count: number) => {
    const left = active.slice(0, count).reduce((sum, { amount }) => sum - amount, total)
    return total < 0 ? left < 0 : left > 0
  }
  for (let count = active.length; count > 0; count -= 1)
    if (isOpenAfter(count - 1)) return writtenDay(active[count - 1]?.day ?? '')
  return active[0] === undefined ? '–' : writtenDay(active[0].day)
}

describe('the invoice page', () => {
  it('shows the due, paid and overpaid amounts and their dates, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(INVOICE, async (invoice) => {
        await openOver(bff, '/invoices/i7', () => answerOf(invoice))
        expect(textsOf('h1')).toEqual(['Invoice 7'])
        expect(plainText(document.querySelector('.lede'))).toBe(`Fern & Co · ${expectedLede(invoice)}`)
        expect(rowsOf('.detail-ledger tfoot tr')).toEqual(expectedSums(invoice))
        const payments = expectedPayments(invoice)
        expect(textsOf('.entries li')).toEqual(payments.rows)
        const main = plainText(document.querySelector('main'))
        expect(main.includes('No payments yet.')).toBe(payments.note === 'No payments yet.')
        expect(main.includes('Didn’t load')).toBe(payments.note === 'Didn’t load')
        expect(main.includes('It doesn’t count until you approve it.')).toBe(invoice.life === 'DRAFT')
        const isForeign = invoice.currency.code !== 'CAD'
        expect(main.includes(`1 ${invoice.currency.code} is 1.25 CAD`)).toBe(isForeign)
        const sent = ['SENT', 'VIEWED'].includes(invoice.life) ? '6 May 2026' : 'Not yet'
        expect(textsOf('.actions .button-quiet')).toEqual(payments.buttons)
        expect(textsOf('.actions .button-danger')).toEqual(
          payments.note === 'No payments yet.' ? ['Delete'] : [],
        )
        expect(textsOf('.journey li')).toEqual([
          'Created5 May 2026',
          `Sent${sent}`,
          `Opened by the customer${invoice.life === 'VIEWED' ? '7 May 2026' : 'Not yet'}`,
          `Due${writtenDay(dayLate(invoice.daysLate))}`,
          `Paid in full${expectedPaidStep(invoice)}`,
        ])
      }),
      worldCases(400),
    )
  })
})
