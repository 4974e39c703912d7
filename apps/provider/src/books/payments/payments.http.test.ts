import { describe, expect, it } from 'vitest'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { startSales } from '#testing/sales.ts'
import { startSalesWorld } from '#testing/books-world.ts'

const BALANCED = { accrual: 0n, cash: 0n }

describe.each(DATABASE_KINDS)('payments of invoices, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind)

  const stateOf = async (id: string) =>
    (await world.books.select(`invoice(id: "${id}") { status amountPaid { value } amountDue { value } }`))
      .invoice
  const refusedPayment = (invoice: { readonly id: string }, input: Readonly<Record<string, unknown>>) =>
    world.books.refused('invoicePaymentCreateManual', {
      invoiceId: invoice.id,
      amount: '1',
      exchangeRate: '1',
      paymentAccountId: world.sales.cash,
      paymentDate: '2026-11-20',
      paymentMethod: 'CASH',
      ...input,
    })

  it('pay a part, all, and too much; deleting one makes its amount due again', async () => {
    const invoice = await world.sales.invoice({ status: 'SAVED' })
    const first = await world.sales.pay(invoice, '50')
    expect(await stateOf(invoice.id)).toEqual({
      status: 'PARTIAL',
      amountPaid: { value: '50.00' },
      amountDue: { value: '63.00' },
    })
    expect(await world.sales.cashBalances()).toEqual({ 'Cash on Hand': 5000n, Sales: -4425n, HST: -575n })
    const second = await world.sales.pay(invoice, '63')
    expect((await stateOf(invoice.id)).status).toBe('PAID')
    expect(await world.sales.cashBalances()).toEqual({
      'Cash on Hand': 11_300n,
      Sales: -10_000n,
      HST: -1300n,
    })
    expect(await world.sales.balances()).toEqual({ 'Cash on Hand': '113.00', HST: '13.00', Sales: '100.00' })
    await world.sales.pay(invoice, '10')
    expect(await stateOf(invoice.id)).toMatchObject({ status: 'OVERPAID', amountDue: { value: '-10.00' } })
    expect((await world.sales.balances())['Accounts Receivable']).toBe('-10.00')
    expect((await world.sales.cashBalances())['Customer Credits']).toBe(-1000n)
    expect(await world.books.refused('invoiceDelete', { invoiceId: invoice.id })).toEqual([
      'input.invoiceId HAS_PAYMENTS',
    ])
    for (const { id } of [first, second, first]) {
      expect(await world.books.change('invoicePaymentDelete', { id })).toMatchObject({ didSucceed: true })
    }
    expect(await stateOf(invoice.id)).toEqual({
      status: 'PARTIAL',
      amountPaid: { value: '10.00' },
      amountDue: { value: '103.00' },
    })
    expect(await world.sales.cashBalances()).toEqual({ 'Cash on Hand': 1000n, Sales: -885n, HST: -115n })
    expect(await world.sales.trialBalance()).toMatchObject(BALANCED)
  })

  it('are listed with all their fields, alone and within an invoice read by its id', async () => {
    const invoice = await world.sales.invoice({ status: 'SAVED' })
    const later = await world.sales.pay(invoice, '20', { memo: ' Thanks ' })
    const { id } = await world.sales.pay(invoice, '5', { paymentDate: '2026-11-01' })
    const fields = `id amount active memo origin state transactionType paymentMethod paymentDate exchangeRate
      displayExchangeRate account { name } invoice { id } customer { name } invoiceCurrency { code } transactionId`
    const {
      invoicePayment,
      invoice: found,
      invoices,
    } = await world.books.select(
      `invoicePayment(id: "${later.id}") { ${fields} }
       invoice(id: "${invoice.id}") { payments { id } }
       invoices { edges { node { payments { id } } } }`,
    )
    expect(invoicePayment).toEqual({
      id: later.id,
      amount: '20.00',
      active: true,
      memo: 'Thanks',
      origin: 'MANUAL',
      state: 'SUCCEEDED',
      transactionType: 'PAYMENT',
      paymentMethod: 'CASH',
      paymentDate: '2026-11-20',
      exchangeRate: '1',
      displayExchangeRate: null,
      account: { name: 'Cash on Hand' },
      invoice: { id: invoice.id },
      customer: { name: 'Customer' },
      invoiceCurrency: { code: 'CAD' },
      transactionId: expect.any(String),
    })
    expect(found.payments).toEqual([{ id }, { id: later.id }])
    expect(invoices.edges).toEqual([{ node: { payments: null } }])
  })

  it('have a receipt, which shows that payment alone', async () => {
    const invoice = await world.sales.invoice({ status: 'SAVED' })
    await world.sales.pay(invoice, '13')
    const { id } = await world.sales.pay(invoice, '50')
    const other = await world.sales.invoice({ status: 'SAVED' })
    const input = { invoiceId: invoice.id, invoicePaymentId: id, to: ['zoe@mill.example'] }
    expect(await world.books.refused('invoicePaymentReceiptSend', { ...input, invoiceId: other.id })).toEqual(
      ['input.invoicePaymentId NOT_FOUND'],
    )
    expect(await world.books.change('invoicePaymentReceiptSend', input)).toMatchObject({ didSucceed: true })
    expect(await world.books.rowsOf('messages')).toMatchObject([
      {
        row: {
          kind: 'RECEIPT',
          attaches_pdf: false,
          document: {
            title: 'Receipt',
            dueDay: null,
            total: '113.00',
            payments: [{ day: '2026-11-20', amount: '50.00' }],
            amountDue: '50.00',
          },
        },
      },
    ])
    expect((await stateOf(invoice.id)).status).toBe('PARTIAL')
  })

  it('are refunded up to the paid amount, or the whole of a credit note', async () => {
    const invoice = await world.sales.invoice({ status: 'SAVED' })
    const paid = await world.sales.pay(invoice, '113')
    await world.sales.pay(invoice, '-13')
    expect(await stateOf(invoice.id)).toMatchObject({ status: 'PARTIAL', amountDue: { value: '13.00' } })
    expect(await refusedPayment(invoice, { amount: '-100.01' })).toEqual(['input.amount OUT_OF_RANGE'])
    expect(await world.books.refused('invoicePaymentDelete', { id: paid.id })).toEqual([
      'input.id INVALID_STATE',
    ])
    const credit = await world.sales.invoice({
      status: 'SAVED',
      items: [world.sales.line({ quantity: '-1' })],
    })
    expect((await stateOf(credit.id)).status).toBe('SAVED')
    expect(await refusedPayment(credit, { amount: '-113.01' })).toEqual(['input.amount OUT_OF_RANGE'])
    await world.sales.pay(credit, '-113')
    expect((await stateOf(credit.id)).status).toBe('PAID')
    expect(await world.sales.trialBalance()).toMatchObject(BALANCED)
  })

  it('book a gain or loss on exchange for the change of the rate since the invoice', async () => {
    const invoice = await world.sales.invoice({
      status: 'SAVED',
      currency: 'EUR',
      exchangeRate: '1.47',
      items: [world.sales.line({ unitPrice: '1000', taxes: [] })],
    })
    expect(await world.sales.balances()).toEqual({ 'Accounts Receivable (EUR)': '1470.00', Sales: '1470.00' })
    await world.sales.pay(invoice, '400', { exchangeRate: '1.485' })
    expect(await world.sales.balances()).toMatchObject({
      'Cash on Hand': '594.00',
      'Gain on Foreign Exchange': '6.00',
    })
    const bank = await world.sales.addAccount({ name: 'Euro bank', currency: 'EUR' })
    const second = await world.sales.pay(invoice, '600', { exchangeRate: '1.45', paymentAccountId: bank })
    expect(await world.sales.balances()).toEqual({
      'Cash on Hand': '594.00',
      'Euro bank': '870.00',
      'Gain on Foreign Exchange': '6.00',
      'Loss on Foreign Exchange': '12.00',
      Sales: '1470.00',
    })
    expect((await world.books.select(`account(id: "${bank}") { balance }`)).account.balance).toBe('600.00')
    await world.books.change('invoicePaymentPatch', { id: second.id, exchangeRate: '1.47' })
    expect(await world.sales.balances()).toEqual({
      'Cash on Hand': '594.00',
      'Euro bank': '882.00',
      'Gain on Foreign Exchange': '6.00',
      Sales: '1470.00',
    })
    const { invoicePayment } = await world.books.select(
      `invoicePayment(id: "${second.id}") { displayExchangeRate }`,
    )
    expect(invoicePayment.displayExchangeRate).toBe('1 EUR = 1.47 CAD')
    expect(await world.sales.trialBalance()).toMatchObject(BALANCED)
    expect((await world.sales.invoice({ currency: 'EUR' })).status).toBe('DRAFT')
  })

  it('lead to the same books in whatever order they were recorded', async () => {
    const make = async (days: readonly string[]) => {
      const other = await world.open()
      const own = await startSales(other)
      const invoice = await own.invoice({
        status: 'SAVED',
        currency: 'USD',
        exchangeRate: '1.3333333333',
        items: [own.line({ unitPrice: '33.33' }), own.line({ unitPrice: '0.07', taxes: [] })],
      })
      const amounts: Readonly<Record<string, readonly [string, string]>> = {
        '2026-11-01': ['11.11', '1.31'],
        '2026-11-02': ['7.77', '1.37'],
        '2026-11-03': ['30', '1.29'],
      }
      for (const day of days) {
        const [amount = '', exchangeRate = ''] = amounts[day] ?? []
        await own.pay(invoice, amount, { paymentDate: day, exchangeRate })
      }
      expect(await own.trialBalance()).toMatchObject(BALANCED)
      return { balances: await own.balances(), cash: await own.cashBalances() }
    }
    const days = ['2026-11-01', '2026-11-02', '2026-11-03']
    expect(await make(days.toReversed())).toEqual(await make(days))
  })

  it('follow changes of the invoice, whose customer and currency stay', async () => {
    const invoice = await world.sales.invoice({ status: 'SAVED' })
    await world.sales.pay(invoice, '56.50')
    const patch = (input: Readonly<Record<string, unknown>>) =>
      world.books.change('invoicePatch', { id: invoice.id, ...input })
    expect((await patch({ items: [world.sales.line({ unitPrice: '50' })] })).didSucceed).toBe(true)
    expect((await stateOf(invoice.id)).status).toBe('PAID')
    expect(await world.sales.balances()).toEqual({ 'Cash on Hand': '56.50', HST: '6.50', Sales: '50.00' })
    expect(await world.sales.cashBalances()).toEqual({ 'Cash on Hand': 5650n, HST: -650n, Sales: -5000n })
    const customerId = await world.sales.addCustomer('Somebody else')
    expect(
      await world.books.refused('invoicePatch', {
        id: invoice.id,
        customerId,
        currency: 'EUR',
        exchangeRate: '1.5',
      }),
    ).toEqual(['input.currency HAS_PAYMENTS', 'input.customerId HAS_PAYMENTS'])
    expect(await world.sales.trialBalance()).toMatchObject(BALANCED)
  })

  it('are refused for a draft, for zero, on accounts of the system, and at a wrong rate', async () => {
    const draft = await world.sales.invoice()
    expect(await refusedPayment(draft, {})).toEqual(['input.invoiceId INVALID_STATE'])
    const invoice = await world.sales.invoice({ status: 'SAVED' })
    expect(await refusedPayment(invoice, { amount: '0.001' })).toEqual(['input.amount OUT_OF_RANGE'])
    expect(await refusedPayment(invoice, { amount: '1e30' })).toEqual(['input.amount OUT_OF_RANGE'])
    expect(await refusedPayment(invoice, { exchangeRate: '0' })).toEqual(['input.exchangeRate OUT_OF_RANGE'])
    expect(await refusedPayment(invoice, { exchangeRate: '1.01' })).toEqual([
      'input.exchangeRate OUT_OF_RANGE',
    ])
    expect(
      await refusedPayment(invoice, { paymentAccountId: world.sales.accountId('Accounts Receivable') }),
    ).toEqual(['input.paymentAccountId SYSTEM_ACCOUNT'])
    expect(await refusedPayment(invoice, { paymentAccountId: 'x' })).toEqual([
      'input.paymentAccountId NOT_FOUND',
    ])
    const yen = await world.sales.addAccount({ name: 'Yen', currency: 'JPY' })
    expect(await refusedPayment(invoice, { paymentAccountId: yen })).toEqual([
      'input.paymentAccountId CURRENCY_MISMATCH',
    ])
    expect(await world.books.rowsOf('invoice_payments')).toEqual([])
  })
})
