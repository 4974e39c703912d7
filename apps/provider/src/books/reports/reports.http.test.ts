import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { startRandomBooks } from '#testing/random-books.ts'
import { drawsFrom } from '#testing/random-model.ts'
import { addDays } from './report-days.ts'

const STEPS = 50
const MONTH = `month income expenses costOfGoodsSold netProfit incomeLines { account { name } amount } expenseLines { account { name } amount }`
const PROFIT = `basis from to income expenses netProfit currency { code } months { ${MONTH} }`
const SHEET = `on basis assets liabilities equity retainedEarnings netIncome currency { code }
  assetLines { account { name } amount } liabilityLines { account { name } amount } equityLines { account { name } amount }`
const AGED = `asOf notDue days1To30 days31To60 days61To90 over90 credits total currency { code }`
const CASH = `from to opening closing currency { code } days { date received spent balance }`

const text = (minor: bigint | string | null) => {
  const value = BigInt(minor ?? 0)
  const size = value < 0n ? -value : value
  return `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
const minor = (amount: string) => BigInt(amount.replace('.', ''))

describe.each(DATABASE_KINDS)('reports, on a database of kind %s', (kind) => {
  let endpoint: BooksEndpoint
  let books: TestBooks

  beforeAll(async () => {
    endpoint = await startBooks(kind, { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '100000' })
    books = await endpoint.open()
    const random = await startRandomBooks(books, drawsFrom(7))
    while (random.model.steps < STEPS) await random.step()
    // Something of the year before, and on costs of goods.
    const entered = await books.change('moneyTransactionCreate', {
      businessId: books.business.id,
      externalId: 'old',
      date: '2025-12-31',
      description: 'Old',
      anchor: { accountId: random.sales.cash, amount: '70', direction: 'WITHDRAWAL' },
      lineItems: [{ accountId: random.sales.accountId('Cost of Goods Sold'), amount: '70' }],
    })
    expect(entered.didSucceed).toBe(true)
  })
  afterAll(() => endpoint.close())

  /** Sum of postings on accounts that the condition chooses, a debit positive. */
  const sumOf = async (condition: ReturnType<typeof sql>, basis: string) => {
    const { rows } = await books.query(sql<{ sum: string | null }>`
      select sum(p.base_amount)::text as sum from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = ${books.business.uuid} and p.book in (0, ${sql.lit(basis === 'CASH' ? 2 : 1)}) and ${condition}`)
    return BigInt(rows[0]?.sum ?? 0)
  }

  it.each(['ACCRUAL', 'CASH'])('tell profit and loss by month, the sums of postings by %s', async (basis) => {
    for (const [from, to] of [
      ['2026-09-01', '2026-11-30'],
      ['2026-09-05', '2026-11-12'],
      ['2025-12-31', '2026-10-01'],
      ['2026-10-02', '2026-10-09'],
      ['2026-09-10', '2026-10-10'],
    ] as const) {
      const { profitAndLoss } = await books.select(
        `profitAndLoss(from: "${from}", to: "${to}", basis: ${basis}) { ${PROFIT} }`,
      )
      const within = sql`p.day between ${from}::date and ${to}::date`
      const income = -(await sumOf(sql`a.type = 'INCOME' and ${within}`, basis))
      const expenses = await sumOf(sql`a.type = 'EXPENSE' and ${within}`, basis)
      expect(profitAndLoss).toMatchObject({
        basis,
        from,
        to,
        currency: { code: 'CAD' },
        income: text(income),
        expenses: text(expenses),
        netProfit: text(income - expenses),
      })
      for (const month of profitAndLoss.months) {
        const inMonth = sql`${within} and date_trunc('month', p.day::timestamp)::date = ${month.month}::date`
        const earned = -(await sumOf(sql`a.type = 'INCOME' and ${inMonth}`, basis))
        const spent = await sumOf(sql`a.type = 'EXPENSE' and ${inMonth}`, basis)
        const goods = await sumOf(sql`a.subtype = 'COST_OF_GOODS_SOLD' and ${inMonth}`, basis)
        expect(month).toMatchObject({
          income: text(earned),
          expenses: text(spent),
          costOfGoodsSold: text(goods),
          netProfit: text(earned - spent),
        })
        const linesOf = (lines: readonly { amount: string }[]) =>
          lines.reduce((sum, { amount }) => sum + minor(amount), 0n)
        expect(linesOf(month.incomeLines)).toBe(earned)
        expect(linesOf(month.expenseLines)).toBe(spent)
      }
    }
  })

  it.each(['ACCRUAL', 'CASH'])(
    'tell what stands on a day, by %s: assets are liabilities and equity',
    async (basis) => {
      for (const on of ['2026-11-20', '2026-10-15', '2026-01-01', '2025-12-31', '2025-12-30']) {
        const { balanceSheet } = await books.select(`balanceSheet(on: "${on}", basis: ${basis}) { ${SHEET} }`)
        const until = sql`p.day <= ${on}::date`
        const assets = await sumOf(sql`a.type = 'ASSET' and ${until}`, basis)
        const liabilities = -(await sumOf(sql`a.type = 'LIABILITY' and ${until}`, basis))
        const equity = -(await sumOf(sql`a.type in ('EQUITY', 'INCOME', 'EXPENSE') and ${until}`, basis))
        const retained = -(await sumOf(
          sql`a.type in ('INCOME', 'EXPENSE') and p.day < date_trunc('year', ${on}::date::timestamp) and ${until}`,
          basis,
        ))
        const profit = -(await sumOf(sql`a.type in ('INCOME', 'EXPENSE') and ${until}`, basis))
        expect(balanceSheet).toMatchObject({
          on,
          assets: text(assets),
          liabilities: text(liabilities),
          equity: text(equity),
          retainedEarnings: text(retained),
          netIncome: text(profit - retained),
        })
        expect(assets).toBe(liabilities + equity)
      }
      const { balanceSheet } = await books.select(`balanceSheet { on }`)
      expect(balanceSheet.on).toBe('2026-11-20')
    },
  )

  it('tell what customers owe by its age: all of it is what stands as receivable', async () => {
    const { agedReceivables } = await books.select(`agedReceivables { ${AGED} }`)
    const { rows } = await books.query(sql<{ day: string; due: string }>`
      select due_day as day, due_base::text as due from invoices
      where business_id = ${books.business.uuid} and deleted_at is null and life <> 'DRAFT'`)
    const between = (first: number, last: number) =>
      text(
        rows
          .filter(
            ({ day, due }) =>
              BigInt(due) > 0n && day <= addDays('2026-11-20', -first) && day >= addDays('2026-11-20', -last),
          )
          .reduce((sum, { due }) => sum + BigInt(due), 0n),
      )
    const receivable = await sumOf(sql`a.system_key like 'RECEIVABLE:%'`, 'ACCRUAL')
    expect(agedReceivables).toEqual({
      asOf: '2026-11-20',
      currency: { code: 'CAD' },
      notDue: between(-10_000, 0),
      days1To30: between(1, 30),
      days31To60: between(31, 60),
      days61To90: between(61, 90),
      over90: between(91, 10_000),
      credits: text(rows.reduce((sum, { due }) => (BigInt(due) < 0n ? sum + BigInt(due) : sum), 0n)),
      total: text(receivable),
    })
    expect(minor(agedReceivables.days1To30) + minor(agedReceivables.notDue)).toBeGreaterThan(0n)
  })

  it('tell cash by day: the sum so far is what stands on the accounts', async () => {
    const isCash = sql`a.subtype = 'CASH_AND_BANK'`
    for (const [from, to] of [
      ['2026-09-10', '2026-11-20'],
      ['2025-12-31', '2026-10-01'],
      ['2026-11-20', '2026-11-20'],
    ] as const) {
      const { cashByDay } = await books.select(`cashByDay(from: "${from}", to: "${to}") { ${CASH} }`)
      const opening = await sumOf(sql`${isCash} and p.day < ${from}::date`, 'ACCRUAL')
      const closing = await sumOf(sql`${isCash} and p.day <= ${to}::date`, 'ACCRUAL')
      expect(cashByDay).toMatchObject({ from, to, opening: text(opening), closing: text(closing) })
      for (const { date, balance } of cashByDay.days) {
        expect(balance).toBe(text(await sumOf(sql`${isCash} and p.day <= ${date}::date`, 'ACCRUAL')))
      }
    }
  })

  it.each([
    ['profitAndLoss(from: "2026-01-02", to: "2026-01-01") { income }', 'from must not be after to.'],
    [
      'profitAndLoss(from: "2023-01-31", to: "2026-01-01") { income }',
      'The days lie in more than 36 months.',
    ],
    ['cashByDay(from: "2025-01-01", to: "2026-01-03") { opening }', 'to is more than 366 days after from.'],
    ['balanceSheet(on: "1899-12-31") { assets }', 'Days must be from 1900-01-01 to 2199-12-31.'],
  ])('refuse days they do not reach: %s', async (selection, message) => {
    const { errors } = await books.read(selection)
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }])
  })

  it('are there for who may read transactions, and cost as much as they take', async () => {
    const token = await endpoint.tokenWith(books, ['business:read', 'account:read'])
    const { data, errors } = await (async () => {
      const response = await fetch(endpoint.endpoint.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: '{ business { agedReceivables { total } } }' }),
      })
      return (await response.json()) as any
    })()
    expect(data.business.agedReceivables).toBeNull()
    expect(errors[0].extensions.requiredScopes).toEqual(['transaction:read'])
    const many = Array.from({ length: 100 }, (_, index) => `r${index}: balanceSheet { assets }`).join(' ')
    const answer = await books.read(many)
    expect(answer.errors).toBeUndefined()
    const limit = await startBooks('memory', { PROVIDER_GRAPHQL_MAX_COST: '401' })
    try {
      const own = await limit.open()
      expect((await own.read('balanceSheet { assets }')).errors).toBeUndefined()
      expect(
        (await own.read('a: balanceSheet { assets } b: balanceSheet { assets }')).errors?.[0]?.message,
      ).toContain('could hold 405 fields')
    } finally {
      await limit.close()
    }
  })
})
