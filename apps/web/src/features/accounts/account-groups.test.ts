import { describe, expect, it } from 'vitest'
import type { AccountRow } from './account-address.ts'
import { balanceInGroup, groupAccounts } from './accounts-screen.tsx'
import { runningLines } from './account-screen.tsx'

const account = (name: string, type: string, balance: string | null, change: object = {}) =>
  ({
    ...{ id: name, name, isArchived: false, balanceInBusinessCurrency: balance },
    ...{ type: { value: type }, subtype: { value: 'OTHER' } },
    normalBalanceType: ['ASSET', 'EXPENSE'].includes(type) ? 'DEBIT' : 'CREDIT',
    ...change,
  }) as unknown as AccountRow
const CASH = { subtype: { value: 'CASH_AND_BANK' } }

describe('the account groups', () => {
  it('follow the order of a balance sheet, each with its exact sum', () => {
    const { groups, worth, isPartial } = groupAccounts(
      [
        account('Sales', 'INCOME', '500.00'),
        account('Till', 'ASSET', '0.10', CASH),
        account('Bank', 'ASSET', '0.20', CASH),
        account('Receivable', 'ASSET', '99.70'),
        account('Card', 'LIABILITY', '30.00'),
      ],
      2,
    )
    expect(groups.map(({ name, sum }) => [name, sum])).toEqual([
      ['cash', '0.30'],
      ['asset', '99.70'],
      ['liability', '30.00'],
      ['income', '500.00'],
    ])
    expect(worth).toBe('70.00')
    expect(isPartial).toBe(false)
  })

  it('subtract an account whose normal balance is on the other side', () => {
    const discounts = account('Discounts', 'INCOME', '20.00', { normalBalanceType: 'DEBIT' })
    const { groups } = groupAccounts([account('Sales', 'INCOME', '500.00'), discounts], 2)
    expect(groups.map(({ sum }) => sum)).toEqual(['480.00'])
    expect(balanceInGroup(discounts)).toBe('-20.00')
    expect(balanceInGroup(account('None', 'INCOME', '0.00', { normalBalanceType: 'DEBIT' }))).toBe('0.00')
    expect(balanceInGroup(account('Sales', 'INCOME', '5'))).toBe('5')
  })

  it('report a missing balance, and omit archived accounts without a balance', () => {
    const { groups, isPartial } = groupAccounts(
      [
        account('Bank', 'ASSET', null, CASH),
        account('Old', 'ASSET', '0.00', { isArchived: true, ...CASH }),
        account('Older', 'ASSET', '1.00', { isArchived: true, ...CASH }),
      ],
      2,
    )
    expect(groups.map(({ rows, sum }) => [rows.map(({ name }) => name), sum])).toEqual([
      [['Bank', 'Older'], '1.00'],
    ])
    expect(isPartial).toBe(true)
  })
})

describe('the transaction lines of an account', () => {
  const bank = {
    id: 'bank',
    balance: '70.00',
    normalBalanceType: 'DEBIT',
    currency: { exponent: 2 },
  } as never
  const moved = (date: string, lines: readonly (readonly [string, string, string, string])[]) =>
    ({
      ...{ id: `${date}${lines.length}`, date, description: 'x' },
      lines: lines.map(([id, side, amount, basis]) => ({ account: { id }, side, amount, basis })),
    }) as never

  it('have running balances that start from today’s balance, the latest line first', () => {
    const lines = runningLines(
      bank,
      [
        moved('2026-11-21', [['bank', 'DEBIT', '1000.00', 'ALL']]),
        moved('2026-11-20', [
          ['bank', 'DEBIT', '50.00', 'ALL'],
          ['bank', 'CREDIT', '0.10', 'ALL'],
          ['sales', 'CREDIT', '49.90', 'ALL'],
        ]),
        moved('2026-11-19', [['bank', 'CREDIT', '5.00', 'CASH']]),
        moved('2026-11-18', [['bank', 'CREDIT', '20.00', 'ACCRUAL']]),
      ],
      { today: '2026-11-20' },
    )
    expect(lines.map(({ date, change, after }) => [date, change, after])).toEqual([
      ['2026-11-21', '1000.00', undefined],
      ['2026-11-20', '49.90', '70.00'],
      ['2026-11-18', '-20.00', '20.10'],
    ])
  })

  it('have no running balance if the provider returns no balance', () => {
    const unknown = { ...(bank as object), balance: null } as never
    const lines = runningLines(unknown, [moved('2026-11-20', [['bank', 'CREDIT', '1', 'ALL']])], {
      today: '2026-11-20',
    })
    expect(lines).toMatchObject([{ change: '-1.00', after: undefined }])
  })
})
