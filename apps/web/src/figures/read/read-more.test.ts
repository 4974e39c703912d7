import { describe, expect, it } from 'vitest'
import { invoiceRow, money, payment } from '#testing/figure-rows.ts'
import { readMore } from './read-more.ts'

interface Asked {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

const paid = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) =>
    invoiceRow({ id: `invoice-${from + place}`, amountDue: money(0), dueDate: '2026-06-30' }),
  )
const edges = (nodes: readonly unknown[]) => nodes.map((node) => ({ node }))
const NOTHING = { pageInfo: { totalCount: 0 }, edges: [] }

/** Fakes a provider with `pages` of ten paid invoices. `fails` selects requests that fail. */
function readingOf(pages: number, fails: (asked: Asked) => boolean) {
  const asked: Asked[] = []
  const answers: Readonly<Record<string, (variables: Asked['variables']) => object>> = {
    MorePictures: () => ({
      timezone: 'UTC',
      currency: { code: 'CAD', exponent: 2 },
      ...{ accounts: NOTHING, open: NOTHING, changed: NOTHING },
      year: { pageInfo: { totalCount: pages * 10, totalPages: pages }, edges: edges(paid(0, 10)) },
    }),
    InvoicesOfYear: ({ page }) => ({ year: { edges: edges(paid((Number(page) - 1) * 10, 10)) } }),
    PaymentsOfInvoices: (variables) => ({
      id: 'business',
      ...Object.fromEntries(
        Array.from({ length: 25 }, (_, place) => [
          `i${place}`,
          variables[`has${place}`] === true
            ? { id: variables[`i${place}`], payments: [payment('2026-07-09', '113')] }
            : undefined,
        ]),
      ),
    }),
  }
  const reading: Parameters<typeof readMore>[0] = {
    connection: {
      businessId: null,
      scopes: ['account:read', 'customer:read', 'invoice:read', 'product:read'],
    },
    atMs: Date.parse('2026-11-20T12:00:00Z'),
    isOver: () => false,
    ask(operation) {
      asked.push(operation)
      if (fails(operation)) return Promise.reject(new Error('nothing came'))
      const business = answers[operation.operationName]?.(operation.variables)
      return Promise.resolve({ data: { business }, missing: [] })
    },
  }
  const named = (name: string) => asked.filter(({ operationName }) => operationName === name)
  return { reading, named }
}

describe('reading the further figures', () => {
  it('requests every page, and payments in groups of twenty-five invoices', async () => {
    const { reading, named } = readingOf(6, () => false)
    expect(await readMore(reading)).toMatchObject({
      readAt: '2026-11-20T12:00:00.000Z',
      habits: { form: 'full', partial: false, rows: [{ paid: 60, median: 9 }] },
      bestCustomers: { partial: false, from: { invoices: 60 } },
    })
    expect(named('MorePictures')).toHaveLength(1)
    expect(named('InvoicesOfYear').map(({ variables }) => variables['page'])).toEqual([2, 3, 4, 5, 6])
    const counts = named('PaymentsOfInvoices').map(
      ({ variables }) => Object.keys(variables).filter((key) => key.startsWith('has')).length,
    )
    expect(counts).toEqual([25, 25, 10])
  })

  it('is partial if a page or payments are missing', async () => {
    const page = readingOf(2, ({ variables }) => variables['page'] === 2)
    expect(await readMore(page.reading)).toMatchObject({
      bestCustomers: { partial: true, from: { invoices: 10 } },
      habits: { partial: true },
    })
    const payments = readingOf(2, ({ operationName }) => operationName === 'PaymentsOfInvoices')
    expect(await readMore(payments.reading)).toMatchObject({
      bestCustomers: { partial: false },
      habits: { form: 'unavailable', why: 'failed' },
    })
  })

  it('uses what was read when time is over', async () => {
    const { reading, named } = readingOf(6, () => false)
    const figures = await readMore({ ...reading, isOver: () => true })
    expect(figures).toMatchObject({ bestCustomers: { partial: true }, habits: { why: 'late' } })
    expect(named('InvoicesOfYear')).toEqual([])
  })

  it('fails if the first document fails', async () => {
    const { reading } = readingOf(1, () => true)
    await expect(readMore(reading)).rejects.toThrow('nothing came')
  })
})
