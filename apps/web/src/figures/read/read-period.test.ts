import { describe, expect, it } from 'vitest'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { readPeriod } from './read-period.ts'

type Reading = Parameters<typeof readPeriod>[0]
type Variables = Readonly<Record<string, unknown>>

const SCOPES = ['transaction:read', 'invoice:read', 'product:read']
const line = (id: string, minor: number) => ({
  ...{ product: { id, name: id === 'p' ? 'Planting' : 'Pruning' } },
  subtotal: { minorUnitValue: `${minor}` },
})
const invoice = (id: string, items: readonly object[] | null, change: object = {}) => ({
  node: { id, status: 'SENT', currency: { code: 'CAD', exponent: 2 }, exchangeRate: '1', items, ...change },
})
const list = (
  edges: readonly object[],
  about: { readonly total?: number; readonly pages?: number } = {},
) => ({
  pageInfo: { totalCount: about.total ?? edges.length, totalPages: about.pages ?? 1 },
  edges,
})

/** Fakes a provider with changes by the test, and records its requests. */
function provider(change: object = {}, page?: (variables: Variables) => object) {
  const asked: (readonly [string, Variables])[] = []
  const business = {
    ...{ id: 'b', timezone: 'UTC', currency: { code: 'CAD', exponent: 2 } },
    profit: {
      months: [
        { month: '2026-10-01', income: '100.00', expenses: '40.50' },
        { month: '2026-11-01', income: '20.00', expenses: '30.00' },
      ],
    },
    profitBefore: { months: [{ month: '2026-07-01', income: '80.00', expenses: '0.00' }] },
    cash: {
      opening: '5.00',
      days: [{ date: '2026-10-02', received: '7.00', spent: '2.00', balance: '10.00' }],
    },
    cashBefore: { opening: '5.00', days: [] },
    sold: list([invoice('1', [line('p', 1000), line('q', 50)]), invoice('2', [line('q', 50)])]),
    soldBefore: list([invoice('3', [line('q', 2000)])]),
    ...change,
  }
  const ask: Reading['ask'] = ({ operationName, variables }) => {
    asked.push([operationName, variables])
    const data = operationName === 'Period' ? business : { id: 'b', sold: page?.(variables) }
    return Promise.resolve({ data: { business: data }, missing: [] })
  }
  return { asked, ask }
}

const read = (
  from: ReturnType<typeof provider>,
  search = 'period=this-quarter',
  change: Partial<Reading> = {},
) =>
  readPeriod(
    {
      connection: { businessId: asBusinessWireId('b'), scopes: SCOPES },
      offers: ['books', 'transactions', 'reports'],
      atMs: Date.parse('2026-11-20T23:30:00Z'),
      isOver: () => false,
      ask: from.ask,
      left: () => Promise.resolve(undefined),
      lastLook: () => Promise.resolve({ beforeMs: undefined, putOff: {} }),
      ...change,
    },
    search,
  )

describe('the figures of a period', () => {
  it('are compared with the same days of the previous period, in exact units', async () => {
    const from = provider()
    const figures = await read(from)
    expect(from.asked).toMatchObject([
      ['Period', { from: '2026-10-01', to: '2026-11-20', beforeFrom: '2026-07-01', beforeTo: '2026-08-20' }],
    ])
    expect(figures.profit).toMatchObject({
      ...{ income: [12_000, 8000], costs: [7050, 0], profit: [4950, 8000] },
    })
    expect(figures.cash).toMatchObject({ received: [700, 0], spent: [200, 0], end: [1000, 500] })
    expect(figures.sold).toEqual({
      ...{ form: 'full', isAbout: false, total: [1100, 2000] },
      rows: [
        { id: 'p', name: 'Planting', sold: [1000, 0] },
        { id: 'q', name: 'Pruning', sold: [100, 2000] },
      ],
    })
  })

  it('are read again if the local date of the business differs from UTC', async () => {
    const from = provider({ timezone: 'Pacific/Auckland' })
    expect(await read(from)).toMatchObject({ today: '2026-11-21', period: { to: '2026-11-21' } })
    expect(from.asked.map(([, { to }]) => to)).toEqual(['2026-11-20', '2026-11-21'])
  })

  it('are empty for an address without a period, with the reason', async () => {
    expect(await read(provider(), 'period=own&from=2026-12-01&to=2026-12-02')).toMatchObject({
      ...{ period: { fault: 'to_come' }, profit: { form: 'unavailable' } },
    })
    expect(await read(provider(), 'period=decade')).toMatchObject({ period: { fault: 'unknown' } })
  })

  it('include a period that is in the future in UTC but has begun for the business', async () => {
    const from = provider({ timezone: 'Pacific/Auckland' })
    expect(await read(from, 'period=own&from=2026-11-21&to=2026-11-21')).toMatchObject({
      period: { from: '2026-11-21', before: { from: '2026-11-20' } },
    })
  })

  it('add up every page of invoices, and report a missing page or too many', async () => {
    const first = { sold: list([invoice('1', [line('p', 1)])], { total: 2, pages: 2 }) }
    const whole = provider(first, () => list([invoice('2', [line('p', 2)])], { total: 2, pages: 2 }))
    expect(await read(whole)).toMatchObject({ sold: { total: [3, 2000] } })
    expect(whole.asked.at(-1)).toMatchObject([
      'SoldInPeriod',
      { from: '2026-10-01', to: '2026-11-20', page: 2 },
    ])
    expect(await read(provider(first, () => list([])))).toMatchObject({ sold: { why: 'failed' } })
    const unread = provider({ sold: list([invoice('1', null)]) })
    expect(await read(unread)).toMatchObject({ sold: { why: 'failed' } })
    const many = provider({ sold: list([], { total: 4000, pages: 16 }) })
    expect(await read(many)).toMatchObject({ sold: { why: 'late' } })
    expect(many.asked).toHaveLength(1)
  })

  it('convert at the rate of each invoice, ignore drafts, and omit the comparison without a rate', async () => {
    const euro = (exchangeRate: string) => ({ currency: { code: 'EUR', exponent: 2 }, exchangeRate })
    const known = provider({
      sold: list([
        invoice('1', [line('p', 100)], euro('1.5')),
        invoice('2', [line('p', 9)], { status: 'DRAFT' }),
      ]),
    })
    expect(await read(known)).toMatchObject({ sold: { total: [150, 2000], isAbout: true } })
    const unknown = provider({ sold: list([invoice('1', [line('p', 100)], euro('0'))]) })
    expect(await read(unknown)).toMatchObject({ sold: { why: 'no_rate' } })
  })

  it('report missing permissions and missing features of the provider', async () => {
    const nothing = provider({ profit: null, cash: null, sold: null })
    const scopes = ['invoice:read']
    const figures = await read(nothing, '', { connection: { businessId: null, scopes } })
    expect(nothing.asked).toMatchObject([['Period', { seesTransactions: false, seesSold: false }]])
    expect(figures).toMatchObject({ profit: { why: 'not_allowed' }, sold: { why: 'not_allowed' } })
    expect(await read(nothing, '', { offers: ['books'] })).toMatchObject({ cash: { why: 'not_offered' } })
    expect(await read(nothing)).toMatchObject({ cash: { why: 'failed' }, sold: { why: 'failed' } })
  })
})
