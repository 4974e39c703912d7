import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBooksWriters } from '#books/books-writers.ts'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'
import { startSales, type Sales } from '#testing/sales.ts'

describe('the number of statements in the transaction of a mutation', () => {
  let books: BooksEndpoint
  let counted: Endpoint
  let own: TestBooks
  let sales: Sales
  let statements = 0

  beforeAll(async () => {
    books = await startBooks('postgres')
    const db = books.endpoint.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    })
    counted = await startEndpoint({
      beside: books.endpoint,
      wrap: (deps) => ({ ...deps, writers: createBooksWriters(db, deps.clock) }),
    })
    own = books.at(counted.url, await books.open())
    sales = await startSales(own)
  })
  afterAll(async () => {
    await counted.close()
    await books.close()
  })

  /** Returns the number of statements of `work`, without the begin and the end of its transaction. */
  const statementsOf = async (work: () => Promise<unknown>) => {
    statements = 0
    await work()
    return statements
  }

  it('is three for a new approved invoice: the lock, the reads, and the invoice with its lines and its entry', async () => {
    const items = [sales.line(), sales.line({ quantity: '2' })]
    const discounts = [{ discountType: 'PERCENTAGE', percentage: '10' }]
    expect(await statementsOf(() => sales.invoice({ status: 'SAVED', items, discounts }))).toBe(3)
  })

  it('is three for a draft of an invoice', async () => {
    expect(await statementsOf(() => sales.invoice())).toBe(3)
  })

  it('is seven for the approval of a draft', async () => {
    const { id: invoiceId } = await sales.invoice()
    expect(await statementsOf(() => own.change('invoiceApprove', { invoiceId }))).toBe(7)
  })

  it('is twelve for a payment, however many the invoice has', async () => {
    const invoice = await sales.invoice({ status: 'SAVED' })
    for (const amount of ['10', '20', '30'])
      expect(await statementsOf(() => sales.pay(invoice, amount))).toBe(12)
  })
})
