import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { DATABASE_KINDS, startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { startSales } from '#testing/sales.ts'

type Damage = (own: RawBuilder<unknown>) => RawBuilder<unknown>
type Input = Readonly<Record<string, unknown>>

describe.each(DATABASE_KINDS)('ledger entries of estimates, on a database of kind %s', (kind) => {
  let endpoint: BooksEndpoint
  let approved: TestBooks

  beforeAll(async () => {
    endpoint = await startBooks(kind)
    const { books, approve } = await startConverted()
    await approve()
    approved = books
  })
  afterAll(() => endpoint.close())

  /** Starts a business with an approved estimate of 132.21, its paid deposit, and the draft invoice converted from it. */
  async function startConverted(input: Input = {}, paid: readonly string[] = ['50']) {
    const books = await endpoint.open()
    const sales = await startSales(books)
    const succeed = async (name: string, change: Input, selection = '') => {
      const answer = await books.change(name, change, selection)
      expect(answer.inputErrors).toEqual([])
      return answer
    }
    const { estimate } = await succeed(
      'estimateCreate',
      {
        ...sales.input({
          items: [sales.line({ unitPrice: '100' }), sales.line({ unitPrice: '10', quantity: '3' })],
        }),
        discounts: [{ discountType: 'PERCENTAGE', percentage: '10', name: 'Spring' }],
        depositStatus: 'ENABLED_OPTIONAL',
        depositUnit: 'PERCENTAGE',
        depositValue: '33.333333',
        ...input,
      },
      'estimate { id depositTotal { value } }',
    )
    const estimateId: string = estimate.id
    await succeed('estimateApprove', { estimateId })
    for (const amount of paid) {
      const payment = { estimateId, amount, paymentDate: '2026-11-20', paymentMethod: 'CASH' }
      await succeed('estimateDepositPaymentCreateManual', payment)
    }
    const { invoiceId } = await succeed('convertEstimateToInvoice', { estimateId }, 'invoiceId')
    const patch = (unitPrice: string) =>
      succeed('invoicePatch', { id: invoiceId, items: [sales.line({ unitPrice, taxes: [] })], discounts: [] })
    const read = async () =>
      (await books.select(`invoice(id: "${invoiceId}") { status amountPaid { value } amountDue { value } }`))
        .invoice
    const approve = async () => {
      await succeed('invoiceApprove', { invoiceId })
      const { status, amountPaid, amountDue } = await read()
      return [status, amountPaid.value, amountDue.value]
    }
    return { books, sales, estimateId, invoiceId: invoiceId as string, patch, approve, succeed }
  }
  const verify = (books: TestBooks) => verifyBooks(endpoint.endpoint.db, books.business.uuid)
  const creditsOf = async (books: TestBooks) => {
    const { rows } = await books.query(sql<{ amount: string; base: string }>`
      select sum(p.amount)::text as amount, sum(p.base_amount)::text as base from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'CREDITS:%'
      where p.business_id = ${books.business.uuid}`)
    return rows[0]
  }

  it.each([
    ['less than it', '100.01', ['PARTIAL', '50.00', '50.01'], { amount: '0', base: '0' }],
    ['exactly it', '50', ['PAID', '50.00', '0.00'], { amount: '0', base: '0' }],
    [
      'more than it, and the rest stays the customer’s',
      '49.99',
      ['PAID', '49.99', '0.00'],
      { amount: '-1', base: '-1' },
    ],
    [
      'something for nothing, which stays the customer’s',
      '0',
      ['PAID', '0.00', '0.00'],
      { amount: '-5000', base: '-5000' },
    ],
    [
      'something for a credit note, which stays the customer’s',
      '-10',
      ['SAVED', '0.00', '-10.00'],
      { amount: '-5000', base: '-5000' },
    ],
  ] as const)('apply to an approved invoice a deposit of %s', async (_, price, shown, credits) => {
    const { books, patch, approve } = await startConverted()
    await patch(price)
    expect(await approve()).toEqual(shown)
    expect(await creditsOf(books)).toEqual(credits)
    expect(await verify(books)).toEqual([])
  })

  describe('a paid deposit', () => {
    const dollars = { currency: 'USD', exchangeRate: '1.40' }

    it('fixes the currency and the customer of the draft invoice', async () => {
      const { books, sales, invoiceId, approve } = await startConverted(dollars, ['50'])
      const customerId = await sales.addCustomer('Somebody else')
      const change = { id: invoiceId, currency: 'JPY', exchangeRate: '0.01', customerId }
      expect(await books.refused('invoicePatch', change)).toEqual([
        'input.currency HAS_PAYMENTS',
        'input.customerId HAS_PAYMENTS',
      ])
      expect(await approve()).toEqual(['PARTIAL', '50.00', '82.21'])
      expect(await books.refused('invoicePatch', change)).toHaveLength(2)
      expect(await verify(books)).toEqual([])
    })

    it('can be removed from its invoice; then invoice, deposit and estimate can be deleted, and every balance is zero', async () => {
      const { books, sales, estimateId, invoiceId, approve } = await startConverted(dollars, ['50'])
      await approve()
      const paid = await sales.pay({ id: invoiceId }, '20', { exchangeRate: '1.45' })
      const remove = async (name: string, input: Input) => {
        expect(await books.change(name, input)).toMatchObject({ didSucceed: true, inputErrors: [] })
        expect(await verify(books)).toEqual([])
      }
      const { invoice } = await books.select(`invoice(id: "${invoiceId}") { payments { id origin } }`)
      const { estimate } = await books.select(
        `estimate(id: "${estimateId}", embedDepositPayments: true) { payments { id } }`,
      )
      const applied = invoice.payments.find(({ origin }: any) => origin === 'ESTIMATE_DEPOSIT')
      const [deposit] = estimate.payments
      expect(await books.refused('estimatePaymentDelete', { id: deposit.id })).toEqual([
        'input.id HAS_PAYMENTS',
      ])
      expect(await books.refused('invoiceDelete', { invoiceId })).toEqual(['input.invoiceId HAS_PAYMENTS'])
      await remove('invoicePaymentDelete', { id: paid.id })
      await remove('invoicePaymentDelete', { id: applied.id })
      expect(await creditsOf(books)).toEqual({ amount: '-5000', base: '-7000' })
      await remove('invoiceDelete', { invoiceId })
      // A repetition changes nothing.
      await remove('invoicePaymentDelete', { id: applied.id })
      await remove('estimatePaymentDelete', { id: deposit.id })
      await remove('estimateDelete', { estimateId })
      expect(await sales.balances()).toEqual({})
    })

    it('is applied to the next invoice of its estimate after the first invoice is deleted', async () => {
      const { books, estimateId, invoiceId, approve, succeed } = await startConverted(dollars, ['50'])
      await approve()
      const { invoice } = await books.select(`invoice(id: "${invoiceId}") { payments { id } }`)
      await succeed('invoicePaymentDelete', { id: invoice.payments[0].id })
      // Without the deposit the customer of the invoice may change; the deposit still belongs to its customer.
      expect(await books.refused('convertEstimateToInvoice', { estimateId })).toEqual([
        'input.estimateId INVALID_STATE',
      ])
      await succeed('invoiceDelete', { invoiceId })
      const again = await succeed('convertEstimateToInvoice', { estimateId }, 'invoiceId')
      await succeed('invoiceApprove', { invoiceId: again.invoiceId })
      expect(await creditsOf(books)).toEqual({ amount: '0', base: '0' })
      expect(await verify(books)).toEqual([])
    })
  })

  it('apply several deposit payments to an invoice as one, each at its own exchange rate, without a remainder', async () => {
    const euros = { currency: 'EUR', exchangeRate: '1.4777' }
    // 33.34, 33.34 and 33.33 are worth 49.27, 49.27 and 49.25; 100.01 at once would be 147.78.
    const { books, patch, approve } = await startConverted(euros, ['33.34', '33.34', '33.33'])
    await patch('100.01')
    expect(await approve()).toEqual(['PAID', '100.01', '0.00'])
    expect(await creditsOf(books)).toEqual({ amount: '0', base: '0' })
    expect(await verify(books)).toEqual([])
  })

  it('apply to a smaller invoice in another currency its share of the deposit, rounded half away from zero', async () => {
    const euros = { currency: 'EUR', exchangeRate: '1.4777' }
    const { books, patch, approve } = await startConverted(euros, ['33.34', '33.34', '33.33'])
    await patch('50')
    expect(await approve()).toEqual(['PAID', '50.00', '0.00'])
    // 147.79 * 50 / 100.01 = 73.8876; the rest is 73.90.
    expect(await creditsOf(books)).toEqual({ amount: '-5001', base: '-7390' })
    expect(await verify(books)).toEqual([])
  })

  it('apply nothing to an invoice if every deposit payment was deleted before', async () => {
    const { books, estimateId, approve, succeed } = await startConverted()
    const { payments } = (
      await books.select(`estimate(id: "${estimateId}", embedDepositPayments: true) { payments { id } }`)
    ).estimate
    await succeed('estimatePaymentDelete', { id: payments[0].id })
    expect((await approve()).slice(0, 2)).toEqual(['SAVED', '0.00'])
    expect(await verify(books)).toEqual([])
  })

  it('apply the deposit to a second invoice if the first one was deleted as a draft', async () => {
    const { books, estimateId, invoiceId, succeed } = await startConverted()
    await succeed('invoiceDelete', { invoiceId })
    expect(await verify(books)).toEqual([])
    const again = (await succeed('convertEstimateToInvoice', { estimateId }, 'invoiceId')).invoiceId
    const { invoice } = await succeed(
      'invoiceApprove',
      { invoiceId: again },
      'invoice { amountPaid { value } }',
    )
    expect(invoice.amountPaid.value).toBe('50.00')
    expect(await creditsOf(books)).toEqual({ amount: '0', base: '0' })
    expect(await verify(books)).toEqual([])
  })

  it.each([
    [
      'a total that is not the sum of its items',
      (own) => sql`update estimates set subtotal = subtotal + 1 where ${own}`,
      ['totals of estimates: 1'],
    ],
    [
      'a wrong tax amount',
      (own) => sql`update invoice_item_taxes set amount = amount + 1 where item_position = 0 and ${own}`,
      ['totals of invoices: 1'],
    ],
    [
      'a requested deposit that is not its percentage of the total',
      (own) => sql`update estimates set deposit_total = deposit_total - 1 where ${own}`,
      ['deposits that are asked for: 1'],
    ],
    [
      'a paid amount that is not the sum of the payments',
      (own) => sql`update estimates set paid = paid + 1, due = due - 1 where ${own}`,
      ['estimates and their payments: 1', 'estimates and their invoices: 1'],
    ],
    [
      'a payment without an entry',
      (own) =>
        sql`update estimate_payments p set entry_id = e.id from entries e where e.kind = 'INVOICE' and e.business_id = p.business_id and p.${own}`,
      ['deposits and credits: 1'],
    ],
    [
      'a deleted payment whose entry was not reversed',
      (own) => sql`update estimate_payments set deleted_at = created_at where ${own}`,
      ['estimates and their payments: 1', 'deposits and credits: 1', 'credits by customer and currency: 1'],
    ],
    [
      'a payment whose converted amount differs from its entry',
      (own) => sql`update estimate_payments set amount_base = amount_base + 1 where ${own}`,
      ['deposits and credits: 1'],
    ],
    [
      'a converted estimate without an invoice',
      (own) => sql`update estimates set invoice_id = null where ${own}`,
      ['estimates and their invoices: 1'],
    ],
    [
      'an invoice of an estimate that was not converted',
      (own) => sql`update estimates set life = 'APPROVED', undecided = null where ${own}`,
      ['estimates and their invoices: 1'],
    ],
    [
      'a credit without its customer',
      (own) =>
        sql`update postings set customer_id = null where kind = 'DEPOSIT_APPLIED' and account_id in
          (select id from accounts where system_key like 'CREDITS:%') and ${own}`,
      ['credits by customer and currency: 2'],
    ],
    [
      'an invoice in another currency than its applied deposit',
      (own) => sql`update invoices set currency_code = 'USD' where ${own}`,
      // No credit was posted in that currency.
      ['credits by customer and currency: 2', 'estimates and their invoices: 1', 'open days: 4'],
    ],
    [
      'an invoice whose applied amount differs from the deposit',
      (own) => sql`update invoices set deposit = deposit - 1 where ${own}`,
      ['estimates and their invoices: 2'],
    ],
  ] satisfies readonly (readonly [string, Damage, readonly string[]])[])(
    'are verified: the verification finds %s',
    async (_, statement, found) => {
      expect(await verify(approved)).toEqual([])
      const differences = await damaged(statement, approved)
      expect(differences.map(({ check, rows }) => `${check}: ${rows}`).sort()).toEqual([...found].sort())
    },
  )

  /** Returns the differences found after a statement that ran without triggers. The statement is rolled back. */
  async function damaged(statement: Damage, books: TestBooks) {
    class Undo extends Error {}
    let differences: Awaited<ReturnType<typeof verifyBooks>> = []
    const own = sql`business_id = ${books.business.uuid}`
    await endpoint.endpoint.db
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await statement(own).execute(trx)
        differences = await verifyBooks(trx, books.business.uuid)
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
    return differences
  }
})
