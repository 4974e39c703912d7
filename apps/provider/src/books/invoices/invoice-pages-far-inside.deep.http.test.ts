import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { addInvoices, addNamed } from '#testing/many-rows.ts'
import { seedBooks } from '#testing/seed-books.ts'
import { createInvoicePages } from './invoice-list-store.ts'
import type { InvoiceFilter } from './invoice.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')
const NOTHING_ELSE = {
  amountDue: null,
  currencyCode: null,
  customerId: null,
  dayStart: null,
  dayEnd: null,
  number: null,
  modifiedAtAfter: null,
  modifiedAtBefore: null,
  sourceId: null,
} as const

const TODAY = '2026-02-20'
const USD = `i.currency_code = 'USD'`
const OPEN = `state in ('SENT', 'PARTIAL')`
const STATUS_PLACE = `case when ${OPEN} and due_day < '${TODAY}' then 6
  else array_position(array['DRAFT', 'SAVED', 'SENT', 'VIEWED', 'PARTIAL', 'OVERDUE', 'PAID', 'OVERPAID'], state) end`
type Listed = { readonly filter: InvoiceFilter; readonly where: string; readonly order: string }

/** Lists as a caller requests them, with the same condition and order in SQL. */
const LISTS: readonly Listed[] = [
  ...(['ASC', 'DESC'] as const).flatMap((way) => [
    ...(
      [
        ['INVOICE_DATE', 'invoice_day'],
        ['AMOUNT_DUE', 'due'],
        ['AMOUNT_PAID', 'paid'],
        ['MODIFIED_AT', 'i.modified_at'],
        ['TOTAL', 'i.total'],
        ['INVOICE_NUMBER', 'number_value'],
      ] as const
    ).map(([key, column]) => ({
      filter: { sort: [`${key}_${way}`] as const },
      where: 'true',
      order: `${column} ${way}, i.id ${way}`,
    })),
    {
      filter: { sort: [`CUSTOMER_NAME_${way}`] as const },
      where: 'true',
      order: `c.name_key ${way}, c.id ${way}, i.id ${way}`,
    },
    {
      filter: { sort: [`CUSTOMER_NAME_${way}`, 'TOTAL_DESC'] as const, status: 'PAID' as const },
      where: `state = 'PAID'`,
      order: `c.name_key ${way}, c.id ${way}, i.total desc, i.id desc`,
    },
    {
      filter: { sort: [`DUE_AT_${way}`, `CREATED_AT_${way}`] as const },
      where: 'true',
      order: `due_day ${way}, i.id ${way}`,
    },
    {
      filter: { sort: [`DUE_AT_${way}`] as const, status: 'UNPAID' as const },
      where: OPEN,
      order: `due_day ${way}, i.id ${way}`,
    },
    {
      filter: { sort: [`DUE_AT_${way}`] as const, status: 'OVERDUE' as const },
      where: `${OPEN} and due_day < '${TODAY}'`,
      order: `due_day ${way}, i.id ${way}`,
    },
    {
      filter: {
        sort: [`INVOICE_DATE_${way}`] as const,
        dayStart: '2026-01-05',
        dayEnd: '2026-01-30',
      },
      where: `invoice_day between '2026-01-05' and '2026-01-30'`,
      order: `invoice_day ${way}, i.id ${way}`,
    },
    {
      filter: {
        sort: [`MODIFIED_AT_${way}`] as const,
        modifiedAtAfter: new Date('2026-02-01T00:01:10.011Z'),
      },
      where: `i.modified_at >= '2026-02-01 00:01:10.011+00'`,
      order: `i.modified_at ${way}, i.id ${way}`,
    },
    {
      filter: {
        sort: [`MODIFIED_AT_${way}`] as const,
        modifiedAtBefore: new Date('2026-02-01T00:09:20.081Z'),
      },
      where: `i.modified_at <= '2026-02-01 00:09:20.081+00'`,
      order: `i.modified_at ${way}, i.id ${way}`,
    },
    ...(
      [
        ['DRAFT', `state = 'DRAFT'`],
        ['OVERDUE', `${OPEN} and due_day < '${TODAY}'`],
        ['PAID', `state = 'PAID'`],
        ['PARTIAL', `state = 'PARTIAL' and due_day >= '${TODAY}'`],
        ['SENT', `state = 'SENT' and due_day >= '${TODAY}'`],
        ['UNPAID', OPEN],
        [null, 'true'],
      ] as const
    ).map(([status, where]) => ({
      filter: { sort: [`CREATED_AT_${way}`] as const, status },
      where,
      order: `i.id ${way}`,
    })),
  ]),
  ...[
    { filter: { currencyCode: 'USD' }, where: USD, order: 'i.id desc' },
    {
      filter: { currencyCode: 'USD', sort: ['CUSTOMER_NAME_DESC'] as const },
      where: USD,
      order: 'c.name_key desc, c.id desc, i.id desc',
    },
    {
      filter: { currencyCode: 'USD', status: 'PAID', sort: ['TOTAL_ASC'] as const } as const,
      where: `${USD} and state = 'PAID'`,
      order: 'i.total, i.id',
    },
    {
      filter: { currencyCode: 'USD', status: 'OVERDUE' } as const,
      where: `${USD} and ${OPEN} and due_day < '${TODAY}'`,
      order: 'i.id desc',
    },
    {
      filter: { currencyCode: 'CAD', status: 'OVERDUE', sort: ['DUE_AT_ASC'] as const } as const,
      where: `i.currency_code = 'CAD' and ${OPEN} and due_day < '${TODAY}'`,
      order: 'due_day, i.id',
    },
    {
      filter: {
        status: 'PAID',
        dayStart: '2026-01-05',
        dayEnd: '2026-01-30',
        sort: ['INVOICE_DATE_DESC'] as const,
      } as const,
      where: `state = 'PAID' and invoice_day between '2026-01-05' and '2026-01-30'`,
      order: 'invoice_day desc, i.id desc',
    },
    {
      filter: { status: 'UNPAID', sort: ['AMOUNT_DUE_DESC'] as const } as const,
      where: OPEN,
      order: 'due desc, i.id desc',
    },
    ...['1', '2', '30']
      .map((id) => id as RowId<'Customer'>)
      .flatMap((customerId) => [
        { filter: { customerId }, where: `customer_id = ${customerId}`, order: 'i.id desc' },
        {
          filter: { customerId, status: 'PAID', sort: ['CREATED_AT_ASC'] as const } as const,
          where: `customer_id = ${customerId} and state = 'PAID'`,
          order: 'i.id',
        },
      ]),
    {
      filter: { customerId: '30' as RowId<'Customer'>, currencyCode: 'USD' },
      where: `customer_id = 30 and ${USD}`,
      order: 'i.id desc',
    },
    ...(['PARTIAL', 'SENT'] as const).map((status) => ({
      filter: { status, sort: ['DUE_AT_ASC'] as const },
      where: `state = '${status}' and due_day >= '${TODAY}'`,
      order: 'due_day, i.id',
    })),
    {
      filter: { currencyCode: 'USD', status: 'SENT', sort: ['DUE_AT_DESC'] as const } as const,
      where: `${USD} and state = 'SENT' and due_day >= '${TODAY}'`,
      order: 'due_day desc, i.id desc',
    },
    ...[
      { filter: {}, where: 'true' },
      { filter: { currencyCode: 'USD' }, where: USD },
      { filter: { customerId: '30' as RowId<'Customer'> }, where: 'customer_id = 30' },
    ].map(({ filter, where }) => ({
      filter: { ...filter, sort: ['STATUS_ASC'] as const },
      where,
      order: `${STATUS_PLACE}, i.id`,
    })),
    { filter: { amountDue: '0.00' }, where: 'due = 0', order: 'i.id desc' },
    {
      filter: { amountDue: '0', currencyCode: 'USD', sort: ['AMOUNT_DUE_ASC'] as const } as const,
      where: `due = 0 and ${USD}`,
      order: 'i.id',
    },
  ],
  { filter: { status: 'DRAFT' as const }, where: `state = 'DRAFT'`, order: 'i.id desc' },
  { filter: { number: '1' }, where: `invoice_number like '%1%'`, order: 'i.id desc' },
  { filter: { number: 'N1' }, where: `invoice_number like 'n1%'`, order: 'i.id desc' },
  { filter: { number: '123' }, where: `invoice_number like '%123%'`, order: 'i.id desc' },
  { filter: {}, where: 'true', order: 'i.id desc' },
].map(({ filter, ...said }) => ({ filter: { ...NOTHING_ELSE, sort: [], status: null, ...filter }, ...said }))

describe.each(DATABASE_KINDS)('deep pages of a list of invoices, in %s', (kind) => {
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
      `update invoices set customer_id = 1 + id % 3 where ${some}`,
      `update customers set name_key = chr((97 + (id * 48271 + ${luck}) % 26)::integer) where business_id = '${books.businessId}'
        and id < 10`,
      `update invoices set currency_code = case currency_code when 'USD' then 'CAD' else 'USD' end where ${some}`,
      `update invoices set number_value = ${luck}, invoice_number = 'n' || id where ${some}`,
    ]
    return run(changes[luck % changes.length] ?? '')
  }

  it.each([1, 2])(
    'have the rows and totals of one SQL query over the whole list, after any writes (%i)',
    async (seed) => {
      const books = await seedBooks(database.db, NOW)
      const of = { db: database.db, businessId: books.businessId }
      await addNamed(of, 'customers', 'select generate_series(1, 30)')
      const pages = createInvoicePages(database.db, () => TODAY)
      const deepPages = createInvoicePages(database.db, () => TODAY, 1)
      const random = createSeededRandom(seed)
      for (let round = 0; round < 3; round += 1) {
        const [from, step] = [Math.floor(random() * 9) + round * 10, 10 ** (round + 1)]
        const ids = `select ${from} + ${step}::bigint * n * ${100 + round} from generate_series(1, ${700 + 300 * round}) n`
        await addInvoices(of, ids, { customers: 30 })
        await change(books, Math.floor(random() * 1000))
        await change(books, Math.floor(random() * 1000))
        await change(books, Math.floor(random() * 1000))
        if (round === 2) {
          await run(`update invoices set currency_code = 'USD' where id % 3 = 0`)
          await run(`update invoices set customer_id = 30 where id * 48271 % 7 < 5`)
        }
      }
      // Without it every plan is made for tables of a few rows: the embedded database has no autovacuum.
      await run('analyze')
      for (const { filter, where, order } of LISTS) {
        const { rows } = await sql<{
          readonly ids: readonly string[] | null
        }>`select array_agg(i.id::text order by ${sql.raw(order)}) as ids from invoices i
          join customers c on c.business_id = i.business_id and c.id = i.customer_id
          where i.business_id = ${books.businessId} and deleted_at is null and ${sql.raw(where)}`.execute(
          database.db,
        )
        const ids = rows[0]?.ids ?? []
        const offsets = [
          1,
          Math.floor(random() * ids.length),
          Math.max(0, ids.length - 3),
          ids.length,
          ids.length + 5,
        ]
        const name = `${order} ${where}`
        const [counted] = await pages.count([books], [filter])
        expect(counted?.get(books.businessId) ?? 0, name).toBe(ids.length)
        for (const offset of offsets) {
          for (const { listWhole } of [pages, deepPages]) {
            const found = await listWhole([books], filter, { page: 1, offset, limit: 40 })
            expect(
              found.map(({ id }) => id),
              `${name} ${offset}`,
            ).toEqual(ids.slice(offset, offset + 40))
          }
        }
      }
    },
  )
})
