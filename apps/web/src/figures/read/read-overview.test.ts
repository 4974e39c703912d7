import { describe, expect, it } from 'vitest'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { payment } from '#testing/figure-rows.ts'
import { readOverview } from './read-overview.ts'

const PAGE_SIZE = 250
const SCOPES = ['account', 'business', 'customer', 'invoice', 'transaction'].map((what) => `${what}:read`)

const pageOf = (page: number, rows: number) => ({
  pageInfo: { totalCount: rows, totalPages: Math.ceil(rows / PAGE_SIZE) },
  edges: Array.from(
    { length: Math.max(0, Math.min(PAGE_SIZE, rows - (page - 1) * PAGE_SIZE)) },
    (_, index) => ({
      node: {
        id: `invoice-${(page - 1) * PAGE_SIZE + index}`,
        invoiceNumber: '1',
        status: 'UNPAID',
        dueDate: '2026-12-01',
        currency: { code: 'CAD' },
        amountDue: { minorUnitValue: 100 },
        customer: { id: 'customer', name: 'Bakery' },
      },
    }),
  ),
})

/** Fakes a provider with this many open invoices, and records its requests and how many run at the same time. */
function provider(
  rows: number,
  failing: readonly number[] = [],
  report: {
    readonly aged?: object
    readonly ownCurrency?: number
    readonly profit?: object
    readonly before?: object
    readonly transactions?: number
  } = {},
) {
  const asked: string[] = []
  let going = 0
  let most = 0
  return {
    asked,
    most: () => most,
    async ask({ operationName, variables }: { operationName: string; variables: Record<string, unknown> }) {
      const page = Number(variables['page'] ?? 1)
      asked.push(operationName === 'OpenInvoices' ? `page ${page}` : operationName)
      if (operationName === 'ProfitBefore')
        asked[asked.length - 1] = `profit ${variables['beforeFrom']} to ${variables['beforeTo']}`
      going += 1
      most = Math.max(most, going)
      await Promise.resolve()
      going -= 1
      if (failing.includes(page)) throw new Error('no answer')
      const business = {
        ...{
          id: 'b',
          name: 'Northwind',
          timezone: 'America/Toronto',
          currency: { code: 'CAD', exponent: 2 },
        },
        accounts: { pageInfo: { totalCount: 0 }, edges: [] },
        overpaid: pageOf(1, 0),
        drafts: pageOf(1, 0),
        invoices: pageOf(1, rows),
        open: pageOf(page, operationName === 'OpenInCurrency' ? (report.ownCurrency ?? rows) : rows),
        transactions: { pageInfo: { totalCount: report.transactions ?? 1 } },
        aged: report.aged,
        profit: report.profit,
        before: report.before,
        paid: pageOf(page, rows),
      }
      if (operationName !== 'PaymentsOfInvoices') return { data: { business }, missing: [] }
      const payments = [payment('2026-11-02', '1.00')]
      const paid = Object.entries(variables).flatMap(([name, id]) =>
        name.startsWith('i') && name !== 'id' ? [[name, { id, payments }]] : [],
      )
      return { data: { business: Object.fromEntries(paid) }, missing: [] }
    },
  }
}

const readWithExpected = (
  from: ReturnType<typeof provider>,
  change: Partial<Parameters<typeof readOverview>[0]> = {},
) =>
  readOverview({
    connection: { businessId: asBusinessWireId('b'), scopes: SCOPES },
    offers: ['transactions', 'reports'],
    atMs: Date.parse('2026-11-20T12:00:00Z'),
    ask: from.ask,
    isOver: () => false,
    lastLook: () => Promise.resolve({ beforeMs: undefined, putOff: {} }),
    left: () => Promise.resolve({ on: '2099-01-01', repeating: [], usuallyLate: {} }),
    ...change,
  })

const read = async (...about: Parameters<typeof readWithExpected>) =>
  (await readWithExpected(...about)).figures

/** Returns the sum of all open invoices and whether it is complete, as JSON text. */
async function owed(from: ReturnType<typeof provider>, change?: Parameters<typeof read>[1]) {
  const { whoOwesYou } = await read(from, change)
  return JSON.stringify(whoOwesYou)
}

describe(readOverview, () => {
  it('sends one operation if the first page has all rows', async () => {
    const from = provider(PAGE_SIZE)
    await read(from)
    expect(from.asked).toEqual(['Overview'])
  })

  it('compares the profit of this month with the same days of the previous month, in the time zone of the business', async () => {
    const months = [{ month: '2026-10-01', income: '8.00', expenses: '3.00' }]
    const profit = { basis: 'ACCRUAL', months }
    const from = provider(1, [], { profit })
    // The evening of 31 October in Toronto.
    const { outlook } = await read(from, { atMs: Date.parse('2026-11-01T02:00:00Z') })
    expect(from.asked).toEqual(['Overview', 'profit 2026-09-01 to 2026-09-30'])
    expect(outlook?.profit).toEqual({ since: '2026-10-01', minor: 500, beforeMinor: 500 })
    // The same day in Toronto and in UTC.
    const before = { months: [{ month: '2026-09-01', income: '7.00', expenses: '1.00' }] }
    const once = provider(1, [], { profit, before })
    const { outlook: known } = await read(once, { atMs: Date.parse('2026-10-31T12:00:00Z') })
    expect(once.asked).toEqual(['Overview'])
    expect(known?.profit).toEqual({ since: '2026-10-01', minor: 500, beforeMinor: 600 })
    const fails = provider(1, [], { profit })
    const without = await read({
      ...fails,
      ask: (operation) =>
        operation.operationName === 'ProfitBefore'
          ? Promise.reject(new Error('no answer'))
          : fails.ask(operation),
    })
    expect(without.outlook?.profit).toBeNull()
    expect(without.headline.owed).toMatchObject({ minor: 100 })
  })

  it('uses stored expectations, and reads a whole year only if they are missing or a week old', async () => {
    const rent = { cadence: 'monthly', onDay: 1, minor: -240_000, lastSeen: '2026-11-01' }
    const leave = (on: string) => () => Promise.resolve({ on, repeating: [rent], usuallyLate: {} })
    const known = provider(1)
    const { figures: first, expected: none } = await readWithExpected(known, { left: leave('2026-11-13') })
    expect(first.outlook?.goes).toEqual({ minor: 240_000 })
    expect(none).toBeUndefined()
    expect(known.asked).toEqual(['Overview'])
    for (const left of [leave('2026-11-12'), () => Promise.resolve(undefined)]) {
      const from = provider(1)
      const { figures, expected } = await readWithExpected(from, { left })
      expect(figures.outlook).not.toHaveProperty('goes')
      // A year that was not read completely is read again the next day.
      expect(expected).toEqual({ on: '2026-11-14', repeating: [], usuallyLate: {} })
      expect(from.asked).toEqual(['Overview', 'CashAhead'])
    }
    const large = provider(1, [], { transactions: 1001 })
    await read(large, { left: () => Promise.resolve(undefined) })
    expect(large.asked).toEqual(['Overview'])
    const fails = await read(provider(1), { left: () => Promise.reject(new Error('no store')) })
    expect(fails.headline.owed).toMatchObject({ minor: 100 })
    const unseen = provider(1)
    const scopes = SCOPES.filter((scope) => scope !== 'account:read')
    await read(unseen, {
      left: () => Promise.resolve(undefined),
      connection: { businessId: asBusinessWireId('b'), scopes },
    })
    expect(unseen.asked).toEqual(['Overview'])
  })

  it('omits postponed to-do items, and shows all if they cannot be read', async () => {
    const late = (lastLook: Parameters<typeof readOverview>[0]['lastLook']) =>
      read(provider(1), { lastLook, atMs: Date.parse('2026-12-20T12:00:00Z') }).then(({ toDo }) =>
        toDo?.map(({ key }) => key),
      )
    expect(await late(() => Promise.reject(new Error('no store')))).toEqual(['remind:customer'])
    const putOff = { 'remind:customer': '2026-12-21' }
    expect(await late(() => Promise.resolve({ beforeMs: undefined, putOff }))).toEqual([])
  })

  it('reads all further pages, four at a time', async () => {
    const from = provider(9 * PAGE_SIZE + 1)
    const text = await owed(from)
    expect(from.asked).toEqual(['Overview', ...Array.from({ length: 9 }, (_, index) => `page ${index + 2}`)])
    expect(from.most()).toBe(4)
    expect(text).toContain(String((9 * PAGE_SIZE + 1) * 100))
    expect(text).toContain('"partial":false')
  })

  it('reads no further pages if the provider has exact sums, and uses those', async () => {
    const aged = {
      notDue: '0',
      days1To30: '0',
      days31To60: '0',
      days61To90: '0.00',
      over90: '900000.10',
      credits: '0',
    }
    const from = provider(100_000, [], { aged, ownCurrency: 99_999 })
    const { whoOwesYou, headline } = await read(from)
    expect(from.asked).toEqual(['Overview', 'OpenInCurrency'])
    expect(whoOwesYou).toMatchObject({ total: { minor: 90_000_010 }, partial: false, isAbout: true })
    expect(headline.owed).toEqual({ minor: 90_000_010, atLeast: false, isAbout: true })
    const own = await read(provider(100_000, [], { aged, ownCurrency: 100_000 }))
    expect(own.headline.owed).toEqual({ minor: 90_000_010, atLeast: false, isAbout: false })
  })

  it.each([
    ['there is no more time', { isOver: () => true }, []],
    ['a page does not come', {}, [3]],
  ])('marks the result as partial if %s', async (_when, change, failing) => {
    expect(await owed(provider(4 * PAGE_SIZE, failing), change)).toContain('"partial":true')
  })

  it.each([[['reports' as const]], [['transactions' as const]], [[]]])(
    'never requests from a provider that offers only %j what it lacks',
    async (offers) => {
      const from = provider(1)
      const figures = await read(from, { offers })
      expect(from.asked).toEqual(['OverviewWithoutTransactions', 'PaymentsOfInvoices'])
      expect(figures.profit).toMatchObject({ form: 'unavailable', why: 'not_offered' })
      expect(figures.inAndOut).toMatchObject({ form: 'young', source: 'payments', from: { payments: 1 } })
    },
  )

  it('reads the payments of every invoice that changed in the year, without transactions', async () => {
    const from = provider(PAGE_SIZE + 1)
    const { inAndOut } = await read(from, { offers: [] })
    expect(inAndOut).toMatchObject({ from: { payments: PAGE_SIZE + 1 }, partial: false })
    expect(from.asked.filter((name) => name === 'PaymentsOfInvoices')).toHaveLength(11)
  })

  it('marks incoming money as "at least" if the time limit ends the reading', async () => {
    const from = provider(PAGE_SIZE)
    let isOver = false
    const { inAndOut } = await read(
      {
        ...from,
        async ask(operation) {
          isOver = operation.operationName === 'PaymentsOfInvoices'
          return from.ask(operation)
        },
      },
      { offers: [], isOver: () => isOver },
    )
    expect(inAndOut).toMatchObject({ from: { payments: 100 }, partial: true })
  })
})
