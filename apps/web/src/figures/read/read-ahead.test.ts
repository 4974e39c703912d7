import { describe, expect, it } from 'vitest'
import { invoiceRow, money, payment } from '#testing/figure-rows.ts'
import { addMonths } from '../day.ts'
import { readAhead } from './read-ahead.ts'

type Variables = Readonly<Record<string, unknown>>

const edges = (nodes: readonly unknown[]) => nodes.map((node) => ({ node }))
const line = (id: string, side: string, amount: string) => ({
  ...{ amountInBusinessCurrency: amount, side },
  account: { id, subtype: { value: id === 'bank' ? 'CASH_AND_BANK' : 'RENT' } },
})
const rent = (month: string, change: object = {}) => ({
  ...{ id: month, date: `${month}-01`, description: 'Rent', kind: 'WITHDRAWAL', reverses: null },
  lines: [line('rent', 'DEBIT', '2400'), line('bank', 'CREDIT', '2400')],
  ...change,
})
const MONTHS = Array.from({ length: 12 }, (_, index) => addMonths('2026-11', index - 11))
const INVOICES = [
  invoiceRow({ id: 'open', dueDate: '2026-12-05' }),
  invoiceRow({
    id: 'paid',
    invoiceDate: '2026-07-01',
    dueDate: '2026-08-01',
    amountDue: money(0),
    payments: null,
  }),
]

/** Fakes a provider with one more transaction for each further page. */
function readingOf(about: {
  readonly transactions?: readonly object[]
  readonly invoices?: readonly object[]
  readonly pages?: number
  readonly fails?: (name: string, variables: Variables) => boolean
  readonly zone?: string
  /** The balances of the sales tax accounts. */
  readonly taxes?: readonly object[]
  readonly unreadTaxes?: number
}): Parameters<typeof readAhead>[0] {
  const { transactions = MONTHS.map((month) => rent(month)), invoices = INVOICES, pages = 1 } = about
  const list = (rows: readonly unknown[], extra: number) => ({
    pageInfo: { totalCount: rows.length + extra, totalPages: pages },
    edges: edges(rows),
  })
  return {
    connection: {
      businessId: null,
      scopes: ['account:read', 'customer:read', 'invoice:read', 'transaction:read'],
    },
    atMs: Date.parse('2026-11-20T23:30:00Z'),
    isOver: () => false,
    ask({ operationName, variables }) {
      if (about.fails?.(operationName, variables) === true) return Promise.reject(new Error('nothing came'))
      const page = Number(variables['page'])
      const business =
        operationName === 'PaymentsOfInvoices'
          ? Object.fromEntries(
              Object.entries(variables)
                .filter(([name]) => /^i\d/.test(name))
                .map(([name, id]) => [name, { id, payments: [payment('2026-08-11', '113')] }]),
            )
          : {
              ...{ id: 'b', timezone: about.zone ?? 'UTC', currency: { code: 'CAD', exponent: 2 } },
              accounts: list([{ id: 'bank', balanceInBusinessCurrency: '5000' }], 0),
              transactions: list(
                page === 1 ? transactions : [rent(`page ${page}`, { date: '2026-01-15' })],
                page === 1 ? pages - 1 : 0,
              ),
              taxes: list(about.taxes ?? [], about.unreadTaxes ?? 0),
              year: list(page === 1 ? invoices : [], 0),
            }
      return Promise.resolve({ data: { business }, missing: [] })
    },
  }
}

describe('reading the cash forecast', () => {
  it('returns steps for rent and open invoices, in exact units', async () => {
    const { figures } = await readAhead(readingOf({}))
    const { ahead, currency } = figures
    expect(currency).toEqual({ code: 'CAD', exponent: 2 })
    expect(ahead).toMatchObject({
      ...{ form: 'full', today: '2026-11-20', cashMinor: 500_000 },
      repeating: [{ name: 'Rent', minor: -240_000, seen: 6 }],
    })
    expect(ahead.form === 'full' && ahead.steps.map(({ day, minor }) => [day, minor])).toEqual([
      ['2026-12-01', -240_000],
      ['2026-12-15', 11_300],
      ['2027-01-01', -240_000],
    ])
  })

  it('returns the owed sales tax, unless payments were made on it or accounts are missing', async () => {
    const account = (id: string, balanceInBusinessCurrency: string | null, normalBalanceType = 'CREDIT') => ({
      ...{ id, normalBalanceType, balanceInBusinessCurrency },
    })
    const taxOf = async (taxes: readonly object[], unreadTaxes = 0) => {
      const { ahead } = (await readAhead(readingOf({ taxes, unreadTaxes }))).figures
      return ahead.form === 'full' ? ahead.tax : ahead
    }
    expect(await taxOf([account('gst', '43.10'), account('pst', '0')])).toEqual({
      minor: 4310,
      accountId: 'gst',
    })
    expect(await taxOf([account('gst', '43.10'), account('pst', '-3.10')])).toEqual({
      minor: 4000,
      accountId: null,
    })
    expect(await taxOf([account('gst', '43.10'), account('refund', '3.10', 'DEBIT')])).toMatchObject({
      minor: 4000,
    })
    for (const none of [[], [account('gst', '0')], [account('gst', '-5')], [account('gst', null)]])
      expect(await taxOf(none)).toBeUndefined()
    expect(await taxOf([account('gst', '43.10')], 1)).toBeUndefined()
  })

  it('counts days in the time zone of the business', async () => {
    const { figures } = await readAhead(readingOf({ zone: 'Pacific/Auckland' }))
    expect(figures.ahead).toMatchObject({ today: '2026-11-21' })
  })

  it('reads every page, and returns no forecast if a page or payment is missing or there are too many', async () => {
    expect(await readAhead(readingOf({ pages: 3 }))).toMatchObject({
      figures: { ahead: { from: { transactions: 14 } } },
    })
    const page = readingOf({ pages: 3, fails: (_, { page: number }) => number === 2 })
    expect(await readAhead(page)).toMatchObject({
      figures: { ahead: { form: 'unavailable', why: 'failed' } },
    })
    const payments = readingOf({ fails: (name) => name === 'PaymentsOfInvoices' })
    expect(await readAhead(payments)).toMatchObject({
      figures: { ahead: { form: 'unavailable', why: 'failed' } },
    })
    expect(await readAhead({ ...payments, isOver: () => true })).toMatchObject({
      figures: { ahead: { why: 'late' } },
    })
    expect(await readAhead(readingOf({ pages: 17 }))).toMatchObject({ figures: { ahead: { why: 'late' } } })
    await expect(readAhead(readingOf({ fails: () => true }))).rejects.toThrow('nothing came')
  })

  it('ignores reversed transactions and invoice payments as repeating payments', async () => {
    const undoing = (month: string) =>
      rent(month, { id: `undo ${month}`, kind: 'REVERSAL', reverses: { id: month } })
    const undone = readingOf({ transactions: MONTHS.flatMap((month) => [rent(month), undoing(month)]) })
    expect(await readAhead(undone)).toMatchObject({ figures: { ahead: { repeating: [] } } })
    const paid = readingOf({ transactions: MONTHS.map((month) => rent(month, { kind: 'INVOICE_PAYMENT' })) })
    expect(await readAhead(paid)).toMatchObject({ figures: { ahead: { repeating: [] } } })
  })

  it('converts an invoice at its own rate, marked as approximate, and returns no forecast without a rate', async () => {
    const euro = { id: 'euro', currency: { code: 'EUR', exponent: 2 }, dueDate: '2026-12-05' }
    const known = readingOf({ invoices: [invoiceRow({ ...euro, exchangeRate: '1.5' })] })
    expect(await readAhead(known)).toMatchObject({
      figures: { ahead: { isAbout: true, steps: [{}, { minor: 16_950 }, {}] } },
    })
    const unknown = readingOf({ invoices: [invoiceRow({ ...euro, exchangeRate: '0' })] })
    expect(await readAhead(unknown)).toMatchObject({
      figures: { ahead: { form: 'unavailable', why: 'no_rate' } },
    })
  })

  it('returns repeating payments and the usual delay of customers, to be stored', async () => {
    const paid = ['2026-07-01', '2026-08-01', '2026-09-01'].map((day) =>
      invoiceRow({
        id: `paid ${day}`,
        invoiceDate: day,
        dueDate: '2026-08-01',
        amountDue: money(0),
        payments: null,
      }),
    )
    const owing = invoiceRow({ id: 'open', dueDate: '2026-12-05' })
    const { expected } = await readAhead(readingOf({ invoices: [owing, ...paid] }))
    expect(expected).toEqual({
      on: '2026-11-20',
      repeating: [{ cadence: 'monthly', onDay: 1, minor: -240_000, lastSeen: '2026-11-01' }],
      usuallyLate: { [owing.customer.id]: 10 },
    })
    const nobody = await readAhead(readingOf({ invoices: paid }))
    expect(nobody.expected?.usuallyLate).toEqual({})
    const two = await readAhead(readingOf({ invoices: [owing, ...paid.slice(1)] }))
    expect(two.expected?.usuallyLate).toEqual({})
  })

  it('returns empty expectations if there is too much to read, and none if reading failed', async () => {
    const nothing = { on: '2026-11-20', repeating: [], usuallyLate: {} }
    expect((await readAhead(readingOf({ pages: 17 }))).expected).toEqual(nothing)
    const failed = readingOf({ fails: (name) => name === 'PaymentsOfInvoices' })
    expect(await readAhead(failed)).not.toHaveProperty('expected')
  })
})
