import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  DATABASE_KINDS,
  integerIn,
  startBooks,
  type BooksEndpoint,
  type TestBooks,
} from '#testing/books-endpoint.ts'
import { startSales, type Sales } from '#testing/sales.ts'

const MONEY = '{ value currency { code } }'

describe.each(DATABASE_KINDS)('invoices, on a database of kind %s', (kind) => {
  let endpoint: BooksEndpoint
  let books: TestBooks
  let sales: Sales

  beforeAll(async () => {
    endpoint = await startBooks(kind)
  })
  afterAll(() => endpoint.close())
  beforeEach(async () => {
    books = await endpoint.open({ timezone: 'America/Toronto' })
    sales = await startSales(books)
  })

  it('begins in German where the business is in Germany', async () => {
    const german = await endpoint.open({ country_code: 'DE', city: 'Berlin' })
    const { customer, product } = await startSales(german)
    const items = [{ productId: product }]
    const { invoice } = await german.change(
      'invoiceCreate',
      { businessId: german.business.id, customerId: customer, items },
      'invoice { title itemTitle unitTitle priceTitle amountTitle }',
    )
    expect(Object.values(invoice)).toEqual(['Rechnung', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag'])
  })

  it('is written with what the settings, the product and the customer say', async () => {
    const { invoice } = await books.change(
      'invoiceCreate',
      { businessId: books.business.id, customerId: sales.customer, items: [{ productId: sales.product }] },
      `invoice { invoiceNumber invoiceDate dueDate status title itemTitle memo hideUnit exchangeRate internalId id
        currency { code } customer { id } source { __typename } attachments { id } invoiceReminders { id } discounts { name }
        subtotal ${MONEY} taxTotal ${MONEY} discountTotal ${MONEY} total ${MONEY} amountDue ${MONEY} amountPaid ${MONEY}
        items { description quantity unitPrice price subtotal ${MONEY} total ${MONEY} product { id } account { name }
          taxes { rate amount ${MONEY} salesTax { id } } } }`,
    )
    expect(invoice).toMatchObject({
      invoiceNumber: '1',
      invoiceDate: '2026-11-20',
      dueDate: '2026-12-20',
      status: 'DRAFT',
      title: 'Invoice',
      itemTitle: 'Items',
      memo: null,
      hideUnit: false,
      exchangeRate: '1',
      currency: { code: 'CAD' },
      customer: { id: sales.customer },
      source: null,
      attachments: [],
      invoiceReminders: [],
      discounts: [],
      subtotal: { value: '100.00', currency: { code: 'CAD' } },
      taxTotal: { value: '13.00' },
      discountTotal: { value: '0.00' },
      total: { value: '113.00' },
      amountDue: { value: '113.00' },
      amountPaid: { value: '0.00' },
    })
    expect(invoice.internalId).toBe(integerIn(invoice.id))
    expect(invoice.items).toEqual([
      {
        description: 'By the day',
        quantity: '1',
        unitPrice: '100',
        price: '100',
        subtotal: { value: '100.00', currency: { code: 'CAD' } },
        total: { value: '113.00', currency: { code: 'CAD' } },
        product: { id: sales.product },
        account: { name: 'Sales' },
        taxes: [
          {
            rate: '0.13',
            amount: { value: '13.00', currency: { code: 'CAD' } },
            salesTax: { id: sales.tax },
          },
        ],
      },
    ])
    expect(await sales.trialBalance()).toEqual({ accrual: 0n, cash: 0n, postings: 0 })
  })

  it('counts in the books once it is approved, and no more once it is deleted', async () => {
    const draft = await sales.invoice({ items: [sales.line({ unitPrice: '200' })] })
    expect(await sales.balances()).toEqual({})
    const approved = await books.change('invoiceApprove', { invoiceId: draft.id }, 'invoice { status }')
    expect(approved).toMatchObject({ didSucceed: true, invoice: { status: 'SAVED' } })
    expect(await sales.balances()).toEqual({ 'Accounts Receivable': '226.00', HST: '26.00', Sales: '200.00' })
    expect(await books.refused('invoiceApprove', { invoiceId: draft.id })).toEqual([
      'input.invoiceId INVALID_STATE',
    ])
    expect(await books.change('invoiceDelete', { invoiceId: draft.id })).toMatchObject({ didSucceed: true })
    expect(await books.change('invoiceDelete', { invoiceId: draft.id })).toMatchObject({ didSucceed: true })
    expect(await sales.balances()).toEqual({})
    expect((await sales.trialBalance()).postings).toBe(6)
    expect((await books.read(`invoice(id: "${draft.id}") { id }`)).errors?.[0]?.extensions['code']).toBe(
      'NOT_FOUND',
    )
    expect(await books.refused('invoiceApprove', { invoiceId: draft.id })).toEqual([
      'input.invoiceId NOT_FOUND',
    ])
  })

  it('is discounted before taxes, and the books have it on an account of its own', async () => {
    const lines = ['33.33', '33.33', '33.34'].map((unitPrice) => sales.line({ unitPrice }))
    const discounts = [{ discountType: 'PERCENTAGE', percentage: 10, name: 'Friends' }]
    const invoice = await sales.invoice({ items: lines, discounts, status: 'SAVED' })
    expect(invoice.total.value).toBe('101.70')
    expect(await sales.balances()).toEqual({
      'Accounts Receivable': '101.70',
      Discounts: '10.00',
      HST: '11.70',
      Sales: '100.00',
    })
    const patched = await books.change(
      'invoicePatch',
      { id: invoice.id, discounts: [{ discountType: 'FIXED', amount: '25' }] },
      'invoice { total { value } discounts { __typename name ... on FixedInvoiceDiscount { amount } } }',
    )
    expect(patched.invoice).toEqual({
      total: { value: '84.75' },
      discounts: [{ __typename: 'FixedInvoiceDiscount', name: null, amount: '25.00' }],
    })
    expect((await sales.balances())['Discounts']).toBe('25.00')
    expect(await sales.trialBalance()).toMatchObject({ accrual: 0n, cash: 0n })
  })

  it('is changed by what is given; texts can be cleared, and a draft does not come back', async () => {
    const { id } = await sales.invoice({ memo: 'Thanks', poNumber: 'PO 1', status: 'SAVED' })
    const patch = (input: Readonly<Record<string, unknown>>) =>
      books.change('invoicePatch', { id, ...input }, 'invoice { memo poNumber title invoiceNumber status }')
    expect((await patch({ memo: null, title: null, invoiceNumber: ' A-7 ' })).invoice).toEqual({
      memo: null,
      poNumber: 'PO 1',
      title: 'Invoice',
      invoiceNumber: 'A-7',
      status: 'SAVED',
    })
    expect((await patch({ status: 'SAVED' })).didSucceed).toBe(true)
    expect(await books.refused('invoicePatch', { id, status: 'DRAFT' })).toEqual([
      'input.status INVALID_STATE',
    ])
  })

  it('keeps the rates it was written at, until it is dated on another day', async () => {
    const { id } = await sales.invoice({ status: 'SAVED' })
    await books.change('salesTaxPatch', {
      id: sales.tax,
      rates: [
        { effective: '2000-01-01', rate: '0.05' },
        { effective: '2026-11-01', rate: '0.15' },
      ],
    })
    const patch = async (input: Readonly<Record<string, unknown>>) =>
      (await books.change('invoicePatch', { id, ...input }, 'invoice { taxTotal { value } }')).invoice
        .taxTotal.value
    expect(await patch({ memo: 'Same day' })).toBe('13.00')
    expect(await patch({ invoiceDate: '2026-10-31' })).toBe('5.00')
    expect((await sales.balances())['HST']).toBe('5.00')
    expect(await patch({ invoiceDate: '1999-12-31' })).toBe('5.00')
    const { invoice } = await books.change(
      'invoiceClone',
      { invoiceId: id },
      'invoice { status taxTotal { value } }',
    )
    expect(invoice).toEqual({ status: 'DRAFT', taxTotal: { value: '15.00' } })
  })

  it('has numbers one after the other, also under fifty at the same time', async () => {
    await sales.invoice({ invoiceNumber: 'TK-019' })
    const made = await Promise.all(Array.from({ length: 50 }, () => sales.invoice()))
    const numbers = new Set(made.map(({ invoiceNumber }) => invoiceNumber))
    expect(numbers).toEqual(new Set(Array.from({ length: 50 }, (_, index) => `TK-0${20 + index}`)))
    expect(await books.refused('invoiceCreate', sales.input({ invoiceNumber: 'TK-019' }))).toEqual([
      'input.invoiceNumber NOT_UNIQUE',
    ])
    const last = made.find(({ invoiceNumber }) => invoiceNumber === 'TK-069')
    await books.change('invoiceDelete', { invoiceId: last?.id })
    expect((await sales.invoice()).invoiceNumber).toBe('TK-069')
  })

  it('does not give the number of an invoice again that was approved once', async () => {
    const { id } = await sales.invoice({ invoiceNumber: '0007', status: 'SAVED' })
    await books.change('invoiceDelete', { invoiceId: id })
    expect((await sales.invoice()).invoiceNumber).toBe('0008')
    expect((await sales.invoice({ invoiceNumber: '0007' })).invoiceNumber).toBe('0007')
  })

  it('says all that is wrong at once, and writes nothing', async () => {
    const before = await books.rowsOf('invoices')
    const input = sales.input({
      customerId: 'x',
      exchangeRate: '1.5',
      items: [
        { productId: 'y', quantity: '1e30' },
        sales.line({ taxes: [{ salesTaxId: sales.tax }, { salesTaxId: sales.tax }, { salesTaxId: 'z' }] }),
      ],
      discounts: [{ discountType: 'FIXED', amount: '-1' }],
    })
    expect(await books.refused('invoiceCreate', input)).toEqual(['input.items.0.quantity OUT_OF_RANGE'])
    const readable = { ...input, items: [{ productId: 'y' }, input.items[1]] }
    expect(await books.refused('invoiceCreate', readable)).toEqual([
      'input.customerId NOT_FOUND',
      'input.discounts.0.amount OUT_OF_RANGE',
      'input.items.0.productId NOT_FOUND',
      'input.items.1.taxes.1.salesTaxId NOT_UNIQUE',
      'input.items.1.taxes.2.salesTaxId NOT_FOUND',
      'input.exchangeRate OUT_OF_RANGE',
    ])
    expect(await books.refused('invoiceCreate', sales.input({ currency: 'EUR' }))).toEqual([
      'input.exchangeRate REQUIRED',
    ])
    await books.change('productArchive', { id: sales.product })
    expect(await books.refused('invoiceCreate', sales.input())).toEqual(['input.items.0.productId ARCHIVED'])
    expect(await books.rowsOf('invoices')).toEqual(before)
  })

  it('is marked as sent, and a draft is not', async () => {
    const { id } = await sales.invoice()
    const markSent = (input: Readonly<Record<string, unknown>> = {}) =>
      books.change(
        'invoiceMarkSent',
        { invoiceId: id, sendMethod: 'GMAIL', ...input },
        'invoice { status lastSentAt lastSentVia }',
      )
    expect((await markSent()).inputErrors).toMatchObject([{ code: 'INVALID_STATE' }])
    await books.change('invoiceApprove', { invoiceId: id })
    expect((await markSent({ sendMethod: 'NOT_SENT' })).inputErrors).toMatchObject([{ code: 'INVALID' }])
    expect((await markSent({ sendMethod: 'SKIPPED' })).invoice.status).toBe('SAVED')
    expect((await markSent({ sentAt: '2026-11-01T10:00:00Z' })).invoice).toEqual({
      status: 'SENT',
      lastSentAt: '2026-11-01T10:00:00.000Z',
      lastSentVia: 'GMAIL',
    })
  })

  it('is sent with the address of its page, once it is approved and where the business lets it', async () => {
    const { id } = await sales.invoice({ items: [sales.line({ unitPrice: '30' })] })
    const send = (input: Readonly<Record<string, unknown>> = {}) =>
      books.change(
        'invoiceSend',
        { invoiceId: id, to: [' zoe@mill.example '], ...input },
        'invoice { status lastSentAt lastSentVia anonymousId viewUrl pdfUrl }',
      )
    expect((await send()).inputErrors).toMatchObject([
      { path: ['input', 'invoiceId'], code: 'INVALID_STATE' },
    ])
    await books.change('invoiceApprove', { invoiceId: id })
    expect((await send({ to: [] })).inputErrors).toMatchObject([{ path: ['input', 'to'], code: 'REQUIRED' }])
    expect(await books.rowsOf('messages')).toEqual([])
    const { invoice } = await send({ attachPDF: true, subject: 'For you', message: 'Here.' })
    expect(invoice).toEqual({
      status: 'SENT',
      lastSentAt: '2026-11-20T08:00:00.000Z',
      lastSentVia: 'WAVE',
      anonymousId: expect.stringMatching(/^[\w-]{22}$/),
      viewUrl: `https://harbour.example/invoices/${invoice.anonymousId}`,
      pdfUrl: `https://harbour.example/invoices/${invoice.anonymousId}/pdf`,
    })
    expect(await books.rowsOf('messages')).toMatchObject([
      {
        row: {
          kind: 'INVOICE',
          recipients: ['zoe@mill.example'],
          subject: 'For you',
          attaches_pdf: true,
          view_path: `/invoices/${invoice.anonymousId}`,
          document: { kind: 'INVOICE', total: '33.90', amountDue: '33.90' },
        },
      },
    ])
    await books.allowMail(false)
    expect((await send()).inputErrors).toMatchObject([{ path: ['input', 'invoiceId'], code: 'NOT_ENABLED' }])
  })

  it('is listed by each filter and in each order, page by page', async () => {
    const [anna, bert] = [await sales.addCustomer('Anna'), await sales.addCustomer('bert')]
    const make = (invoiceNumber: string, input: Readonly<Record<string, unknown>>) =>
      sales.invoice({ invoiceNumber, status: 'SAVED', ...input })
    const price = (unitPrice: string) => ({ items: [sales.line({ unitPrice, taxes: [] })] })
    await make('A-1', { customerId: bert, invoiceDate: '2026-01-10', dueDate: '2026-02-10', ...price('300') })
    await make('A-2', { customerId: anna, invoiceDate: '2026-11-10', dueDate: '2026-12-10', ...price('100') })
    const paid = await make('A-10', { customerId: anna, invoiceDate: '2026-11-11', ...price('200') })
    await make('B', { customerId: bert, status: 'DRAFT', invoiceDate: '2026-11-12', ...price('50') })
    await make('A-3', { currency: 'EUR', exchangeRate: '1.47', customerId: bert, ...price('70') })
    await sales.pay(paid, '200')
    const numbersOf = async (args: string) =>
      (await books.list(`invoices(${args})`, 'invoiceNumber')).nodes.map(({ invoiceNumber }) => invoiceNumber)

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
      expect([args, (await books.list(`invoices(${args})`, 'id')).pageInfo.totalCount]).toEqual([
        args,
        totalCount,
      ])
    }
  })

  it('tells what belongs to it once, however often one call asks', async () => {
    const { id } = await sales.invoice()
    const fields = 'items { taxes { rate } again: taxes { rate } }'
    const { a, b } = await books.select(
      `a: invoice(id: "${id}") { ${fields} again: ${fields} } b: invoice(id: "${id}") { ${fields} }`,
    )
    const items = [{ taxes: [{ rate: '0.13' }], again: [{ rate: '0.13' }] }]
    expect({ a, b }).toEqual({ a: { items, again: items }, b: { items } })
  })

  it('makes its customer owe, and a customer that owes stays on the list', async () => {
    const customerId = await sales.addCustomer('Late payer')
    const owed = async () =>
      (
        await books.select(
          `customer(id: "${customerId}") { outstandingAmount ${MONEY} overdueAmount ${MONEY} }`,
        )
      ).customer
    const cad = (value: string) => ({ value, currency: { code: 'CAD' } })
    expect(await owed()).toEqual({ outstandingAmount: cad('0.00'), overdueAmount: cad('0.00') })
    const late = await sales.invoice({ customerId, status: 'SAVED', invoiceDate: '2026-01-01' })
    await sales.invoice({ customerId, status: 'SAVED' })
    await sales.invoice({ customerId })
    expect(await owed()).toEqual({ outstandingAmount: cad('226.00'), overdueAmount: cad('113.00') })
    await sales.invoice({
      customerId,
      status: 'SAVED',
      currency: 'EUR',
      exchangeRate: '1.5',
      items: [sales.line({ unitPrice: '10', taxes: [] })],
    })
    expect(await owed()).toEqual({ outstandingAmount: cad('241.00'), overdueAmount: cad('113.00') })
    expect(await books.refused('customerDelete', { id: customerId })).toEqual(['input.id IN_USE'])
    await sales.pay(late, '120')
    expect(await owed()).toEqual({ outstandingAmount: cad('128.00'), overdueAmount: cad('0.00') })
  })
})
