import { describe, expect, it } from 'vitest'
import type { AccountRow } from './account-address.ts'
import { balanceInGroup, groupAccounts } from './accounts-screen.tsx'

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
