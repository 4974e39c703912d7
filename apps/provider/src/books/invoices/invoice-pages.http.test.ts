import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DATABASE_KINDS,
  integerIn,
  startBooks,
  type BooksEndpoint,
  type TestBooks,
} from '#testing/books-endpoint.ts'
import { startSales } from '#testing/sales.ts'

const TODAY = '2026-11-20'
const INVOICES = 1_300
const LIVES = ['SAVED', 'SENT', 'VIEWED']

type Listed = {
  readonly id: string
  readonly customer: number
  readonly total: number
  readonly status: string
  readonly day: string
}

/** The sort order of the statuses. */
const STATUSES = ['SAVED', 'SENT', 'VIEWED', 'OVERDUE', 'PAID']

describe.each(DATABASE_KINDS)('a long list of invoices, on a database of kind %s', (kind) => {
  let endpoint: BooksEndpoint
  let books: TestBooks
  let customers: readonly string[]
  let all: readonly Listed[]

  beforeAll(async () => {
    endpoint = await startBooks(kind)
    books = await endpoint.open()
    const sales = await startSales(books)
    customers = [await sales.addCustomer('Anna'), await sales.addCustomer('Bert')]
    const [anna = '', bert = ''] = customers.map(integerIn)
    await sales.invoice({ status: 'SAVED' })
    const { rows: columns } = await books.query(sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'invoices' and is_generated = 'NEVER'`)
    const copied: Readonly<Record<string, string>> = {
      id: 'i.id + n',
      anonymous_id: 'md5(n::text)',
      invoice_number: "'N' || n",
      number_value: 'n',
      customer_id: `case when n % 5 = 0 then ${anna} else ${bert} end`,
      total: '100 + n * 7 % 500',
      paid: 'case when n % 4 = 0 then 100 + n * 7 % 500 else 0 end',
      life: `(array['${LIVES.join("','")}'])[n % 3 + 1]`,
      invoice_day: `date '2026-01-01' + n % 300`,
      due_day: `date '${TODAY}' + n % 7 - 3`,
    }
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    const values = sql.raw(columns.map(({ name }) => copied[name] ?? `i.${name}`).join(', '))
    await books.query(sql`
      insert into invoices (${names}) select ${values} from invoices i cross join generate_series(1, ${INVOICES}::int) n
      where i.business_id = ${books.business.uuid}`)
    await books.query(
      sql`delete from invoices where business_id = ${books.business.uuid} and invoice_number = '1'`,
    )
    const { rows } = await books.query(sql<Listed>`
      select id::text as id, case when customer_id = ${anna}::bigint then 0 else 1 end as customer, total::int as total,
        invoice_day as day, case when state = 'PAID' then 'PAID' when due_day < ${TODAY}::date then 'OVERDUE' else state end as status
      from invoices where business_id = ${books.business.uuid} order by invoices.id`)
    all = rows
  })
  afterAll(() => endpoint.close())

  /** Reads all pages and returns the ids of their invoices. */
  const read = async (args: string) => {
    const ids: string[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { nodes, pageInfo } = await books.list(
        `invoices(${args}, pageSize: 250, page: ${page})`,
        'internalId',
      )
      pages = pageInfo.totalPages
      ids.push(...nodes.map(({ internalId }) => internalId))
    }
    return ids
  }
  const idsOf = (invoices: readonly Listed[]) => invoices.map(({ id }) => id)
  const ordered = (keyOf: (invoice: Listed) => number) =>
    idsOf(all.toSorted((one, other) => keyOf(one) - keyOf(other)))
  const isOpen = ({ status }: Listed) => status !== 'PAID'

  it('returns each invoice once, page by page, in every order and both directions', async () => {
    expect(all).toHaveLength(INVOICES)
    const orders: Readonly<Record<string, (invoice: Listed) => number>> = {
      CREATED_AT: () => 0,
      CUSTOMER_NAME: ({ customer }) => customer,
      STATUS: ({ status }) => STATUSES.indexOf(status),
      TOTAL: ({ total }) => total,
    }
    for (const [order, keyOf] of Object.entries(orders)) {
      const expected = ordered(keyOf)
      expect([order, await read(`sort: [${order}_ASC]`)]).toEqual([order, expected])
      expect([order, await read(`sort: [${order}_DESC]`)]).toEqual([order, expected.toReversed()])
    }
  })

  it('is filtered before it is divided into pages, in every combination of filters', async () => {
    const filters: Readonly<Record<string, (invoice: Listed) => boolean>> = {
      'status: OVERDUE': ({ status }) => status === 'OVERDUE',
      'status: PAID': ({ status }) => status === 'PAID',
      'status: SENT': ({ status }) => status === 'SENT',
      'status: UNPAID': isOpen,
      [`status: UNPAID, customerId: "${customers[1]}"`]: (invoice) =>
        isOpen(invoice) && invoice.customer === 1,
      'status: UNPAID, invoiceDateEnd: "2026-09-30"': (invoice) =>
        isOpen(invoice) && invoice.day <= '2026-09-30',
      'invoiceDateStart: "2026-01-02"': ({ day }) => day >= '2026-01-02',
      'amountDue: "0"': (invoice) => !isOpen(invoice),
      'amountDue: "1.07"': (invoice) => isOpen(invoice) && invoice.total === 107,
    }
    for (const [filter, lets] of Object.entries(filters)) {
      expect([filter, await read(`${filter}, sort: [CREATED_AT_ASC]`)]).toEqual([
        filter,
        idsOf(all.filter(lets)),
      ])
    }
    expect(await read('status: UNPAID, sort: [STATUS_DESC, CREATED_AT_ASC]')).toEqual(
      STATUSES.toReversed().flatMap((status) =>
        idsOf(all.filter((invoice) => isOpen(invoice) && invoice.status === status)),
      ),
    )
    expect(await read(`customerId: "${customers[0]}", sort: [STATUS_ASC, TOTAL_DESC]`)).toEqual(
      STATUSES.flatMap((status) =>
        idsOf(
          all
            .filter((invoice) => invoice.customer === 0 && invoice.status === status)
            .toSorted((one, other) => other.total - one.total || Number(BigInt(other.id) - BigInt(one.id))),
        ),
      ),
    )
  })
})
