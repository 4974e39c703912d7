import { describe, expect, it } from 'vitest'
import { OPEN_PAGES, buildOverview, overviewVariables, type OverviewAnswer } from './overview.ts'

const SCOPES = ['account:read', 'customer:read', 'invoice:read', 'transaction:read']
const READ_AT = '2026-11-20T12:02:00.000Z'
const total = (totalCount: number) => ({ __typename: 'x' as never, pageInfo: { totalCount } as never })
const variables = (atMs = Date.parse(READ_AT), scopes: readonly string[] = SCOPES) =>
  overviewVariables({ businessId: 'one', atMs, scopes })
const about = { readAt: READ_AT, scopes: SCOPES, offersTransactions: true, variables: variables() }

const openInvoice = (id: string, minor: number, change: object = {}) => ({
  node: {
    ...{ id, invoiceNumber: id, status: 'OVERDUE', dueDate: '2026-11-01', currency: { code: 'CAD' } },
    amountDue: { minorUnitValue: `${minor}` },
    customer: { id: 'fern', name: 'Fern' },
    ...change,
  },
})
const list = (edges: readonly object[], totalCount = edges.length) => ({
  edges,
  pageInfo: { totalCount, totalPages: 1 },
})
const answer = (change: object = {}) =>
  ({
    id: 'one',
    name: 'Northwind',
    timezone: 'America/Toronto',
    currency: { code: 'CAD', exponent: 2 },
    accounts: list([
      { node: { id: 'bank', name: 'Everyday', isArchived: false, balanceInBusinessCurrency: '150.00' } },
    ]),
    cash: {
      opening: '100.00',
      days: [{ date: '2026-11-03', received: '60.00', spent: '10.00', moved: '0', balance: '150.00' }],
    },
    profit: {
      basis: 'ACCRUAL',
      months: [{ month: '2026-10-01', income: '9', costOfGoodsSold: '0', expenses: '4' }],
    },
    ...{ transactions: total(2), onUtcDay: total(1), onDayAfter: total(5) },
    open: list([openInvoice('104', 5_000)]),
    overpaid: list([]),
    drafts: total(2),
    invoices: total(9),
    ...change,
  }) as unknown as OverviewAnswer

describe('the query of the overview', () => {
  it('covers today and the previous eleven months in every time zone', () => {
    expect(variables(Date.parse('2026-11-01T05:00:00Z'))).toMatchObject({
      cashFrom: '2025-11-01',
      ...{ profitFrom: '2026-01-01', beforeFrom: '2026-10-01', beforeTo: '2026-10-01' },
      ...{ dayBefore: '2026-10-31', utcDay: '2026-11-01', dayAfter: '2026-11-02' },
    })
    expect(variables(Date.parse('2026-01-01T05:00:00Z'))).toMatchObject({ profitFrom: '2025-01-01' })
  })

  it('never exceeds the period limit of the provider, on any day of a leap year and the next', () => {
    for (let atMs = Date.parse('2028-01-01'); atMs < Date.parse('2030-01-01'); atMs += 86_400_000) {
      const { cashFrom, dayAfter } = variables(atMs)
      expect((Date.parse(dayAfter) - Date.parse(cashFrom)) / 86_400_000).toBeLessThanOrEqual(366)
    }
  })

  it('omits what the permissions do not allow', () => {
    expect(variables(0, ['invoice:read'])).toMatchObject({
      seesAccounts: false,
      seesCustomers: false,
      seesInvoices: true,
      seesTransactions: false,
    })
  })
})

describe('the overview', () => {
  it('contains the numbers of its charts in one headline', () => {
    const figures = buildOverview(answer(), about)
    expect(figures).toMatchObject({
      today: '2026-11-20',
      isEmpty: false,
      headline: {
        cash: { minor: 15_000, atLeast: false },
        owed: { minor: 5_000, atLeast: false },
        late: { minor: 5_000, atLeast: false },
      },
      cashLine: { form: 'full' },
      inAndOut: { form: 'full', source: 'cash' },
      whoOwesYou: { form: 'full', excluded: { drafts: 2 }, from: { invoices: 9 } },
      profit: { form: 'young', from: { transactions: 3 } },
    })
    expect(JSON.parse(JSON.stringify(figures))).toEqual(figures)
  })

  it('counts days in the time zone of the business', () => {
    const midnight = { ...about, readAt: '2026-11-21T04:59:00.000Z' }
    expect(buildOverview(answer(), midnight).today).toBe('2026-11-20')
    expect(buildOverview(answer({ timezone: 'Pacific/Auckland' }), midnight).today).toBe('2026-11-21')
  })

  it.each([
    ['Pacific/Honolulu', '2026-11-20T12:02:00.000Z', 3],
    ['Pacific/Honolulu', '2026-11-20T09:59:00.000Z', 2],
    ['Pacific/Auckland', '2026-11-20T10:59:00.000Z', 3],
    ['Pacific/Auckland', '2026-11-20T11:00:00.000Z', 8],
    [null, '2026-11-20T23:59:00.000Z', 3],
  ])(
    'counts transactions until today in the time zone of the business: %s at %s',
    (timezone, readAt, count) => {
      const told = { ...about, readAt, variables: variables(Date.parse(readAt)) }
      expect(buildOverview(answer({ timezone }), told).profit).toMatchObject({
        from: { transactions: count },
      })
    },
  )

  it('has no transaction count if a part of it is missing', () => {
    expect(buildOverview(answer({ onUtcDay: null }), about).profit).toMatchObject({ from: {} })
  })

  it('keeps other charts if an amount of one is not a safe integer', () => {
    const figures = buildOverview(answer({ open: list([openInvoice('1', 2 ** 53)]) }), about)
    expect(figures.whoOwesYou).toEqual({ form: 'unavailable', why: 'refused' })
    expect(figures.cashLine.form).toBe('full')
    expect(figures.headline.owed).toBeNull()
  })

  it.each([
    ['did not come', about, 'failed'],
    ['is not allowed', { ...about, scopes: ['account:read', 'invoice:read'] }, 'not_allowed'],
  ] as const)('contains the reason for profit that %s', (_name, told, why) => {
    const figures = buildOverview(
      answer({ cash: null, profit: null, transactions: null, onUtcDay: null }),
      told,
    )
    expect(figures).toMatchObject({
      profit: { form: 'unavailable', why },
      inAndOut: { form: 'unavailable', why },
      cashLine: { form: 'accounts', why },
    })
  })

  it('uses payments if the provider offers no transactions, and contains the reason for the missing profit', () => {
    const told = { ...about, offersTransactions: false }
    const without = answer({ cash: null, profit: null, transactions: null, onUtcDay: null })
    const paid = { rows: [], payments: new Map(), isPart: false }
    expect(buildOverview(without, { ...told, paid })).toMatchObject({
      profit: { form: 'unavailable', why: 'not_offered' },
      inAndOut: { form: 'empty', source: 'payments' },
      cashLine: { form: 'accounts', why: 'not_offered' },
    })
    const unread = (scopes: readonly string[]) => buildOverview(without, { ...told, scopes }).inAndOut
    expect(unread(SCOPES)).toEqual({ form: 'unavailable', why: 'failed', source: 'payments' })
    expect(unread([])).toEqual({ form: 'unavailable', why: 'not_allowed', source: 'payments' })
  })

  it('has minimum amounts while pages are missing', () => {
    const figures = buildOverview(answer({ open: list([openInvoice('104', 5_000)], 300) }), about)
    expect(figures.whoOwesYou).toMatchObject({ partial: true })
    expect(figures.headline.late).toEqual({ minor: 5_000, atLeast: true, isAbout: false })
    expect(OPEN_PAGES).toBe('OpenInvoices')
  })

  it('is empty for empty books', () => {
    const nothing = {
      cash: { opening: '0', days: [] },
      ...{ transactions: total(0), onUtcDay: total(0), onDayAfter: total(0) },
      invoices: total(0),
      open: list([]),
    }
    const accounts = list([
      { node: { id: 'bank', name: 'Bank', isArchived: false, balanceInBusinessCurrency: '0' } },
    ])
    expect(buildOverview(answer({ ...nothing, accounts }), about)).toMatchObject({
      isEmpty: true,
      headline: { owed: { minor: 0 }, late: null },
    })
  })
})
