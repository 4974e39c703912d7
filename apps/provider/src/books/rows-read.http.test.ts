import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import { createCustomerStore } from '#books/customers/customer-store.ts'
import { createEstimateStore } from '#books/estimates/estimate-store.ts'
import type { EstimateFilter } from '#books/estimates/estimate.ts'
import { createInvoicePages } from '#books/invoices/invoice-page-store.ts'
import type { InvoiceFilter } from '#books/invoices/invoice.ts'
import type { Books } from '#books/open-books.ts'
import { createProductStore } from '#books/products/product-store.ts'
import { createTransactionStore } from '#books/transactions/transaction-store.ts'
import { createVendorStore } from '#books/vendors/vendor-store.ts'
import type { Database } from '#database/database.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { addEstimates, addInvoices, addNamed } from '#testing/many-rows.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { readRows } from '#testing/rows-read.ts'
import { seedBooks } from '#testing/seed-books.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')
/** A few of what has to be paid are not due yet. */
const TODAY = '2026-03-08'
const ROWS = 8_000
/** In the middle; what counts them from either end reads 4,000 at least. */
const PAGE = { page: 1, offset: ROWS / 2, limit: 10 }
/** A stretch of a list has 1,000 rows at most, and what follows it is read up to the largest page there is. */
const MOST_READ = 1_500
/** What the day decides is read to be counted, and then what stands where the page begins. */
const MOST_READ_WITH_COUNT = 2_500

const ANY_CONTACT = { email: null, modifiedAtAfter: null, modifiedAtBefore: null }
const ANY_DOCUMENT = {
  amountDue: null,
  currencyCode: null,
  customerId: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
  status: null,
} as const
const ANY_INVOICE: InvoiceFilter = {
  ...ANY_DOCUMENT,
  invoiceDateStart: null,
  invoiceDateEnd: null,
  invoiceNumber: null,
  sourceId: null,
  sort: [],
}
const ANY_ESTIMATE: EstimateFilter = {
  ...ANY_DOCUMENT,
  estimateDateStart: null,
  estimateDateEnd: null,
  estimateNumber: null,
  sort: 'CREATED_AT_DESC',
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

function invoices(filter: Partial<InvoiceFilter>, page = PAGE): Asked {
  return (books, db) =>
    createInvoicePages(db, () => TODAY).listWhole([books], { ...ANY_INVOICE, ...filter }, page)
}

function countInvoices(filter: Partial<InvoiceFilter>): Asked {
  return (books, db) => createInvoicePages(db, () => TODAY).count([books], { ...ANY_INVOICE, ...filter })
}

function estimates(filter: Partial<EstimateFilter>, page = { ...PAGE, offset: 1_010 }): Asked {
  return (books, db) => estimateStore(db).listMany([books], { ...ANY_ESTIMATE, ...filter }, page, 'whole')
}

function countEstimates(filter: Partial<EstimateFilter>): Asked {
  return (books, db) => estimateStore(db).countMany([books], { ...ANY_ESTIMATE, ...filter })
}

function estimateStore(db: Database) {
  return createEstimateStore(db, () => Date.parse(`${TODAY}T12:00:00Z`))
}

const LARGE_CUSTOMER = '600' as RowId<'Customer'>

/** What is asked of books of 8,000 of everything. */
const QUESTIONS: Readonly<Record<string, Asked>> = {
  ...Object.fromEntries(
    (
      [
        'AMOUNT_DUE',
        'AMOUNT_PAID',
        'CREATED_AT',
        'CUSTOMER_NAME',
        'DUE_AT',
        'INVOICE_DATE',
        'INVOICE_NUMBER',
        'MODIFIED_AT',
        'TOTAL',
      ] as const
    ).flatMap((key) =>
      WAYS.map((way) => [`invoices by ${key}_${way}`, invoices({ sort: [`${key}_${way}`] })]),
    ),
  ),
  ...Object.fromEntries(
    (['OVERDUE', 'PAID', 'UNPAID'] as const).map((status) => [
      `invoices that are ${status}`,
      invoices({ status }, { ...PAGE, offset: 1_600 }),
    ]),
  ),
  'invoices that are SENT, from the first written on': invoices(
    { status: 'SENT', sort: ['CREATED_AT_ASC'] },
    { ...PAGE, offset: 0 },
  ),
  ...Object.fromEntries(
    (['OVERDUE', 'UNPAID'] as const).flatMap((status) =>
      WAYS.map((way) => [
        `invoices that are ${status}, by DUE_AT_${way}`,
        invoices({ status, sort: [`DUE_AT_${way}`] }, { ...PAGE, offset: 1_600 }),
      ]),
    ),
  ),
  'invoices of some weeks, by INVOICE_DATE_ASC': invoices({
    sort: ['INVOICE_DATE_ASC'],
    invoiceDateStart: '2026-01-03',
    invoiceDateEnd: '2026-02-02',
  }),
  'how many invoices there are of some weeks': countInvoices({
    invoiceDateStart: '2026-01-03',
    invoiceDateEnd: '2026-02-02',
  }),
  ...Object.fromEntries(
    (['CREATED_AT', 'CUSTOMER_NAME', 'INVOICE_NUMBER', 'MODIFIED_AT', 'TOTAL'] as const).map((key) => [
      `invoices in a currency, by ${key}`,
      invoices({ currencyCode: 'USD', sort: [`${key}_DESC`] }, { ...PAGE, offset: 2_000 }),
    ]),
  ),
  'invoices of one customer': invoices({ customerId: LARGE_CUSTOMER }, { ...PAGE, offset: 1_200 }),
  'invoices of one customer that are PAID': invoices(
    { customerId: LARGE_CUSTOMER, status: 'PAID' },
    { ...PAGE, offset: 1_000 },
  ),
  'how many invoices there are of one customer': countInvoices({ customerId: LARGE_CUSTOMER }),
  ...Object.fromEntries(
    (['DRAFT', 'OVERDUE', 'PAID', 'SENT', 'UNPAID'] as const).map((status) => [
      `how many invoices are ${status}`,
      countInvoices({ status }),
    ]),
  ),
  ...Object.fromEntries(
    WAYS.map((way) => [`invoices by STATUS_${way}`, invoices({ sort: [`STATUS_${way}`] })]),
  ),
  'invoices that are PAID, by TOTAL_ASC': invoices(
    { status: 'PAID', sort: ['TOTAL_ASC'] },
    { ...PAGE, offset: 1_600 },
  ),
  'invoices in a currency that are PAID': invoices(
    { status: 'PAID', currencyCode: 'USD' },
    { ...PAGE, offset: 1_000 },
  ),
  'invoices that are PAID, of some weeks, by INVOICE_DATE_ASC': invoices(
    {
      status: 'PAID',
      sort: ['INVOICE_DATE_ASC'],
      invoiceDateStart: '2026-01-03',
      invoiceDateEnd: '2026-02-02',
    },
    { ...PAGE, offset: 1_600 },
  ),
  'invoices with nothing due': invoices({ amountDue: '0' }, { ...PAGE, offset: 1_600 }),
  'invoices with a digit in their number': invoices({ invoiceNumber: '7' }, { ...PAGE, offset: 0 }),
  ...Object.fromEntries(
    (['CREATED_AT_DESC', 'MODIFIED_AT_DESC', 'NAME_ASC'] as const).flatMap((order): [string, Asked][] => [
      [
        `customers by ${order}`,
        (books, db) =>
          createCustomerStore(db).listMany([books], { ...ANY_CONTACT, sort: [order] }, PAGE, 'whole'),
      ],
      [
        `vendors by ${order}`,
        (books, db) =>
          createVendorStore(db).listMany([books], { ...ANY_CONTACT, sort: [order] }, PAGE, 'whole'),
      ],
      [
        `products by ${order}`,
        (books, db) =>
          createProductStore(db).listMany([books], { ...ANY_PRODUCT, sort: [order] }, PAGE, 'whole'),
      ],
    ]),
  ),
  'how many customers there are': (books, db) =>
    createCustomerStore(db).countMany([books], { ...ANY_CONTACT, sort: [] }),
  ...Object.fromEntries(
    (
      [
        'AMOUNT_DUE',
        'AMOUNT_PAID',
        'CREATED_AT',
        'CUSTOMER_NAME',
        'DUE_AT',
        'ESTIMATE_DATE',
        'ESTIMATE_NUMBER',
        'MODIFIED_AT',
        'TOTAL',
      ] as const
    ).flatMap((key) =>
      WAYS.map((way): [string, Asked] => [
        `estimates by ${key}_${way}`,
        estimates({ sort: `${key}_${way}` }, PAGE),
      ]),
    ),
  ),
  ...Object.fromEntries(
    (['ACCEPTED', 'ACTIVE', 'DRAFT', 'EXPIRED', 'PAID', 'PARTIAL', 'UNPAID'] as const).flatMap((status) => [
      [`estimates that are ${status}`, estimates({ status })],
      [`how many estimates are ${status}`, countEstimates({ status })],
    ]),
  ),
  'estimates that are ACCEPTED, by TOTAL_DESC': estimates({ status: 'ACCEPTED', sort: 'TOTAL_DESC' }),
  'estimates that are SENT, from the first written on': estimates(
    { status: 'SENT', sort: 'CREATED_AT_ASC' },
    { ...PAGE, offset: 0 },
  ),
  ...Object.fromEntries(
    WAYS.map((way) => [`estimates by STATUS_${way}`, estimates({ sort: `STATUS_${way}` }, PAGE)]),
  ),
  'estimates in a currency': estimates({ currencyCode: 'USD' }),
  'products that were put away': (books, db) =>
    createProductStore(db).listMany(
      [books],
      { ...ANY_PRODUCT, isArchived: true, sort: ['NAME_ASC'] },
      { ...PAGE, offset: 2_000 },
      'whole',
    ),
  'how many products are sold': (books, db) =>
    createProductStore(db).countMany([books], { ...ANY_PRODUCT, isSold: true, sort: [] }),
  'how many invoices have a digit in their number': countInvoices({ invoiceNumber: '7' }),
  'how many estimates have a digit in their number': countEstimates({ estimateNumber: '7' }),
  'how many estimates there are': countEstimates({}),
  'the latest transactions, far back': (books, db) =>
    createTransactionStore(db).listMany(
      [books],
      { accountId: null, kind: null, from: null, to: null },
      PAGE,
      'whole',
    ),
}

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
    const draw = (from: number) => sql`abs(hashint8(id)) % ${sql.lit(from)}`
    await sql`update invoices set paid = case when id % 10 in (2, 3) then 0 else paid end,
      currency_code = case when ${draw(2)} = 0 then 'USD' else 'CAD' end,
      customer_id = case when ${draw(3)} = 0 then ${LARGE_CUSTOMER}::bigint else customer_id end`.execute(db)
    await sql`update estimates set deposit_total = ${draw(5)},
      currency_code = case when id % 2 = 0 then 'USD' else 'CAD' end`.execute(db)
    await addNamed(of, 'products', `select generate_series(${ROWS + 1}, ${2 * ROWS})::bigint`)
    await sql`update products set is_archived = true where id > ${ROWS}`.execute(db)
    await sql`insert into entries (business_id, id, kind, day, created_at)
      select ${books.businessId}, n, 'DEPOSIT', date '2026-01-01' + (n % 300)::integer, now()
      from generate_series(1, ${sql.lit(ROWS)}) n`.execute(db)
    await sql`analyze`.execute(db)
  }, 180_000)
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  async function rowsReadFor(name: string, ask: Asked): Promise<number> {
    const { found, rows } = await readRows(database.db, (db) => ask(books, db))
    expect(Array.isArray(found) ? found.length : PAGE.limit, name).toBe(PAGE.limit)
    return rows
  }

  it('reads rows of the page and of one stretch of the list, not all in front of it', async () => {
    const read: Record<string, number> = {}
    for (const [name, ask] of Object.entries(QUESTIONS)) read[name] = await rowsReadFor(name, ask)
    const mostOf = (name: string) =>
      /that are ACTIVE|invoices by STATUS/.test(name) ? MOST_READ_WITH_COUNT : MOST_READ
    const more = Object.entries(read).filter(([name, rows]) => rows === 0 || rows > mostOf(name))
    expect(more).toEqual([])
  })
})
