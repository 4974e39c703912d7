import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, startBooks, type BooksEndpoint, type TestBooks } from '#testing/books-endpoint.ts'
import { startRandomBooks } from '#testing/random-books.ts'
import { drawsFrom } from '#testing/random-model.ts'
import { addDays } from '#books/business-day.ts'

const STEPS = 50
const MONTH = `month income expenses costOfGoodsSold netProfit incomeLines { account { name } amount } expenseLines { account { name } amount }`
const PROFIT = `basis from to income expenses netProfit currency { code } months { ${MONTH} }`
const SHEET = `on basis assets liabilities equity retainedEarnings netIncome currency { code }
  assetLines { account { name } amount } liabilityLines { account { name } amount } equityLines { account { name } amount }`
const AGED = `asOf notDue days1To30 days31To60 days61To90 over90 credits total currency { code }`
const CASH = `from to opening closing currency { code } days { date received spent moved balance }`

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
    await moveCash(random.sales.cash)
  })
  afterAll(() => endpoint.close())

  /** Transfers between two cash accounts, partly together with other lines, and makes an entry on the next day. */
  async function moveCash(cash: string) {
    const { account } = await books.change(
      'accountCreate',
      { businessId: books.business.id, name: 'Savings', subtype: 'CASH_AND_BANK' },
      'account { id }',
    )
    const enter = async (externalId: string, date: string, lineItems: readonly object[]) => {
      const { didSucceed } = await books.change('moneyTransactionCreate', {
        ...{ businessId: books.business.id, externalId, date, description: 'Moved', lineItems },
        anchor: { accountId: cash, amount: '25', direction: 'WITHDRAWAL' },
      })
      expect(didSucceed).toBe(true)
    }
    await enter('moved', '2026-11-20', [{ accountId: account.id, amount: '25' }])
    await enter('tomorrow', '2026-11-21', [{ accountId: account.id, amount: '25' }])
  }

  /** Sum of postings on accounts that the condition chooses, a debit positive. */
  const sumOf = async (condition: ReturnType<typeof sql>, basis: string) => {
    const { rows } = await books.query(sql<{ sum: string | null }>`
      select sum(p.base_amount)::text as sum from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = ${books.business.uuid} and p.book in (0, ${sql.lit(basis === 'CASH' ? 2 : 1)}) and ${condition}`)
    return BigInt(rows[0]?.sum ?? 0)
  }

  it.each(['ACCRUAL', 'CASH'])('show profit and loss by month: the sums of postings by %s', async (basis) => {
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
    'show balances on a day, by %s: assets equal liabilities and equity',
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

  const buckets = (on: string, rows: readonly { day: string; due: bigint }[]) => {
    const sum = (list: typeof rows) => text(list.reduce((total, { due }) => total + due, 0n))
    const owed = rows.filter(({ due }) => due > 0n)
    const between = (first: number, last: number) =>
      sum(owed.filter(({ day }) => day <= addDays(on, -first) && day >= addDays(on, -last)))
    return {
      asOf: on,
      currency: { code: 'CAD' },
      notDue: between(-10_000, 0),
      days1To30: between(1, 30),
      days31To60: between(31, 60),
      days61To90: between(61, 90),
      over90: between(91, 10_000),
      credits: sum(rows.filter(({ due }) => due < 0n)),
    }
  }

  it('show receivables by age, with the total of the receivable account', async () => {
    const { agedReceivables } = await books.select(`agedReceivables { ${AGED} }`)
    const { rows } = await books.query(sql<{ day: string; due: string }>`
      select due_day as day, due_base::text as due from invoices
      where business_id = ${books.business.uuid} and deleted_at is null and life <> 'DRAFT'`)
    const receivable = await sumOf(sql`a.system_key like 'RECEIVABLE:%'`, 'ACCRUAL')
    expect(agedReceivables).toEqual({
      ...buckets(
        '2026-11-20',
        rows.map(({ day, due }) => ({ day, due: BigInt(due) })),
      ),
      total: text(receivable),
    })
    expect(minor(agedReceivables.days1To30) + minor(agedReceivables.notDue)).toBeGreaterThan(0n)
  })

  it('show receivables of an earlier day without entries made later', async () => {
    const DAYS = [
      '2027-03-01',
      '2026-11-20',
      '2026-11-05',
      '2026-10-15',
      '2026-09-20',
      '2025-12-31',
      '1900-01-01',
    ]
    let different = 0
    for (const on of DAYS) {
      const { agedReceivables, balanceSheet } = await books.select(
        `agedReceivables(on: "${on}") { ${AGED} } balanceSheet(on: "${on}") { assetLines { account { name } amount } }`,
      )
      const { rows } = await books.query(sql<{ day: string; due: string }>`
        select i.due_day as day, sum(p.base_amount)::text as due from postings p
        join accounts a on a.business_id = p.business_id and a.id = p.account_id and a.system_key like 'RECEIVABLE:%'
        join invoices i on i.business_id = p.business_id and i.id = p.document_id
        where p.business_id = ${books.business.uuid} and p.book in (0, 1) and p.day <= ${on}::date
        group by i.id, i.due_day`)
      const receivable = await sumOf(
        sql`a.system_key like 'RECEIVABLE:%' and p.day <= ${on}::date`,
        'ACCRUAL',
      )
      expect(agedReceivables).toEqual({
        ...buckets(
          on,
          rows.map(({ day, due }) => ({ day, due: BigInt(due) })),
        ),
        total: text(receivable),
      })
      const standing = balanceSheet.assetLines.filter(({ account }: { account: { name: string } }) =>
        account.name.startsWith('Accounts Receivable'),
      )
      expect(standing.reduce((sum: bigint, { amount }: { amount: string }) => sum + minor(amount), 0n)).toBe(
        receivable,
      )
      if (receivable !== 0n) different += 1
    }
    expect(different).toBeGreaterThan(2)
  })

  it('show cash by day: the running total is the balance of the cash accounts', async () => {
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

  it('omit transfers between cash accounts and reversed entries', async () => {
    const { cashByDay } = await books.select(`cashByDay(from: "2025-12-01") { ${CASH} }`)
    const { rows } = await books.query(sql<Record<'date' | 'received' | 'spent' | 'moved', string>>`
      select day::text as date, sum(came) filter (where not only_cash)::text as received,
        sum(went) filter (where not only_cash)::text as spent, sum(came) filter (where only_cash)::text as moved
      from (
        select e.day, bool_and(a.subtype = 'CASH_AND_BANK') as only_cash,
          coalesce(sum(p.base_amount) filter (where a.subtype = 'CASH_AND_BANK' and p.base_amount > 0), 0) as came,
          coalesce(-sum(p.base_amount) filter (where a.subtype = 'CASH_AND_BANK' and p.base_amount < 0), 0) as went
        from entries e join postings p on p.business_id = e.business_id and p.entry_id = e.id
          join accounts a on a.business_id = p.business_id and a.id = p.account_id
        where e.business_id = ${books.business.uuid} and p.book in (0, 1) and e.day between '2025-12-01' and '2026-11-20'
          and e.reverses_id is null and not exists (
            select 1 from entries r where r.business_id = e.business_id and r.reverses_id = e.id)
        group by e.day, e.id) alive
      where came <> 0 or went <> 0 group by day order by day`)
    expect(cashByDay.to).toBe('2026-11-20')
    expect(cashByDay.days).toMatchObject(
      rows.map(({ date, ...sums }) => ({
        date,
        received: text(sums.received),
        spent: text(sums.spent),
        moved: text(sums.moved),
      })),
    )
    expect(cashByDay.days.at(-1)).toMatchObject({ date: '2026-11-20', moved: '25.00' })
  })
})
