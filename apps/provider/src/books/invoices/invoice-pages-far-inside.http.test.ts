import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import type { Books } from '#books/open-books.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { seedBooks } from '#testing/seed-books.ts'
import { createInvoicePages } from './invoice-page-store.ts'
import type { InvoiceFilter } from './invoice.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')
const NOTHING_ELSE = {
  amountDue: null,
  currencyCode: null,
  customerId: null,
  invoiceDateStart: null,
  invoiceDateEnd: null,
  invoiceNumber: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
  sourceId: null,
} as const

/** Lists that have entrances, as a caller asks for them, and as they are said in plain SQL. */
const LISTS: readonly { readonly filter: InvoiceFilter; readonly where: string; readonly order: string }[] = [
  ...(['ASC', 'DESC'] as const).flatMap((way) => [
    { sort: [`CREATED_AT_${way}`] as const, status: null, where: 'true', order: `i.id ${way}` },
    {
      sort: [`INVOICE_DATE_${way}`] as const,
      status: null,
      where: 'true',
      order: `invoice_day ${way}, i.id ${way}`,
    },
    {
      sort: [`DUE_AT_${way}`, `CREATED_AT_${way}`] as const,
      status: null,
      where: 'true',
      order: `due_day ${way}, i.id ${way}`,
    },
    { sort: [`AMOUNT_DUE_${way}`] as const, status: null, where: 'true', order: `due ${way}, i.id ${way}` },
    { sort: [`AMOUNT_PAID_${way}`] as const, status: null, where: 'true', order: `paid ${way}, i.id ${way}` },
    {
      sort: [`MODIFIED_AT_${way}`] as const,
      status: null,
      where: 'true',
      order: `i.modified_at ${way}, i.id ${way}`,
    },
    {
      sort: [`CREATED_AT_${way}`] as const,
      status: 'UNPAID' as const,
      where: `state in ('SENT', 'PARTIAL')`,
      order: `i.id ${way}`,
    },
    {
      sort: [`CREATED_AT_${way}`] as const,
      status: 'OVERDUE' as const,
      where: `state in ('SENT', 'PARTIAL') and due_day < '2026-02-20'`,
      order: `i.id ${way}`,
    },
    { sort: [`TOTAL_${way}`] as const, status: null, where: 'true', order: `i.total ${way}, i.id ${way}` },
    {
      sort: [`CREATED_AT_${way}`] as const,
      status: 'PAID' as const,
      where: `state = 'PAID'`,
      order: `i.id ${way}`,
    },
  ]),
  { sort: [], status: 'DRAFT' as const, where: `state = 'DRAFT'`, order: 'i.id desc' },
  { sort: [], status: null, where: 'true', order: 'i.id desc' },
  {
    sort: ['DUE_AT_ASC'] as const,
    status: 'UNPAID' as const,
    where: `state in ('SENT', 'PARTIAL')`,
    order: 'due_day, i.id',
  },
  {
    sort: ['DUE_AT_DESC'] as const,
    status: 'OVERDUE' as const,
    where: `state in ('SENT', 'PARTIAL') and due_day < '2026-02-20'`,
    order: 'due_day desc, i.id desc',
  },
].map(({ sort, status, where, order }) => ({ filter: { ...NOTHING_ELSE, sort, status }, where, order }))

describe.each(DATABASE_KINDS)('pages far inside a list of invoices, in %s', (kind) => {
  let own: OwnDatabase | undefined
  let database: OpenDatabase

  beforeAll(async () => {
    own = kind === 'postgres' ? await makeOwnDatabase() : undefined
    database = await openDatabase(own?.location ?? { kind: 'memory' })
  })
  afterAll(async () => {
    await database.close()
    await own?.drop()
  })

  const run = (statement: string) => sql.raw(statement).execute(database.db)

  /** Invoices of these ids, most of them paid, on days and with amounts of which many are alike. */
  const addInvoices = (books: Books, ids: string) =>
    run(
      `insert into invoices (business_id, id, anonymous_id, customer_id, currency_code, exchange_rate, invoice_number,
        invoice_day, due_day, life, title, item_title, unit_title, price_title, amount_title, hide_amount, hide_description,
        hide_name, hide_price, hide_unit, disable_amex_payments, disable_bank_payments, disable_credit_card_payments,
        require_terms_of_service, subtotal, discount_total, tax_total, total, total_base, paid, settled_base, approved_at,
        created_at, modified_at)
      select '${books.businessId}', n, md5('${books.businessId}' || n), 1, 'CAD', 1, n::text,
        date '2026-01-01' + (n * 7919 % 40)::integer, date '2026-02-01' + (n * 104729 % 40)::integer,
        case when n % 5 = 0 then 'DRAFT' else 'SENT' end, '', '', '', '', '', false, false, false, false, false, false, false,
        false, false, total, 0, 0, total, total, case when n % 5 in (0, 1) then 0 else total end, 0,
        case when n % 5 = 0 then null else now() end, now(),
        timestamptz '2026-02-01 00:00:00.001+00' + n * 31337 % 97 * interval '7.001 seconds'
      from (select n, n * 31337 % 90 as total from (${ids}) ids (n)) drawn`.replaceAll(`''`, `'x'`),
    )

  /** Changes a share of the invoices in one way, chosen by a number. */
  const change = (books: Books, luck: number) => {
    const some = `business_id = '${books.businessId}' and (id * 48271 + ${luck}) % 7 = 0 and deleted_at is null`
    const changes = [
      `update invoices set deleted_at = now() where ${some}`,
      `update invoices set invoice_day = invoice_day + 400 where ${some}`,
      `update invoices set due_day = date '2020-05-05' where ${some}`,
      `update invoices set paid = 7 where ${some} and life <> 'DRAFT'`,
      `update invoices set total = total + 1, modified_at = now() where ${some}`,
      `delete from invoices where ${some}`,
    ]
    return run(changes[luck % changes.length] ?? '')
  }

  const differences = async (books: Books) =>
    (await verifyBooks(database.db, books.businessId)).filter(({ check }) => check === 'invoice stretches')

  it.each([1, 2])(
    'are those that counting from the beginning finds, whatever was written (%i)',
    async (seed) => {
      const books = await seedBooks(database.db, NOW)
      await run(`insert into customers (business_id, id, name, name_key, created_at, modified_at)
      values ('${books.businessId}', 1, 'Anna', 'anna', now(), now())`)
      const pages = createInvoicePages(database.db, () => '2026-02-20', 1)
      const random = createSeededRandom(seed)
      for (let round = 0; round < 3; round += 1) {
        const [from, step] = [Math.floor(random() * 9) + round * 10, 10 ** (round + 1)]
        await addInvoices(
          books,
          `select ${from} + ${step}::bigint * n * ${100 + round} from generate_series(1, ${700 + 300 * round}) n`,
        )
        await change(books, Math.floor(random() * 1000))
        await change(books, Math.floor(random() * 1000))
        expect(await differences(books)).toEqual([])
      }
      for (const { filter, where, order } of LISTS) {
        const { rows } = await sql<{ readonly id: string }>`select i.id::text as id from invoices i
        where business_id = ${books.businessId} and deleted_at is null and ${sql.raw(where)}
        order by ${sql.raw(order)}`.execute(database.db)
        const offsets = [
          1,
          Math.floor(random() * rows.length),
          Math.max(0, rows.length - 3),
          rows.length,
          rows.length + 5,
        ]
        for (const offset of offsets) {
          const found = await pages.listWhole([books], filter, { page: 1, offset, limit: 40 })
          expect(
            found.map(({ id }) => id),
            `${order} ${where} ${offset}`,
          ).toEqual(rows.slice(offset, offset + 40).map(({ id }) => id))
        }
      }
      const { rows: sizes } = await sql<{ n: number }>`select n from invoice_stretches
      where business_id = ${books.businessId} and list = 'CREATED_AT'`.execute(database.db)
      expect(sizes.length).toBeGreaterThan(2)
      expect(Math.max(...sizes.map(({ n }) => n))).toBeLessThanOrEqual(1000)
      await run(`delete from businesses where id = '${books.businessId}'`)
    },
  )
})
