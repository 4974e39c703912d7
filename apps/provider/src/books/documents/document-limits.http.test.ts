import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { startSalesWorld } from '#testing/books-world.ts'

describe.each(DATABASE_KINDS)('limits of documents, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind)

  const estimateInput = () => world.sales.input({ items: [world.sales.line({ unitPrice: '100' })] })
  const cloned = async (id: string) => {
    const answer = await world.books.change('invoiceClone', { invoiceId: id }, 'invoice { invoiceNumber }')
    expect(answer.inputErrors).toEqual([])
    return answer.invoice.invoiceNumber
  }
  const converted = async () => {
    const { change } = world.books
    const { estimate } = await change('estimateCreate', estimateInput(), 'estimate { id estimateNumber }')
    await change('estimateApprove', { estimateId: estimate.id })
    const answer = await change('convertEstimateToInvoice', { estimateId: estimate.id }, 'invoiceId')
    expect(answer.inputErrors).toEqual([])
    const { invoice } = await world.books.select(`invoice(id: "${answer.invoiceId}") { invoiceNumber }`)
    return invoice.invoiceNumber
  }

  it.each([
    ['thirty nines', '9'.repeat(30)],
    ['fifty characters that end in 9', `${'A'.repeat(49)}9`],
  ])('do not stop the numbering of invoices when one is numbered with %s', async (_, invoiceNumber) => {
    await world.sales.invoice({ invoiceNumber: 'TK-019' })
    const { id } = await world.sales.invoice({ invoiceNumber })
    expect((await world.sales.invoice()).invoiceNumber).toBe('TK-020')
    expect(await cloned(id)).toBe('TK-021')
    expect(await converted()).toBe('TK-022')
    const { change } = world.books
    const estimate = (input: object) =>
      change('estimateCreate', { ...estimateInput(), ...input }, 'estimate { id estimateNumber }')
    const first = await estimate({ estimateNumber: invoiceNumber })
    expect((await estimate({})).estimate.estimateNumber).toBe('2')
    const again = await change(
      'estimateClone',
      { estimateId: first.estimate.id },
      'estimate { estimateNumber }',
    )
    expect(again.estimate.estimateNumber).toBe('3')
  })

  it('apply to the sum of each account, even if lines of opposite signs lower the total', async () => {
    const other = await world.books.change(
      'accountCreate',
      { businessId: world.books.business.id, name: 'Other sales', subtype: 'INCOME' },
      'account { id }',
    )
    const product = await world.books.change(
      'productCreate',
      {
        businessId: world.books.business.id,
        name: 'Other',
        unitPrice: '1',
        incomeAccountId: other.account.id,
      },
      'product { id }',
    )
    const line = (unitPrice: string, more: object = {}) => world.sales.line({ unitPrice, taxes: [], ...more })
    const large = '900000000000'
    const elsewhere = { productId: product.product.id, quantity: '9' }
    const items = [line(large, { quantity: '9' }), line(`-${large}`, elsewhere)]
    const input = world.sales.input({ items, status: 'SAVED' })
    expect(await world.books.refused('invoiceCreate', input)).toEqual(['input.items OUT_OF_RANGE'])
    const abroad = {
      currency: 'USD',
      exchangeRate: '1000000',
      items: [line('90000000'), line('-89999999', { productId: product.product.id })],
    }
    expect(await world.books.refused('invoiceCreate', { ...input, ...abroad })).toEqual([
      'input.exchangeRate OUT_OF_RANGE',
    ])
    // This invoice is within the limit, but a payment at another rate is not.
    const { id } = await world.sales.invoice({ ...abroad, exchangeRate: '1', status: 'SAVED' })
    const payment = {
      invoiceId: id,
      amount: '1',
      paymentAccountId: world.sales.cash,
      paymentDate: '2026-11-20',
      paymentMethod: 'CASH',
    }
    expect(
      await world.books.refused('invoicePaymentCreateManual', { ...payment, exchangeRate: '1000000' }),
    ).toEqual(['input OUT_OF_RANGE'])
    // The overpayment settles a larger amount than the limit of the books.
    const tiny = await world.sales.invoice({
      currency: 'USD',
      exchangeRate: '1000000',
      items: [line('0.01')],
      status: 'SAVED',
    })
    expect(
      await world.books.refused('invoicePaymentCreateManual', {
        ...payment,
        invoiceId: tiny.id,
        amount: '900000000000',
        exchangeRate: '0.0001',
      }),
    ).toEqual(['input OUT_OF_RANGE'])
    expect(await verifyBooks(world.endpoint.db, world.books.business.uuid)).toEqual([])
  })

  it('apply to the balance of an account over several invoices', async () => {
    const amount = '10000000000000'
    const transaction = (externalId: string) => ({
      businessId: world.books.business.id,
      externalId,
      date: '2026-11-20',
      description: 'Large',
      anchor: { accountId: world.sales.cash, amount, direction: 'DEPOSIT' },
      lineItems: [{ accountId: world.sales.accountId('Sales'), amount, balance: 'INCREASE' }],
    })
    expect((await world.books.change('moneyTransactionCreate', transaction('first'))).didSucceed).toBe(true)
    // The balance after 9,223 such transactions.
    await world.endpoint.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update account_days set debit = 9223000000000000000 where debit > 0`.execute(trx)
    })
    expect(await world.books.refused('moneyTransactionCreate', transaction('second'))).toEqual([
      'input OUT_OF_RANGE',
    ])
  })

  it.each([
    ['invoiceCreate', { invoiceDate: '0001-01-01' }, 'invoiceDate'],
    ['invoiceCreate', { dueDate: '9999-12-31' }, 'dueDate'],
    ['estimateCreate', { estimateDate: '0001-01-01' }, 'estimateDate'],
  ])('make %s refuse %o', async (mutation, input, field) => {
    expect(await world.books.refused(mutation, { ...estimateInput(), ...input })).toContain(
      `input.${field} OUT_OF_RANGE`,
    )
  })

  it('refuse payments dated outside the range of the books, and payments to an income account', async () => {
    const { id: invoiceId } = await world.sales.invoice({ status: 'SAVED' })
    const payment = {
      amount: '1',
      paymentAccountId: world.sales.accountId('Sales'),
      paymentDate: '9999-12-31',
      paymentMethod: 'CASH',
    }
    expect(
      await world.books.refused('invoicePaymentCreateManual', { ...payment, invoiceId, exchangeRate: '1' }),
    ).toEqual(['input.paymentDate OUT_OF_RANGE'])
    expect(
      await world.books.refused('invoicePaymentCreateManual', {
        ...payment,
        invoiceId,
        exchangeRate: '1',
        paymentDate: '2026-11-20',
      }),
    ).toEqual(['input.paymentAccountId INVALID'])
    const { estimate } = await world.books.change('estimateCreate', estimateInput(), 'estimate { id }')
    await world.books.change('estimateApprove', { estimateId: estimate.id })
    const deposit = { ...payment, estimateId: estimate.id, paymentDate: '2026-11-20' }
    expect(await world.books.refused('estimateDepositPaymentCreateManual', deposit)).toEqual([
      'input.paymentAccountId INVALID',
    ])
  })
})
