import { describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import { exampleBooks } from '#testing/example-books.ts'
import type { AccountSum, CashSum, StandingSum } from './report.ts'
import {
  buildAgedReceivables,
  buildBalanceSheet,
  buildCashReport,
  buildProfitAndLoss,
} from './report-rules.ts'

const books = exampleBooks()
const BASIS = 'ACCRUAL' as const

/** Builds the sum of an account; a debit is positive. */
function sum(name: string, typeValue: AccountSum['typeValue'], debitMinor: bigint): AccountSum {
  const subtypeValue = name === 'goods' ? 'COST_OF_GOODS_SOLD' : 'EXPENSE'
  return { accountId: name as RowId<'Account'>, typeValue, subtypeValue, debitMinor }
}
const plain = (lines: readonly { readonly accountId: string; readonly amount: string }[]) =>
  Object.fromEntries(lines.map(({ accountId, amount }) => [accountId, amount]))

describe('profit and loss', () => {
  const range = { from: '2026-09-15', to: '2026-11-02', basis: BASIS }
  const report = buildProfitAndLoss(books, range, [
    { ...sum('sales', 'INCOME', -10_000n), month: '2026-09-01' },
    { ...sum('discounts', 'INCOME', 1_500n), month: '2026-09-01' },
    { ...sum('rent', 'EXPENSE', 4_000n), month: '2026-09-01' },
    { ...sum('goods', 'EXPENSE', 1_250n), month: '2026-11-01' },
    { ...sum('balanced', 'EXPENSE', 0n), month: '2026-11-01' },
  ])

  it('shows credits of income and debits of expenses as positive, and their opposites as negative', () => {
    expect(report).toMatchObject({ income: '85.00', expenses: '52.50', netProfit: '32.50' })
    expect(plain(report.months[0]?.incomeLines ?? [])).toEqual({ sales: '100.00', discounts: '-15.00' })
  })

  it('shows the range, the currency and the lines by account', () => {
    expect(report).toMatchObject({ ...range, currency: books.currency })
    expect(plain(report.months[0]?.expenseLines ?? [])).toEqual({ rent: '40.00' })
    expect(report.months.map(({ income }) => income)).toEqual(['85.00', '0.00', '0.00'])
  })

  it('has every month of the range, also one without entries', () => {
    expect(report.months.map(({ month, netProfit }) => [month, netProfit])).toEqual([
      ['2026-09-01', '45.00'],
      ['2026-10-01', '0.00'],
      ['2026-11-01', '-12.50'],
    ])
  })

  it('separates the cost of goods from other expenses', () => {
    expect(report.months.map(({ costOfGoodsSold, expenses }) => [costOfGoodsSold, expenses])).toEqual([
      ['0.00', '40.00'],
      ['0.00', '0.00'],
      ['12.50', '12.50'],
    ])
  })

  it('has no line for an account without entries', () => {
    expect(plain(report.months[2]?.expenseLines ?? [])).toEqual({ goods: '12.50' })
  })
})

describe('a balance sheet', () => {
  const standing = (one: AccountSum, earlierDebitMinor = 0n): StandingSum => ({ ...one, earlierDebitMinor })
  const sheet = buildBalanceSheet(books, { on: '2026-11-20', basis: BASIS }, [
    standing(sum('bank', 'ASSET', 20_000n)),
    standing(sum('card', 'LIABILITY', -5_000n)),
    standing(sum('owner', 'EQUITY', -3_000n)),
    standing(sum('sales', 'INCOME', -18_000n), -11_000n),
    standing(sum('rent', 'EXPENSE', 6_000n), 2_000n),
  ])

  it('balances: profit is part of equity without an account of its own', () => {
    expect(sheet).toMatchObject({ assets: '200.00', liabilities: '50.00', equity: '150.00' })
    expect(plain(sheet.equityLines)).toEqual({ owner: '30.00' })
    expect(plain(sheet.assetLines)).toEqual({ bank: '200.00' })
    expect(plain(sheet.liabilityLines)).toEqual({ card: '50.00' })
    expect(sheet).toMatchObject({ on: '2026-11-20', basis: BASIS, currency: books.currency })
  })

  it('divides profit into earlier years and the current one', () => {
    expect(sheet).toMatchObject({ retainedEarnings: '90.00', netIncome: '30.00' })
  })
})

describe('aged receivables', () => {
  it('sum to their age groups, less the credit of customers', () => {
    const ages = { notDue: 1n, days1To30: 20n, days31To60: 300n, days61To90: 4_000n, over90: 50_000n }
    expect(buildAgedReceivables(books, '2026-11-20', { ...ages, credits: -600_000n })).toMatchObject({
      ...{ notDue: '0.01', days1To30: '0.20', days31To60: '3.00', days61To90: '40.00', over90: '500.00' },
      ...{ credits: '-6000.00', total: '-5456.79', asOf: '2026-11-20', currency: books.currency },
    })
  })
})

describe('the report of cash', () => {
  const day = (date: string, change: Partial<CashSum>): CashSum => ({
    ...{ day: date, debitMinor: 0n, creditMinor: 0n, movedMinor: 0n, undoneMinor: 0n },
    ...change,
  })
  const report = (days: readonly CashSum[], currency = books) =>
    buildCashReport(currency, { from: '2026-11-01', to: '2026-11-30' }, { openingMinor: 1_000n, days })

  it('shows receipts, payments, and the balance at the end of each day', () => {
    const days = [
      day('2026-11-02', { debitMinor: 700n, creditMinor: 200n }),
      day('2026-11-03', { creditMinor: 2_000n }),
    ]
    expect(report(days)).toMatchObject({
      opening: '10.00',
      closing: '-5.00',
      days: [
        { date: '2026-11-02', received: '7.00', spent: '2.00', moved: '0.00', balance: '15.00' },
        { date: '2026-11-03', received: '0.00', spent: '20.00', moved: '0.00', balance: '-5.00' },
      ],
    })
  })

  it('counts a transfer between cash accounts neither as received nor as paid, and shows the day', () => {
    const [moved] = report([
      day('2026-11-02', { debitMinor: 900n, creditMinor: 900n, movedMinor: 900n }),
    ]).days
    expect(moved).toMatchObject({ received: '0.00', spent: '0.00', moved: '9.00', balance: '10.00' })
  })

  it('shows the range and the currency, and days with only receipts or only payments', () => {
    const came = day('2026-11-02', { debitMinor: 700n })
    const went = day('2026-11-03', { creditMinor: 200n })
    expect(report([came, went])).toMatchObject({
      ...{ from: '2026-11-01', to: '2026-11-30', currency: books.currency },
      days: [{ date: '2026-11-02' }, { date: '2026-11-03' }],
    })
  })

  it('omits a day on which all entries were reversed', () => {
    const undone = day('2026-11-02', { debitMinor: 900n, creditMinor: 900n, undoneMinor: 900n })
    expect(report([undone])).toMatchObject({ opening: '10.00', closing: '10.00', days: [] })
  })

  it('has the digits of the currency', () => {
    expect(report([day('2026-11-02', { debitMinor: 700n })], exampleBooks('JPY'))).toMatchObject({
      ...{ opening: '1000', closing: '1700' },
      days: [{ received: '700', balance: '1700' }],
    })
  })
})
