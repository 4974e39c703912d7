import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'
import { startSales } from '#testing/sales.ts'

const COUNT = 'pageInfo { totalCount }'
/** Selections of a business, and how many statements each may take: one for each list and relation in it, and its count. */
const DOCUMENTS: Readonly<Record<string, { readonly selection: string; readonly statements: number }>> = {
  'invoices with items, products, accounts, taxes and customers': {
    selection: `invoices { edges { node { invoiceNumber status total { value }
      customer { name outstandingAmount { value } overdueAmount { value } business { name } }
      items { quantity product { name incomeAccount { name } defaultSalesTaxes { name } } account { name balance }
        taxes { amount { value } salesTax { name rate } } } } } ${COUNT} }`,
    // The page, its count, customers, debts, items, products, their accounts, balances, their taxes, taxes, and taxes again.
    statements: 12,
  },
  'invoices with plain lines and brief customers': {
    selection: `invoices { edges { node { invoiceNumber customer { name } items { quantity subtotal { value } } } } }`,
    statements: 1,
  },
  'invoices in the order of their statuses': {
    selection: `invoices(sort: [STATUS_DESC]) { edges { node { status } } }`,
    statements: 9,
  },
  'customers and what they owe': {
    selection: `customers { edges { node { name outstandingAmount { value } overdueAmount { value } } } ${COUNT} }`,
    statements: 3,
  },
  'estimates with items, taxes, customers': {
    selection: `estimates { edges { node { estimateNumber customer { name }
      items { product { name } account { name } taxes { amount { value } salesTax { name } } } } } ${COUNT} }`,
    statements: 8,
  },
  'products with accounts and taxes': {
    selection: `products { edges { node { name incomeAccount { name balance } defaultSalesTaxes { name rate } } } ${COUNT} }`,
    statements: 6,
  },
  'accounts and their balances': {
    selection: `accounts { edges { node { name balance balanceInBusinessCurrency } } ${COUNT} }`,
    statements: 3,
  },
  'transactions, their lines and the accounts of those': {
    selection: `transactions { edges { node { date reverses { date lines { amount } } lines { amount account { name balance } } } } ${COUNT} }`,
    statements: 7,
  },
  'all reports': {
    selection: `profitAndLoss(from: "2026-01-01", to: "2026-12-31") { months { incomeLines { amount account { name } } } }
      balanceSheet { assetLines { amount account { name } } equity } agedReceivables { total } then: agedReceivables(on: "2026-06-30") { total }
      cashByDay(from: "2026-11-01", to: "2026-11-30") { days { received } }`,
    // Five reports, and the accounts of two: reports that end at different times do not wait for each other.
    statements: 7,
  },
}

describe('the number of statements of a document', () => {
  let books: BooksEndpoint
  let counted: Endpoint
  let statements = 0
  let few: TestBooks
  let many: TestBooks
  const invoiceIds = new Map<TestBooks, string>()

  /** Creates `size` customers, each with an estimate and two invoices of `size` lines, one of them with `size` payments. */
  const fill = async (size: number): Promise<TestBooks> => {
    const own = await books.open()
    const sales = await startSales(own)
    for (let index = 0; index < size; index += 1) {
      const customerId = await sales.addCustomer(`Customer ${index}`)
      const items = Array.from({ length: size }, () => sales.line())
      const status = index === 0 ? 'DRAFT' : 'SAVED'
      const estimated = items.map((item) => ({ ...item, quantity: '1', unitPrice: '100' }))
      const drafted = { businessId: own.business.id, customerId, items: estimated }
      expect((await own.change('estimateCreate', drafted)).inputErrors).toEqual([])
      await sales.invoice({ customerId, items, status })
      const paid = await sales.invoice({ customerId, items, status: 'SAVED' })
      for (let payment = 0; payment < size; payment += 1) await sales.pay(paid, '1')
      invoiceIds.set(own, paid.id)
    }
    return own
  }

  beforeAll(async () => {
    books = await startBooks('postgres')
    counted = await startEndpoint({
      beside: books.endpoint,
      wrap: (deps) => ({
        ...deps,
        reading: deps.reading.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            statements += 1
            return result
          },
        }),
      }),
    })
    few = await fill(1)
    many = await fill(3)
  })
  afterAll(async () => {
    await counted.close()
    await books.close()
  })

  /** Returns the number of statements of a selection, without those for the token and the business. */
  const statementsOf = async (own: TestBooks, selection: string) => {
    statements = 0
    const document = `{ business(id: "${own.business.id}") { id ${selection} } }`
    const { body } = await ask(counted, own.token, document)
    expect(body.errors).toBeUndefined()
    return statements - 1
  }

  it.each(Object.entries(DOCUMENTS))('%s: is the same for many rows as for few', async (_, document) => {
    const [small, large] = [
      await statementsOf(few, document.selection),
      await statementsOf(many, document.selection),
    ]
    expect(large).toBeLessThanOrEqual(document.statements)
    expect(small).toBeLessThanOrEqual(large)
  })

  it('an invoice with its payments and their accounts: is the same for many payments as for few', async () => {
    const payments = 'payments { amount account { name balance } business { name } }'
    const of = (own: TestBooks) =>
      statementsOf(
        own,
        `invoice(id: "${invoiceIds.get(own)}") { customer { name } items { quantity } ${payments} }`,
      )
    expect(await of(many)).toBe(await of(few))
    expect(await of(many)).toBeLessThanOrEqual(7)
  })

  // The embedded database cannot cancel a statement, so only the limits of a document keep a call short there.
  const aliased = (count: number, selection: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${selection(index)}`).join(' ')
  it.each([
    ['counted filters', aliased(99, (index) => `invoices(currency: CAD, page: ${index}) { ${COUNT} }`), 198],
    ['reports', aliased(99, (index) => `balanceSheet(on: "${2100 - index}-01-01") { assets }`), 99],
  ])('at most a page and a count for each of 99 %s', async (_, selection, limit) => {
    expect(await statementsOf(many, selection)).toBeLessThanOrEqual(limit)
  })

  // Without an index of substrings the database compares every number.
  it.each(['invoices(invoiceNumber:', 'estimates(estimateNumber:'])(
    '%s …): a search by a part of a number is accepted nineteen times in a document and not twenty',
    async (field) => {
      const looked = (count: number) => aliased(count, (index) => `${field} "${index}") { ${COUNT} }`)
      expect(await statementsOf(many, looked(19))).toBeLessThanOrEqual(38)
      const document = `{ business(id: "${many.business.id}") { id ${looked(20)} } }`
      const { body } = await ask(counted, many.token, document)
      expect(body.errors?.[0]?.message).toMatch(
        /^The answer could hold \d+ fields; at most 100000 are allowed/,
      )
    },
  )
})
