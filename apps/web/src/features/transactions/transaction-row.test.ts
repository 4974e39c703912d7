import { describe, expect, it } from 'vitest'
import { pageOf } from '#lists/list-rows.ts'
import { parseListAddress } from '#lists/list-address.ts'
import {
  cashEffect,
  pickTransactions,
  TRANSACTION_LIST,
  transactionsHere,
  transactionVariables,
} from './transaction-row.ts'

const line = (side: 'DEBIT' | 'CREDIT', amountInBusinessCurrency: string, subtype = 'CASH_AND_BANK') =>
  ({ side, amountInBusinessCurrency, account: { subtype: { value: subtype } } }) as never

describe('the query of the transaction list', () => {
  it('uses the filters of the address', () => {
    const connection = { businessId: null, scopes: ['transaction:read'] }
    const at = (search: string) =>
      transactionVariables(parseListAddress(search, TRANSACTION_LIST), connection)
    expect(at('')).toEqual({ id: null, kind: null, from: null, to: null, countsCash: false })
    expect(at('?kind=out&from=2026-01-01&to=2026-02-01')).toEqual({
      ...{ id: null, kind: 'WITHDRAWAL', from: '2026-01-01', to: '2026-02-01', countsCash: false },
    })
  })

  it.each([
    ['', true],
    ['?from=2026-01-01', true],
    ['?to=2026-02-01', false],
    ['?kind=in', false],
    ['?q=rent', false],
  ])('includes balances only if no later row is filtered out: %s', (search, countsCash) => {
    const connection = { businessId: null, scopes: ['account:read', 'transaction:read'] }
    const variables = transactionVariables(parseListAddress(search, TRANSACTION_LIST), connection)
    expect(variables.countsCash).toBe(countsCash)
  })

  it('returns the rows of an answer and the total', () => {
    const edges = ['2026-11-02', '2026-11-01'].map((date, at) => ({ node: { id: String(at), date } }))
    const data = { business: { transactions: { pageInfo: { totalCount: 9 }, edges } } } as never
    const page = pageOf(pickTransactions(data))
    expect(page?.rows.map(({ id }) => id)).toEqual(['0', '1'])
    expect(page?.total).toBe(9)
  })
})

describe('the search in transactions', () => {
  const row = (id: string, description: string, amounts: readonly string[], account = 'Chequing') => ({
    ...{ id, description },
    lines: amounts.map((amount) => ({ ...(line('DEBIT', amount) as object), account: { name: account } })),
  })
  const rows = [
    row('1', 'Café Lumière', ['1234.50', '1234.50']),
    row('2', 'Rent', ['-80.00']),
    row('3', 'Fee 1234', ['3'], 'Bank charges'),
  ] as never
  const found = (q: string) =>
    transactionsHere(parseListAddress(`?${new URLSearchParams({ q })}`, TRANSACTION_LIST))?.(rows).map(
      ({ id }) => id,
    )

  it.each([
    ['cafe lum', ['1']],
    ['BANK', ['3']],
    ['$1,234.50', ['1']],
    ['1.234,5 €', ['1']],
    ['1 234,50', ['1']],
    ['80', ['2']],
    ['1234', ['3']],
    ['%', []],
    ['-', []],
  ])('%s: %j', (q, ids) => expect(found(q)).toEqual(ids))

  it('is undefined without a search text', () => {
    expect(transactionsHere(parseListAddress('', TRANSACTION_LIST))).toBeUndefined()
  })
})

describe('the cash effect of a transaction', () => {
  it.each([
    [[line('DEBIT', '10.50'), line('CREDIT', '10.50', 'INCOME')], '10.50'],
    [[line('CREDIT', '0.10'), line('CREDIT', '0.20')], '-0.30'],
    [[line('DEBIT', '5'), line('CREDIT', '5')], '0.00'],
    [[line('DEBIT', '5', 'ACCOUNTS_RECEIVABLE')], undefined],
  ])('is the sum of its lines on cash and bank accounts', (lines, effect) => {
    expect(cashEffect({ lines }, 2)).toBe(effect)
  })
})
