import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { startSalesWorld } from '#testing/books-world.ts'

describe.each(DATABASE_KINDS)('money on an account in another currency, on a database of kind %s', (kind) => {
  const world = startSalesWorld(kind)
  let bank = ''
  let made = 0

  beforeEach(async () => {
    bank = await world.sales.addAccount({ name: 'Dollars', currency: 'USD' })
  })

  /** Creates an invoice of `amount` and pays it on the account at its exchange rate. */
  const receive = async (amount: string, exchangeRate: string, paymentDate: string) => {
    const items = [world.sales.line({ unitPrice: amount, taxes: [] })]
    const input = { status: 'SAVED', currency: 'USD', exchangeRate, invoiceDate: paymentDate, items }
    const { id } = await world.sales.invoice(input)
    return world.sales.pay({ id }, amount, { exchangeRate, paymentDate, paymentAccountId: bank })
  }
  const setRate = (day: string, rate: string) =>
    world.books.query(sql`insert into exchange_rates (business_id, currency_code, day, rate)
      values (${world.books.business.uuid}, 'USD', ${day}::date, ${rate}::numeric)`)
  /** Spends `amount` at the last used exchange rate. */
  const spend = async (amount: string, date: string) => {
    made += 1
    const answer = await world.books.change('moneyTransactionCreate', {
      businessId: world.books.business.id,
      externalId: `spend-${made}`,
      date,
      description: 'Software',
      anchor: { accountId: bank, amount, direction: 'WITHDRAWAL' },
      lineItems: [{ accountId: world.sales.accountId('Sales'), amount, balance: 'DECREASE' }],
    })
    expect(answer.inputErrors).toEqual([])
  }
  const held = async () => {
    const { account } = await world.books.select(
      `account(id: "${bank}") { balance balanceInBusinessCurrency }`,
    )
    expect(await world.sales.trialBalance()).toMatchObject({ accrual: 0n, cash: 0n })
    expect(await verifyBooks(world.endpoint.db, world.books.business.uuid)).toEqual([])
    return [account.balance, account.balanceInBusinessCurrency]
  }

  it('leaves at its average cost, and the difference is a loss or a gain on exchange', async () => {
    await receive('100', '1.40', '2026-11-02')
    await setRate('2026-11-03', '1.30')
    await spend('100', '2026-11-03')
    expect(await held()).toEqual(['0.00', '0.00'])
    expect(await world.sales.balances()).toEqual({ 'Loss on Foreign Exchange': '10.00', Sales: '10.00' })
    await receive('100', '1.20', '2026-11-04')
    await receive('50', '1.50', '2026-11-05')
    // 150 cost 195: 30 of them 39, which are worth 45 at the last rate.
    await spend('30', '2026-11-05')
    expect(await held()).toEqual(['120.00', '156.00'])
    expect((await world.sales.balances())['Gain on Foreign Exchange']).toBe('6.00')
  })

  it('has its old balance when the last change is undone, and the value zero when all are', async () => {
    const first = await receive('100', '1.40', '2026-11-02')
    const second = await receive('100', '1.30', '2026-11-03')
    const before = await world.sales.balances()
    const refund = await world.sales.pay(await invoiceOf(second.id), '-40', {
      ...{ exchangeRate: '1.20', paymentDate: '2026-11-04', paymentAccountId: bank },
    })
    // At 1.35.
    expect(await held()).toEqual(['160.00', '216.00'])
    // Unchanged entries are not entered again.
    const entries = await world.books.rowsOf('entries')
    await world.books.change('invoicePaymentPatch', { id: refund.id, memo: 'Sorry' })
    expect(await world.books.rowsOf('entries')).toEqual(entries)
    await world.books.change('invoicePaymentDelete', { id: refund.id })
    expect(await world.sales.balances()).toEqual(before)
    expect(await held()).toEqual(['200.00', '270.00'])
    await spend('100', '2026-11-04')
    await world.books.change('invoicePaymentDelete', { id: first.id })
    expect(await held()).toEqual(['0.00', '0.00'])
    await world.books.change('invoicePaymentDelete', { id: second.id })
    expect(await held()).toEqual(['-100.00', '-130.00'])
  })

  const invoiceOf = async (paymentId: string) =>
    (await world.books.select(`invoicePayment(id: "${paymentId}") { invoice { id } }`)).invoicePayment.invoice

  it('is reported by the verification if its balance is zero and its value is not', async () => {
    await receive('100', '1.40', '2026-11-02')
    await spend('100', '2026-11-03')
    const found = await world.endpoint.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update postings set base_amount = base_amount + 1 where kind = 'WITHDRAWAL' and account_id in
        (select id from accounts where name = 'Dollars') and business_id = ${world.books.business.uuid}`.execute(
        trx,
      )
      return verifyBooks(trx, world.books.business.uuid)
    })
    expect(found.map(({ check }) => check)).toContain('money in other currencies')
  })
})
