import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomerStore } from '#books/customers/customer-store.ts'
import { createEstimateStore } from '#books/estimates/estimate-store.ts'
import type { EstimateFilter } from '#books/estimates/estimate.ts'
import { createInvoicePages } from '#books/invoices/invoice-list-store.ts'
import type { InvoiceFilter } from '#books/invoices/invoice.ts'
import type { Books } from '#books/open-books.ts'
import { createProductStore } from '#books/products/product-store.ts'
import { createContactStore } from '#books/contacts/contact-store.ts'
import { VENDORS } from '#books/vendors/vendor-noun.ts'
import type { Database } from '#database/database.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { addEstimates, addInvoices, addNamed } from '#testing/many-rows.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { readRows } from '#testing/rows-read.ts'
import { seedBooks } from '#testing/seed-books.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')
const TODAY = '2026-03-08'
const ROWS = 8_000
const PAGE = { page: 1, offset: ROWS / 2, limit: 10 }
/** The index entries in front of the page, and each row of the page twice: its id and the row. */
const MOST_READ = PAGE.offset + 3 * PAGE.limit

const ANY_CONTACT = { email: null, modifiedAtAfter: null, modifiedAtBefore: null }
const ANY_DOCUMENT = {
  amountDue: null,
  currencyCode: null,
  customerId: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
  sourceId: null,
  status: null,
} as const
const ANY_INVOICE: InvoiceFilter = {
  ...ANY_DOCUMENT,
  dayStart: null,
  dayEnd: null,
  number: null,
  sort: [],
}
const ANY_ESTIMATE: EstimateFilter = {
  ...ANY_DOCUMENT,
  dayStart: null,
  dayEnd: null,
  number: null,
  sort: ['CREATED_AT_DESC'],
}
const ANY_PRODUCT = {
  isArchived: false,
  isBought: null,
  isSold: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
}
const WAYS = ['ASC', 'DESC'] as const

type Asked = (books: Books, db: Database) => Promise<unknown>

const INVOICE_ORDERS = [
  'AMOUNT_DUE',
  'AMOUNT_PAID',
  'CREATED_AT',
  'DUE_AT',
  'INVOICE_DATE',
  'INVOICE_NUMBER',
  'MODIFIED_AT',
  'TOTAL',
] as const
const ESTIMATE_ORDERS = [
  'AMOUNT_DUE',
  'AMOUNT_PAID',
  'CREATED_AT',
  'DUE_AT',
  'ESTIMATE_DATE',
  'ESTIMATE_NUMBER',
  'MODIFIED_AT',
  'TOTAL',
] as const

/** A page of each list in each order that has an index, in books with 8,000 rows of each kind. */
const QUESTIONS: Readonly<Record<string, Asked>> = Object.fromEntries([
  ...INVOICE_ORDERS.flatMap((key) =>
    WAYS.map((way): [string, Asked] => [
      `invoices by ${key}_${way}`,
      (books, db) =>
        createInvoicePages(db, () => TODAY).listWhole(
          [books],
          { ...ANY_INVOICE, sort: [`${key}_${way}`] },
          PAGE,
        ),
    ]),
  ),
  ...ESTIMATE_ORDERS.flatMap((key) =>
    WAYS.map((way): [string, Asked] => [
      `estimates by ${key}_${way}`,
      (books, db) =>
        createEstimateStore(db, () => NOW.getTime()).listMany(
          [books],
          { ...ANY_ESTIMATE, sort: [`${key}_${way}`] },
          PAGE,
          'whole',
        ),
    ]),
  ),
  ...(['CREATED_AT_DESC', 'MODIFIED_AT_DESC', 'NAME_ASC'] as const).flatMap((order): [string, Asked][] => [
    [
      `customers by ${order}`,
      (books, db) =>
        createCustomerStore(db).listMany([books], { ...ANY_CONTACT, sort: [order] }, PAGE, 'whole'),
    ],
    [
      `vendors by ${order}`,
      (books, db) =>
        createContactStore(db, VENDORS).listMany([books], { ...ANY_CONTACT, sort: [order] }, PAGE, 'whole'),
    ],
    [
      `products by ${order}`,
      (books, db) =>
        createProductStore(db).listMany([books], { ...ANY_PRODUCT, sort: [order] }, PAGE, 'whole'),
    ],
  ]),
])

describe('a page in the middle of a list', () => {
  let own: OwnDatabase
  let database: OpenDatabase
  let books: Books

  beforeAll(async () => {
    own = await makeOwnDatabase()
    database = await openDatabase(own.location)
    const { db } = database
    books = await seedBooks(db, NOW)
    const of = { db, businessId: books.businessId }
    const ids = `select generate_series(1, ${ROWS})::bigint`
    for (const table of ['customers', 'vendors', 'products'] as const) await addNamed(of, table, ids)
    await addEstimates(of, ids, { customers: 600 })
    await addInvoices(of, ids, { customers: 60 })
    await sql`analyze`.execute(db)
  }, 180_000)
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  it.each(Object.entries(QUESTIONS))('reads no row after it: %s', async (_, ask) => {
    const { found, rows } = await readRows(database.db, (db) => ask(books, db))
    expect(found).toHaveLength(PAGE.limit)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThanOrEqual(MOST_READ)
  })
})
