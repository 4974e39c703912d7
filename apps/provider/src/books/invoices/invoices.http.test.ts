import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS, integerIn } from '#testing/books-endpoint.ts'
import { startSales } from '#testing/sales.ts'
import { startSalesWorld } from '#testing/books-world.ts'

const MONEY = '{ value currency { code } }'

describe.each(DATABASE_KINDS)('invoices, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind, { timezone: 'America/Toronto' })

  it('has German titles by default for a business in Germany', async () => {
    const german = await world.open({ country_code: 'DE', city: 'Berlin' })
    const { customer, product } = await startSales(german)
    const items = [{ productId: product }]
    const { invoice } = await german.change(
      'invoiceCreate',
      { businessId: german.business.id, customerId: customer, items },
      'invoice { title itemTitle unitTitle priceTitle amountTitle }',
    )
    expect(Object.values(invoice)).toEqual(['Rechnung', 'Bezeichnung', 'Menge', 'Einzelpreis', 'Betrag'])
  })

  it('is created with defaults from the settings, the product and the customer', async () => {
    const { invoice } = await world.books.change(
      'invoiceCreate',
      {
        businessId: world.books.business.id,
        customerId: world.sales.customer,
        items: [{ productId: world.sales.product }],
      },
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
      customer: { id: world.sales.customer },
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
        product: { id: world.sales.product },
        account: { name: 'Sales' },
        taxes: [
          {
            rate: '0.13',
            amount: { value: '13.00', currency: { code: 'CAD' } },
            salesTax: { id: world.sales.tax },
          },
        ],
      },
    ])
    expect(await world.sales.trialBalance()).toEqual({ accrual: 0n, cash: 0n, postings: 0 })
  })

  it('is entered in the books when it is approved, and reversed when it is deleted', async () => {
    const draft = await world.sales.invoice({ items: [world.sales.line({ unitPrice: '200' })] })
    expect(await world.sales.balances()).toEqual({})
    const approved = await world.books.change('invoiceApprove', { invoiceId: draft.id }, 'invoice { status }')
    expect(approved).toMatchObject({ didSucceed: true, invoice: { status: 'SAVED' } })
    expect(await world.sales.balances()).toEqual({
      'Accounts Receivable': '226.00',
      HST: '26.00',
      Sales: '200.00',
    })
    expect(await world.books.refused('invoiceApprove', { invoiceId: draft.id })).toEqual([
      'input.invoiceId INVALID_STATE',
    ])
    expect(await world.books.change('invoiceDelete', { invoiceId: draft.id })).toMatchObject({
      didSucceed: true,
    })
    expect(await world.books.change('invoiceDelete', { invoiceId: draft.id })).toMatchObject({
      didSucceed: true,
    })
    expect(await world.sales.balances()).toEqual({})
    expect((await world.sales.trialBalance()).postings).toBe(6)
    expect(
      (await world.books.read(`invoice(id: "${draft.id}") { id }`)).errors?.[0]?.extensions['code'],
    ).toBe('NOT_FOUND')
    expect(await world.books.refused('invoiceApprove', { invoiceId: draft.id })).toEqual([
      'input.invoiceId NOT_FOUND',
    ])
  })

  it('is discounted before taxes, and the discount is entered on its own account', async () => {
    const lines = ['33.33', '33.33', '33.34'].map((unitPrice) => world.sales.line({ unitPrice }))
    const discounts = [{ discountType: 'PERCENTAGE', percentage: 10, name: 'Friends' }]
    const invoice = await world.sales.invoice({ items: lines, discounts, status: 'SAVED' })
    expect(invoice.total.value).toBe('101.70')
    expect(await world.sales.balances()).toEqual({
      'Accounts Receivable': '101.70',
      Discounts: '10.00',
      HST: '11.70',
      Sales: '100.00',
    })
    const patched = await world.books.change(
      'invoicePatch',
      { id: invoice.id, discounts: [{ discountType: 'FIXED', amount: '25' }] },
      'invoice { total { value } discounts { __typename name ... on FixedInvoiceDiscount { amount } } }',
    )
    expect(patched.invoice).toEqual({
      total: { value: '84.75' },
      discounts: [{ __typename: 'FixedInvoiceDiscount', name: null, amount: '25.00' }],
    })
    expect((await world.sales.balances())['Discounts']).toBe('25.00')
    expect(await world.sales.trialBalance()).toMatchObject({ accrual: 0n, cash: 0n })
  })

  it('changes in the given fields, clears texts by null, and cannot become a draft again', async () => {
    const { id } = await world.sales.invoice({ memo: 'Thanks', poNumber: 'PO 1', status: 'SAVED' })
    const patch = (input: Readonly<Record<string, unknown>>) =>
      world.books.change(
        'invoicePatch',
        { id, ...input },
        'invoice { memo poNumber title invoiceNumber status }',
      )
    expect((await patch({ memo: null, title: null, invoiceNumber: ' A-7 ' })).invoice).toEqual({
      memo: null,
      poNumber: 'PO 1',
      title: 'Invoice',
      invoiceNumber: 'A-7',
      status: 'SAVED',
    })
    expect((await patch({ status: 'SAVED' })).didSucceed).toBe(true)
    expect(await world.books.refused('invoicePatch', { id, status: 'DRAFT' })).toEqual([
      'input.status INVALID_STATE',
    ])
  })

  it('keeps its tax rates until its date changes', async () => {
    const { id } = await world.sales.invoice({ status: 'SAVED' })
    await world.books.change('salesTaxPatch', {
      id: world.sales.tax,
      rates: [
        { effective: '2000-01-01', rate: '0.05' },
        { effective: '2026-11-01', rate: '0.15' },
      ],
    })
    const patch = async (input: Readonly<Record<string, unknown>>) =>
      (await world.books.change('invoicePatch', { id, ...input }, 'invoice { taxTotal { value } }')).invoice
        .taxTotal.value
    expect(await patch({ memo: 'Same day' })).toBe('13.00')
    expect(await patch({ invoiceDate: '2026-10-31' })).toBe('5.00')
    expect((await world.sales.balances())['HST']).toBe('5.00')
    expect(await patch({ invoiceDate: '1999-12-31' })).toBe('5.00')
    const { invoice } = await world.books.change(
      'invoiceClone',
      { invoiceId: id },
      'invoice { status taxTotal { value } }',
    )
    expect(invoice).toEqual({ status: 'DRAFT', taxTotal: { value: '15.00' } })
  })

  it('has consecutive numbers, also if fifty are created at the same time', async () => {
    await world.sales.invoice({ invoiceNumber: 'TK-019' })
    const made = await Promise.all(Array.from({ length: 50 }, () => world.sales.invoice()))
    const numbers = new Set(made.map(({ invoiceNumber }) => invoiceNumber))
    expect(numbers).toEqual(new Set(Array.from({ length: 50 }, (_, index) => `TK-0${20 + index}`)))
    expect(
      await world.books.refused('invoiceCreate', world.sales.input({ invoiceNumber: 'TK-019' })),
    ).toEqual(['input.invoiceNumber NOT_UNIQUE'])
    const last = made.find(({ invoiceNumber }) => invoiceNumber === 'TK-069')
    await world.books.change('invoiceDelete', { invoiceId: last?.id })
    expect((await world.sales.invoice()).invoiceNumber).toBe('TK-069')
  })

  it('does not assign the number of a deleted invoice that had been approved', async () => {
    const { id } = await world.sales.invoice({ invoiceNumber: '0007', status: 'SAVED' })
    await world.books.change('invoiceDelete', { invoiceId: id })
    expect((await world.sales.invoice()).invoiceNumber).toBe('0008')
    expect((await world.sales.invoice({ invoiceNumber: '0007' })).invoiceNumber).toBe('0007')
  })

  it('is refused with every fault at once, and nothing is stored', async () => {
    const before = await world.books.rowsOf('invoices')
    const input = world.sales.input({
      customerId: 'x',
      exchangeRate: '1.5',
      items: [
        { productId: 'y', quantity: '1e30' },
        world.sales.line({
          taxes: [{ salesTaxId: world.sales.tax }, { salesTaxId: world.sales.tax }, { salesTaxId: 'z' }],
        }),
      ],
      discounts: [{ discountType: 'FIXED', amount: '-1' }],
    })
    expect(await world.books.refused('invoiceCreate', input)).toEqual(['input.items.0.quantity OUT_OF_RANGE'])
    const readable = { ...input, items: [{ productId: 'y' }, input.items[1]] }
    expect(await world.books.refused('invoiceCreate', readable)).toEqual([
      'input.customerId NOT_FOUND',
      'input.discounts.0.amount OUT_OF_RANGE',
      'input.items.0.productId NOT_FOUND',
      'input.items.1.taxes.1.salesTaxId NOT_UNIQUE',
      'input.items.1.taxes.2.salesTaxId NOT_FOUND',
      'input.exchangeRate OUT_OF_RANGE',
    ])
    expect(await world.books.refused('invoiceCreate', world.sales.input({ currency: 'EUR' }))).toEqual([
      'input.exchangeRate REQUIRED',
    ])
    await world.books.change('productArchive', { id: world.sales.product })
    expect(await world.books.refused('invoiceCreate', world.sales.input())).toEqual([
      'input.items.0.productId ARCHIVED',
    ])
    expect(await world.books.rowsOf('invoices')).toEqual(before)
  })

  it('returns its items and taxes completely if one query selects them several times', async () => {
    const { id } = await world.sales.invoice()
    const fields = 'items { taxes { rate } again: taxes { rate } }'
    const { a, b } = await world.books.select(
      `a: invoice(id: "${id}") { ${fields} again: ${fields} } b: invoice(id: "${id}") { ${fields} }`,
    )
    const items = [{ taxes: [{ rate: '0.13' }], again: [{ rate: '0.13' }] }]
    expect({ a, b }).toEqual({ a: { items, again: items }, b: { items } })
  })

  it('counts towards the outstanding and overdue amounts of its customer, who cannot be deleted', async () => {
    const customerId = await world.sales.addCustomer('Late payer')
    const owed = async () =>
      (
        await world.books.select(
          `customer(id: "${customerId}") { outstandingAmount ${MONEY} overdueAmount ${MONEY} }`,
        )
      ).customer
    const cad = (value: string) => ({ value, currency: { code: 'CAD' } })
    expect(await owed()).toEqual({ outstandingAmount: cad('0.00'), overdueAmount: cad('0.00') })
    const late = await world.sales.invoice({ customerId, status: 'SAVED', invoiceDate: '2026-01-01' })
    await world.sales.invoice({ customerId, status: 'SAVED' })
    await world.sales.invoice({ customerId })
    expect(await owed()).toEqual({ outstandingAmount: cad('226.00'), overdueAmount: cad('113.00') })
    await world.sales.invoice({
      customerId,
      status: 'SAVED',
      currency: 'EUR',
      exchangeRate: '1.5',
      items: [world.sales.line({ unitPrice: '10', taxes: [] })],
    })
    expect(await owed()).toEqual({ outstandingAmount: cad('241.00'), overdueAmount: cad('113.00') })
    expect(await world.books.refused('customerDelete', { id: customerId })).toEqual(['input.id IN_USE'])
    await world.sales.pay(late, '120')
    expect(await owed()).toEqual({ outstandingAmount: cad('128.00'), overdueAmount: cad('0.00') })
  })
})
