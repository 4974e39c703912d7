import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startBooks, type BooksEndpoint, type DatabaseKind, type TestBooks } from './books-endpoint.ts'
import { askUntilServed } from './graphql-endpoint.ts'
import { startSales, type Sales } from './sales.ts'

/**
 * Creates one database for the tests of a `describe`, and before each test new books in Toronto, a millisecond later
 * than the last. Call it in the `describe`.
 */
export function startBooksWorld(kind: DatabaseKind) {
  let server: BooksEndpoint
  let books: TestBooks
  let foreign: TestBooks

  beforeAll(async () => {
    server = await startBooks(kind)
    foreign = await server.open()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.endpoint.advance(1)
    books = await server.open({ timezone: 'America/Toronto' })
  })

  return {
    get endpoint() {
      return server.endpoint
    },
    get books() {
      return books
    },
    /** The books of another user, shared by all tests. */
    get foreignBooks() {
      return foreign
    },
    get token() {
      return books.token
    },
    get userId() {
      return books.userId
    },
    get business() {
      return books.business
    },
    get foreign() {
      return foreign.business
    },
    /** Creates a token of an application for the books, with these space-separated scopes. */
    tokenWith: (scopes: string) => server.tokenWith(books, scopes.split(' ')),
    /** Returns the answer to a selection of `Business`, including its errors. */
    read: (selection: string, of?: string) => books.read(selection, of),
    /** Returns the payload of a document with one mutation. */
    async mutate(document: string, input: Readonly<Record<string, unknown>>): Promise<any> {
      const { body } = await askUntilServed(server.endpoint, books.token, document, { input })
      expect(body.errors).toBeUndefined()
      return Object.values(body.data)[0]
    },
  }
}

/**
 * Creates one database for the tests of a `describe`, and before each test new books with a product, a sales tax and
 * a customer. Call it in the `describe`.
 * @param details The fields of the business.
 * @param env The settings of the endpoint.
 */
export function startSalesWorld(
  kind: DatabaseKind,
  details: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  let server: BooksEndpoint
  let books: TestBooks
  let sales: Sales

  beforeAll(async () => {
    server = await startBooks(kind, env)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    books = await server.open(details)
    sales = await startSales(books)
  })

  return {
    get endpoint() {
      return server.endpoint
    },
    get books() {
      return books
    },
    get sales() {
      return sales
    },
    /** Creates books of another user, for a business with these details. */
    open: (other: Readonly<Record<string, string>> = {}) => server.open(other),
  }
}

/** Returns paths and codes of the refused fields, `input.name REQUIRED`; a successful payload fails the test. */
export function refusalsOf({ didSucceed, inputErrors }: any): string[] {
  expect(didSucceed).toBe(false)
  return inputErrors.map(({ path, code }: any) => `${path.join('.')} ${code}`)
}
