import { describe, expect, it } from 'vitest'
import { cashByDay, cashNow, findDayStarts } from './transactions-screen.tsx'
import type { TransactionRow } from './transaction-row.ts'

const TODAY = '2026-11-20'

/** Returns a row with this cash effect, or without one. */
function rowOf(id: string, date: string, cash: string | undefined): TransactionRow {
  const side = cash?.startsWith('-') === true ? 'CREDIT' : 'DEBIT'
  const line = (subtype: string) => ({
    ...{ side, amountInBusinessCurrency: (cash ?? '1.00').replace('-', '') },
    account: { subtype: { value: subtype } },
  })
  return { id, date, lines: [line(cash === undefined ? 'INCOME' : 'CASH_AND_BANK')] } as never
}

const after = (rows: readonly TransactionRow[], nowMinor: number | undefined) => [
  ...findDayStarts(rows, { nowMinor, today: TODAY, exponent: 2 }),
]

describe('the days of the transaction list', () => {
  it('show the closing cash once each', () => {
    const rows = [
      rowOf('a', '2026-11-20', '10.00'),
      rowOf('b', '2026-11-20', '-2.50'),
      rowOf('c', '2026-11-18', undefined),
      rowOf('d', '2026-11-17', '0.01'),
    ]
    expect(after(rows, 10_000)).toEqual([
      ['a', '100.00'],
      ['c', '92.50'],
      ['d', '92.50'],
    ])
  })

  it('ignore transactions dated tomorrow', () => {
    const rows = [rowOf('tomorrow', '2026-11-21', '500.00'), rowOf('today', TODAY, '10.00')]
    expect(after(rows, 1_000)).toEqual([
      ['tomorrow', undefined],
      ['today', '10.00'],
    ])
  })

  it('can be negative, and have no cash if it is unknown', () => {
    const rows = [rowOf('a', '2026-11-20', '10.00'), rowOf('b', '2026-11-19', '1.00')]
    expect(after(rows, 0)).toEqual([
      ['a', '0.00'],
      ['b', '-10.00'],
    ])
    expect(after(rows, undefined)).toEqual([
      ['a', undefined],
      ['b', undefined],
    ])
  })
})

describe('the file of transactions', () => {
  it('has in each line the closing cash of the day, also without a cash effect, but not for tomorrow', () => {
    const rows = [
      rowOf('tomorrow', '2026-11-21', '500.00'),
      rowOf('a', TODAY, '10.00'),
      rowOf('b', TODAY, '-2.50'),
      rowOf('c', '2026-11-18', undefined),
    ]
    const about = { today: TODAY, exponent: 2 }
    const after = cashByDay(rows, { ...about, nowMinor: 10_000 })
    expect(rows.map(({ date }) => after.get(date))).toEqual([undefined, '100.00', '100.00', '92.50'])
    expect(cashByDay(rows, { ...about, nowMinor: undefined }).size).toBe(0)
  })
})

describe('the current cash', () => {
  const accounts = (balances: readonly (string | null)[], totalCount = balances.length) =>
    ({
      pageInfo: { totalCount },
      edges: balances.map((balanceInBusinessCurrency) => ({ node: { balanceInBusinessCurrency } })),
    }) as never

  it.each([
    ['every account', accounts(['10.50', '-0.25']), 1_025],
    ['no account', accounts([]), 0],
    ['an account without a balance', accounts(['10.50', null]), undefined],
    ['more accounts than came', accounts(['10.50'], 2), undefined],
    ['accounts that were not asked for', undefined, undefined],
  ])('with %s', (_, of, minor) => {
    expect(cashNow(of, 2)).toBe(minor)
  })
})
