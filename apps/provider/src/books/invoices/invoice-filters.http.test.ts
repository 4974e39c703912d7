import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { MIGRATIONS } from '#database/migrate.ts'
import { readStatements } from '#database/sql-file.ts'
import { DATABASE_KINDS, integerIn } from '#testing/books-endpoint.ts'
import { startSalesWorld } from '#testing/books-world.ts'

describe.each(DATABASE_KINDS)('invoices, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind, { timezone: 'America/Toronto' })

  it('are listed by each filter and in each order, page by page', async () => {
    const [anna, bert] = [await world.sales.addCustomer('Anna'), await world.sales.addCustomer('bert')]
    const make = (invoiceNumber: string, input: Readonly<Record<string, unknown>>) =>
      world.sales.invoice({ invoiceNumber, status: 'SAVED', ...input })
    const price = (unitPrice: string) => ({ items: [world.sales.line({ unitPrice, taxes: [] })] })
    await make('A-1', { customerId: bert, invoiceDate: '2026-01-10', dueDate: '2026-02-10', ...price('300') })
    await make('A-2', { customerId: anna, invoiceDate: '2026-11-10', dueDate: '2026-12-10', ...price('100') })
    const paid = await make('A-10', { customerId: anna, invoiceDate: '2026-11-11', ...price('200') })
    await make('B', { customerId: bert, status: 'DRAFT', invoiceDate: '2026-11-12', ...price('50') })
    await make('A-3', { currency: 'EUR', exchangeRate: '1.47', customerId: bert, ...price('70') })
    await world.sales.pay(paid, '200')
    const numbersOf = async (args: string) =>
      (await world.books.list(`invoices(${args})`, 'invoiceNumber')).nodes.map(
        ({ invoiceNumber }) => invoiceNumber,
      )

    expect(await numbersOf('page: 1')).toEqual(['A-3', 'B', 'A-10', 'A-2', 'A-1'])
    expect(await numbersOf('sort: []')).toEqual(['A-3', 'B', 'A-10', 'A-2', 'A-1'])
    expect(await numbersOf(`customerId: "${anna}"`)).toEqual(['A-10', 'A-2'])
    expect(await numbersOf(`customerId: "${integerIn(anna)}"`)).toEqual(['A-10', 'A-2'])
    expect(await numbersOf('customerId: "nobody"')).toEqual([])
    expect(await numbersOf('invoiceNumber: "a-1"')).toEqual(['A-10', 'A-1'])
    expect(await numbersOf('invoiceNumber: "%"')).toEqual([])
    expect(await numbersOf('currency: EUR')).toEqual(['A-3'])
    expect(await numbersOf('amountDue: 100')).toEqual(['A-2'])
    expect(await numbersOf('amountDue: "0"')).toEqual(['A-10'])
    expect(await numbersOf('amountDue: "100.001"')).toEqual([])
    expect(await numbersOf('invoiceDateStart: "2026-11-10", invoiceDateEnd: "2026-11-11"')).toEqual([
      'A-10',
      'A-2',
    ])
    expect(await numbersOf('status: OVERDUE')).toEqual(['A-1'])
    expect(await numbersOf('status: PAID')).toEqual(['A-10'])
    expect(await numbersOf('status: DRAFT')).toEqual(['B'])
    expect(await numbersOf('status: SAVED')).toEqual(['A-3', 'A-2'])
    expect(await numbersOf('status: UNPAID')).toEqual(['A-3', 'A-2', 'A-1'])
    expect(await numbersOf('sourceId: "1"')).toEqual([])
    expect(await numbersOf('modifiedAtAfter: "2099-01-01T00:00:00Z"')).toEqual([])

    const orders: Readonly<Record<string, readonly string[]>> = {
      AMOUNT_DUE: ['A-10', 'B', 'A-3', 'A-2', 'A-1'],
      AMOUNT_PAID: ['A-1', 'A-2', 'B', 'A-3', 'A-10'],
      CREATED_AT: ['A-1', 'A-2', 'A-10', 'B', 'A-3'],
      CUSTOMER_NAME: ['A-2', 'A-10', 'A-1', 'B', 'A-3'],
      DUE_AT: ['A-1', 'A-2', 'A-10', 'B', 'A-3'],
      INVOICE_DATE: ['A-1', 'A-2', 'A-10', 'B', 'A-3'],
      INVOICE_NUMBER: ['A-1', 'A-2', 'A-3', 'A-10', 'B'],
      STATUS: ['B', 'A-2', 'A-3', 'A-1', 'A-10'],
      TOTAL: ['B', 'A-3', 'A-2', 'A-10', 'A-1'],
    }
    for (const [order, numbers] of Object.entries(orders)) {
      expect([order, await numbersOf(`sort: [${order}_ASC]`)]).toEqual([order, numbers])
      expect([order, await numbersOf(`sort: [${order}_DESC]`)]).toEqual([order, numbers.toReversed()])
    }
    expect(await numbersOf('sort: [CUSTOMER_NAME_DESC, TOTAL_ASC]')).toEqual([
      'B',
      'A-3',
      'A-1',
      'A-2',
      'A-10',
    ])

    const pages = await Promise.all([1, 2, 3].map((page) => numbersOf(`pageSize: 2, page: ${page}`)))
    expect(pages).toEqual([['A-3', 'B'], ['A-10', 'A-2'], ['A-1']])
    for (const [args, totalCount] of [
      ['status: UNPAID', 3],
      ['status: OVERDUE', 1],
      ['status: DRAFT', 1],
      ['page: 9', 5],
      [`customerId: "${anna}"`, 2],
      ['status: UNPAID, currency: EUR', 1],
    ] as const) {
      expect([args, (await world.books.list(`invoices(${args})`, 'id')).pageInfo.totalCount]).toEqual([
        args,
        totalCount,
      ])
    }
  })
  it('shows a credit note as saved or sent until it is refunded, in each filter, count and order', async () => {
    const customerId = await world.sales.addCustomer('Credited')
    const credit = await world.sales.invoice({
      ...{
        customerId,
        invoiceNumber: 'C-1',
        status: 'SAVED',
        invoiceDate: '2026-01-10',
        dueDate: '2026-02-10',
      },
      items: [world.sales.line({ quantity: '-1', unitPrice: '100', taxes: [] })],
    })
    await world.sales.invoice({
      ...{
        customerId,
        invoiceNumber: 'C-2',
        status: 'SAVED',
        invoiceDate: '2026-01-10',
        dueDate: '2026-02-10',
      },
    })
    const shown = async () => {
      const { invoice } = await world.books.select(`invoice(id: "${credit.id}") { status }`)
      const statuses = ['SAVED', 'SENT', 'PARTIAL', 'PAID', 'OVERPAID', 'OVERDUE', 'UNPAID'] as const
      const filters = await Promise.all(
        statuses.map(async (status) => {
          const args = `customerId: "${customerId}", status: ${status}`
          const { nodes, pageInfo } = await world.books.list(`invoices(${args})`, 'id')
          expect(pageInfo.totalCount).toBe(nodes.length)
          return nodes.some(({ id }) => id === credit.id) ? [status] : []
        }),
      )
      const sorted = await world.books.list(`invoices(customerId: "${customerId}", sort: [STATUS_ASC])`, 'id')
      const { customer } = await world.books.select(
        `customer(id: "${customerId}") { outstandingAmount { value } overdueAmount { value } }`,
      )
      expect(customer.outstandingAmount).toEqual({ value: '113.00' })
      expect(customer.overdueAmount).toEqual({ value: '113.00' })
      return {
        status: invoice.status,
        filters: filters.flat(),
        place: sorted.nodes.findIndex(({ id }) => id === credit.id),
      }
    }
    expect(await shown()).toEqual({ status: 'SAVED', filters: ['SAVED', 'UNPAID'], place: 0 })
    await world.books.change('invoiceMarkSent', { invoiceId: credit.id, sendMethod: 'MARKED_SENT' })
    expect(await shown()).toEqual({ status: 'SENT', filters: ['SENT', 'UNPAID'], place: 0 })
    await world.sales.pay(credit, '-40')
    expect(await shown()).toEqual({ status: 'PARTIAL', filters: ['PARTIAL', 'UNPAID'], place: 0 })
    await world.sales.pay(credit, '-60')
    expect(await shown()).toEqual({ status: 'PAID', filters: ['PAID'], place: 1 })
  })
  it('counts the credit notes of a database of an older release again', async () => {
    await world.sales.invoice({ status: 'SAVED', items: [world.sales.line({ quantity: '-1' })] })
    const { db } = world.endpoint
    const found = async () => (await verifyBooks(db, world.books.business.uuid)).map(({ check }) => check)
    await sql`update open_days set state = 'OVERPAID' where state = 'CREDIT_SAVED'`.execute(db)
    expect(await found()).toEqual(['open days'])
    const recount = join(MIGRATIONS, '033-credit-notes-and-link-makers/1-credit-notes.sql')
    for (const statement of await readStatements(recount)) await sql.raw(statement).execute(db)
    expect(await found()).toEqual([])
  })
})
