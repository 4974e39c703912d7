import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { ask } from '#testing/graphql-endpoint.ts'
import { startSales } from '#testing/sales.ts'

const SELECTION = `id invoiceNumber status lastViewedAt total { value } customer { id name currency { code } }
  items { id description quantity unitPrice subtotal { value } }`

let server: BooksEndpoint
/** The books of two businesses of one user. */
const both: TestBooks[] = []

beforeAll(async () => {
  server = await startBooks('memory')
  const first = await server.open()
  const business = await server.endpoint.seed.business(first.userId)
  both.push(first, server.at(server.endpoint.url, { ...first, business }))
  for (const [index, books] of both.entries()) {
    const sales = await startSales(books)
    for (let number = 0; number < 3; number += 1) {
      // A draft may have no line.
      const items = Array.from({ length: number }, (_, line) =>
        sales.line({
          description: `Line ${line} of ${number}`,
          quantity: `${line + 1}`,
          unitPrice: `${index + 1}`,
        }),
      )
      await sales.invoice({ customerId: await sales.addCustomer(`Customer ${number} of ${index}`), items })
    }
  }
  await sql`update invoices set last_viewed_at = '2026-11-20T08:00:00.120Z'`.execute(server.endpoint.db)
})
afterAll(() => server.close())

it('each invoice in a list has the same fields, customer and lines as when it is read alone', async () => {
  for (const books of both) {
    const { nodes } = await books.list('invoices', SELECTION)
    expect(nodes.map(({ items }) => items.length)).toEqual([2, 1, 0])
    for (const node of nodes) {
      expect((await books.select(`invoice(id: "${node.id}") { ${SELECTION} }`)).invoice).toEqual(node)
    }
  }
})

it('one query lists the invoices of two businesses separately, in either sort direction', async () => {
  for (const way of ['ASC', 'DESC']) {
    const field = `invoices(sort: [CREATED_AT_${way}]) { edges { node { ${SELECTION} } } }`
    const document = `{ businesses { edges { node { id ${field} } } } }`
    const { body } = await ask(server.endpoint, both[0]?.token ?? '', document)
    expect(body.errors).toBeUndefined()
    const found = body.data.businesses.edges.map(({ node }: any) => node)
    expect(found).toHaveLength(both.length)
    for (const { id, invoices } of found) {
      const books = both.find(({ business }) => business.id === id)
      expect(await books?.select(field)).toEqual({ invoices })
    }
  }
})

it('a page past the end of the list of invoices is empty', async () => {
  expect(await both[0]?.select(`invoices(page: 9) { edges { node { ${SELECTION} } } }`)).toEqual({
    invoices: { edges: [] },
  })
})
