import { describe, expect, it } from 'vitest'
import { parseListAddress } from '#lists/list-address.ts'
import { cashEffect, pickTransactions, TRANSACTION_LIST, transactionVariables } from './transaction-row.ts'

const line = (side: 'DEBIT' | 'CREDIT', amountInBusinessCurrency: string, subtype = 'CASH_AND_BANK') =>
  ({ side, amountInBusinessCurrency, account: { subtype: { value: subtype } } }) as never

describe('the list of transactions', () => {
  it('asks what its address says', () => {
    const at = (search: string) =>
      transactionVariables(parseListAddress(search, TRANSACTION_LIST), { businessId: null })
    expect(at('')).toEqual({ id: null, kind: null, from: null, to: null })
    expect(at('?kind=out&from=2026-01-01&to=2026-02-01')).toEqual({
      ...{ id: null, kind: 'WITHDRAWAL', from: '2026-01-01', to: '2026-02-01' },
    })
  })

  it('says each day once, where it begins', () => {
    const edges = ['2026-11-02', '2026-11-02', '2026-11-01'].map((date, at) => ({
      node: { id: String(at), date },
    }))
    const data = { business: { transactions: { pageInfo: { totalCount: 9 }, edges } } } as never
    const page = pickTransactions(data)
    expect(page?.rows.map(({ beginsDay }) => beginsDay)).toEqual([true, false, true])
    expect(page?.total).toBe(9)
  })
})

describe('the cash of a transaction', () => {
  it.each([
    [[line('DEBIT', '10.50'), line('CREDIT', '10.50', 'INCOME')], '10.50'],
    [[line('CREDIT', '0.10'), line('CREDIT', '0.20')], '-0.30'],
    [[line('DEBIT', '5'), line('CREDIT', '5')], '0.00'],
    [[line('DEBIT', '5', 'ACCOUNTS_RECEIVABLE')], undefined],
  ])('is what its lines on accounts of cash and banks come to', (lines, effect) => {
    expect(cashEffect({ lines }, 2)).toBe(effect)
  })
})
