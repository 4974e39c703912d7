import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import {
  AMOUNT,
  counted,
  CURRENCY,
  DAYS_LATE,
  decimal,
  openOver,
  plainText,
  rowsOf,
  textsOf,
  worldCases,
  written,
  writtenDay,
} from '#testing/detail-worlds.ts'
import { dayLate } from '#testing/worlds.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

const STATUSES: Readonly<Record<string, string>> = {
  ...{ DRAFT: 'Draft', APPROVED: 'Not sent', SENT: 'Sent', VIEWED: 'Opened', ACCEPTED: 'Accepted' },
  ...{ REJECTED: 'Rejected', EXPIRED: 'Expired', CONVERTED: 'Invoiced', NEW_STATUS: 'Other status' },
}
const ESTIMATE = fc.record({
  ...{ currency: CURRENCY, status: fc.constantFrom(...Object.keys(STATUSES)) },
  ...{
    total: fc.oneof(AMOUNT, fc.constant(0)),
    discount: fc.constantFrom(0, 1),
    taxes: fc.constantFrom(0, 3),
  },
  ...{ deposit: fc.constantFrom(0, 0, 500), depositPaid: fc.constantFrom(0, 200, 500), until: DAYS_LATE },
  ...{ sent: fc.option(fc.nat(90)), opened: fc.option(fc.nat(90)) },
})
type World = typeof ESTIMATE extends fc.Arbitrary<infer Each> ? Each : never

function nodeOf({ currency, sent, opened, ...estimate }: World, place: number) {
  const money = (minor: number) => ({ value: decimal(minor, currency), currency })
  const instant = (days: number | null) => (days === null ? null : `${dayLate(days)}T12:00:00Z`)
  return {
    ...{ id: `e${place}`, estimateNumber: `${place}`, status: estimate.status, poNumber: null, memo: null },
    ...{ estimateDate: '2026-05-05', dueDate: dayLate(estimate.until), createdAt: '2026-05-05T10:00:00Z' },
    ...{ lastSentAt: instant(sent), lastViewedAt: instant(opened), items: [], currency },
    ...{ pdfUrl: 'https://harbour.example/e.pdf', viewUrl: 'https://harbour.example/e' },
    ...{ customer: { id: 'c1', name: 'Fern & Co' }, subtotal: money(estimate.total) },
    ...{ discountTotal: money(estimate.discount), taxTotal: money(estimate.taxes) },
    total: money(estimate.total - estimate.discount + estimate.taxes),
    ...{ depositTotal: money(estimate.deposit), amountPaid: money(estimate.depositPaid) },
  }
}

describe('the estimate page', () => {
  it('shows status, dates, amounts and deposit, and never an amount owed, for random estimates', async () => {
    await fc.assert(
      fc.asyncProperty(ESTIMATE, async (world) => {
        const { currency, total, discount, taxes, sent, opened } = world
        await openOver(bff, '/estimates/e7', () => ({
          business: { id: 'B', timezone: 'UTC', estimate: nodeOf(world, 7) },
        }))
        const say = (minor: number) => written(minor, currency)
        expect(textsOf('h1')).toEqual(['Estimate 7'])
        expect(plainText(document.querySelector('.lede'))).toBe(`Fern & Co · ${STATUSES[world.status]}`)
        expect(rowsOf('.detail-ledger tfoot tr')).toEqual([
          ['Subtotal', say(total)],
          ...(discount === 0 ? [] : [['Discount', say(-discount)]]),
          ...(taxes === 0 ? [] : [['Taxes', say(taxes)]]),
          ['Total', say(total - discount + taxes)],
        ])
        const day = (days: number | null) => (days === null ? 'Not yet' : writtenDay(dayLate(days)))
        expect(textsOf('.row')).toEqual([
          'Date5 May 2026',
          `Valid until${writtenDay(dayLate(world.until))}`,
          `Sent${day(sent)}`,
          `Opened by the customer${day(opened)}`,
          ...(world.deposit === 0 ? [] : [`Deposit requested${say(world.deposit)}`]),
          ...(world.depositPaid === 0 ? [] : [`Deposit paid${say(world.depositPaid)}`]),
        ])
        const note = 'An estimate isn’t part of your books. A deposit paid on it is.'
        expect(plainText(document.querySelector('main')).includes(note)).toBe(true)
      }),
      worldCases(200),
    )
  })
})

describe('the estimate list', () => {
  it('shows the number of estimates, and the status and total of each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ESTIMATE, { maxLength: 6 }), fc.boolean(), async (rows, isMany) => {
        const totalCount = isMany && rows.length > 0 ? 100_000 : rows.length
        const edges = rows.map((row, place) => ({ node: nodeOf(row, place) }))
        await openOver(bff, '/estimates', () => ({
          business: { id: 'B', timezone: 'UTC', estimates: { pageInfo: { totalCount }, edges } },
        }))
        const empty = 'No estimates yet. When Northwind Trading writes one in Harbour, it shows here.'
        expect(textsOf('.list-empty')).toEqual(rows.length === 0 ? [empty] : [])
        expect(textsOf('.list-head strong')).toEqual(
          rows.length === 0 ? [] : [counted(totalCount, 'estimate')],
        )
        expect(rowsOf('.list tbody tr').map((cells) => cells.slice(-3))).toEqual(
          rows.map(({ currency, status, total, discount, taxes, until }) => [
            ...[writtenDay(dayLate(until)), STATUSES[status]],
            written(total - discount + taxes, currency),
          ]),
        )
      }),
      worldCases(200),
    )
  })
})
