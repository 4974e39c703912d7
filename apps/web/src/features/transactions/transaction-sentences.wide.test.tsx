import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { giveScreen, startFakeBff } from '#testing/app-fixture.ts'
import {
  counted,
  CURRENCY,
  decimal,
  openOver,
  rowsOf,
  textsOf,
  worldCases,
  written,
  writtenDay,
} from '#testing/detail-worlds.ts'
import { dayLate } from '#testing/worlds.ts'

const bff = startFakeBff()
beforeEach(() => giveScreen())

const KINDS: Readonly<Record<string, string>> = {
  ...{ DEPOSIT: 'Money in', WITHDRAWAL: 'Money out', INVOICE: 'Invoice', REVERSAL: 'Reversal' },
  ...{ INVOICE_PAYMENT: 'Invoice payment', NEW_KIND: 'Other type' },
}
const MINOR = fc.oneof(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.constantFrom(-1, 49))
/** Changes of the two cash accounts; null if the transaction affects neither. */
const ROW = fc.record({
  kind: fc.constantFrom(...Object.keys(KINDS)),
  daysAgo: fc.oneof(fc.integer({ min: -9, max: 90 }), fc.constantFrom(0, 1, 2)),
  till: fc.option(MINOR),
  bank: fc.option(MINOR),
})
const WORLD = fc.record({
  ...{ own: CURRENCY, before: MINOR, rows: fc.array(ROW, { maxLength: 7 }) },
  isMany: fc.boolean(),
  cash: fc.constantFrom('known', 'known', 'known', 'one unknown', 'not all read', 'not allowed'),
})

describe('the transaction list', () => {
  it('shows the cash effect of each row and the closing cash of each day, for random books', async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async ({ own, before, rows, isMany, cash }) => {
        const oldestFirst = rows.toSorted((one, other) => other.daysAgo - one.daysAgo)
        const effectOf = ({ till, bank }: (typeof rows)[number]) => (till ?? 0) + (bank ?? 0)
        const cashAfter = (count: number) =>
          oldestFirst.slice(0, count).reduce((sum, row) => sum + effectOf(row), before)
        const total = rows.length + (isMany && rows.length > 0 ? 100_000 : 0)
        const today = cashAfter(oldestFirst.filter(({ daysAgo }) => daysAgo >= 0).length)
        const line = (id: string, minor: number | null, subtype = 'CASH_AND_BANK') =>
          minor === null
            ? []
            : [
                {
                  ...{ amountInBusinessCurrency: decimal(Math.abs(minor), own), basis: 'BOTH' },
                  ...{ side: minor > 0 ? 'DEBIT' : 'CREDIT' },
                  account: { id, name: id, subtype: { value: subtype } },
                },
              ]
        const edges = oldestFirst
          .map(({ kind, daysAgo, till, bank }, place) => ({
            node: {
              ...{ id: `t${place}`, date: dayLate(daysAgo), description: `Entry ${place}`, kind },
              lines: [...line('Till', till), ...line('Bank', bank), ...line('Sales', -5, 'INCOME')],
            },
          }))
          .toReversed()
        const balances = cash === 'one unknown' ? [today, null] : [today - 100, 100]
        const accounts = {
          pageInfo: { totalCount: cash === 'not all read' ? 51 : 2 },
          edges: balances.map((minor, place) => ({
            node: {
              id: `c${place}`,
              balanceInBusinessCurrency: minor === null ? null : decimal(minor, own),
            },
          })),
        }
        await openOver(bff, '/transactions', () => ({
          business: {
            ...{ id: 'B', timezone: 'UTC', currency: own },
            ...(cash === 'not allowed' ? {} : { accounts }),
            transactions: { pageInfo: { totalCount: total }, edges },
          },
        }))
        const empty =
          'No transactions yet. When something is entered in the books of Northwind Trading in Harbour, it shows here.'
        expect(textsOf('.list-empty')).toEqual(total === 0 ? [empty] : [])
        expect(textsOf('.list-head strong')).toEqual(total === 0 ? [] : [counted(total, 'transaction')])
        expect(textsOf('.list-more > .note')).toEqual(
          isMany && total > 0 ? [`${rows.length} of ${total.toLocaleString('en')} shown.`] : [],
        )
        const expected = oldestFirst.map((row, place) => {
          const isLastOfDay = oldestFirst[place + 1]?.daysAgo !== row.daysAgo
          const after =
            cash === 'known' && isLastOfDay && row.daysAgo >= 0
              ? [`End of day = ${written(cashAfter(place + 1), own)}`]
              : []
          const accountsOf = [row.till === null ? [] : ['Till'], row.bank === null ? [] : ['Bank'], ['Sales']]
          return [
            writtenDay(dayLate(row.daysAgo)),
            ...[`Entry ${place}`, KINDS[row.kind] ?? '', accountsOf.flat().join(', ')],
            row.till === null && row.bank === null ? '–No cash involved' : written(effectOf(row), own),
            ...after,
          ]
        })
        expect(rowsOf('.list tbody tr')).toEqual(expected.toReversed())
      }),
      worldCases(300),
    )
  })
})
