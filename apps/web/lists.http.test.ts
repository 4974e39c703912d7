import { parseConfig } from '@counterfoil/provider/config'
import { runProvider, type RunningProvider } from '@counterfoil/provider/run'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupAccounts, pickAccounts } from '#features/accounts/account-groups.ts'
import { CUSTOMER_LIST, customerVariables, pickCustomers } from '#features/customers/customer-address.ts'
import { ESTIMATE_LIST, estimateVariables, pickEstimates } from '#features/estimates/estimate-address.ts'
import { INVOICE_LIST, invoiceVariables, SOON_DAYS } from '#features/invoices/invoice-address.ts'
import { cutDueSoon, pickInvoices } from '#features/invoices/invoice-row.ts'
import { sumSales, type SoldInvoice } from '#features/products/product-sales.ts'
import {
  cashEffect,
  pickTransactions,
  TRANSACTION_LIST,
  transactionVariables,
} from '#features/transactions/transaction-row.ts'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import { parseListAddress, type ListShape } from '#lists/list-address.ts'
import { restPages, type ListPage, type ListRow } from '#lists/list-rows.ts'
import { readOperations } from './codegen.ts'

const SEEDED = '2026-11-20T18:00:00Z'
/** Two days later, so that it is later in every zone. */
const NOW = '2026-11-22T18:00:00Z'
const TODAY = '2026-11-22'

let postgres: TestPostgres
let provider: RunningProvider
let sql: Client
let business: { readonly id: string; readonly wireId: string; readonly currency: string }
let token: string
let nowMs = Date.parse(SEEDED)

beforeAll(async () => {
  postgres = await sharePostgres()
  const { url } = await postgres.createDatabase()
  provider = await runProvider(
    parseConfig({
      PROVIDER_PORT: '0',
      PROVIDER_SECRET: 'a-secret-for-a-test-of-lists-and-nothing-else',
      PROVIDER_SEED: 'demo',
      PROVIDER_SEED_POSTGRES: 'true',
      PROVIDER_ADMIN_SOCKET: 'none',
      PROVIDER_LOG_LEVEL: 'error',
      DATABASE_URL: url,
    }),
    { clock: () => nowMs },
  )
  nowMs = Date.parse(NOW)
  sql = new Client({ connectionString: url })
  await sql.connect()
  // The one with most currencies, so that amounts in others are among its rows.
  const [most] = await rows<{ id: string; name: string; currency: string; email: string }>(`
    select b.id, b.name, b.currency_code as currency, u.email from businesses b
      join memberships m on m.business_id = b.id join users u on u.id = m.user_id
      join invoices i on i.business_id = b.id
    where m.role = 'owner' group by 1, 2, 3, 4 order by count(distinct i.currency_code) desc, count(*) desc limit 1`)
  if (most === undefined) throw new Error('the demonstration has no books')
  await sql.query(`update businesses set timezone = 'UTC' where id = '${most.id}'`)
  const made = (await provider.admin(['token', 'create', '--user', most.email])) as { token: string }
  token = made.token
  const data = await post('{ businesses(pageSize: 50) { edges { node { id name } } } }', {})
  const { edges } = data['businesses'] as { edges: { node: { id: string; name: string } }[] }
  const wireId = edges.find(({ node }) => node.name === most.name)?.node.id ?? ''
  business = { id: most.id, currency: most.currency, wireId }
})
afterAll(async () => {
  await sql?.end()
  await provider?.close()
  await postgres?.close()
})

async function rows<Row>(query: string): Promise<readonly Row[]> {
  return (await sql.query(query)).rows as Row[]
}

async function one<Row>(query: string): Promise<Row> {
  const [row] = await rows<Row>(query)
  if (row === undefined) throw new Error('no row')
  return row
}

async function post(query: string, variables: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${provider.url}/graphql/public`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const answer = (await response.json()) as { data: Readonly<Record<string, unknown>>; errors?: unknown }
  expect(answer.errors).toBeUndefined()
  return answer.data
}

async function ask(name: string, variables: object): Promise<never> {
  const { built } = await readOperations()
  const document = built.find((operation) => operation.name === name)?.document ?? ''
  return (await post(document, variables)) as never
}

/** Every row of a list as its page reads it, by pages of 250. */
async function readAll<Row extends ListRow>(
  name: string,
  variables: object,
  pick: (data: never) => ListPage<Row> | undefined,
): Promise<readonly Row[]> {
  const read = async (page: number) => pick(await ask(name, { ...variables, page, pageSize: 250 }))
  const first = await read(1)
  const all = [...(first?.rows ?? [])]
  for (const { page } of restPages({ loaded: 250, total: first?.total ?? 0 }))
    all.push(...((await read(page))?.rows ?? []))
  expect(all.length).toBe(first?.total)
  return all
}

const connection = () => ({
  businessId: business.wireId as never,
  scopes: ['customer:read', 'invoice:read', 'product:read'],
})
const at = (search: string, shape: ListShape) => parseListAddress(search, shape)
const sumOf = (amounts: readonly string[], exponent = 2) =>
  minorText({ minor: sumMinor(amounts.map((amount) => parseMinor(amount, exponent))), exponent })
const here = () => `i.business_id = '${business.id}' and i.deleted_at is null`
const isOpen = `i.state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`

describe('every list is what plain SQL finds in the seeded books', () => {
  it.each([
    ['', 'true'],
    ['?state=late', `${isOpen} and i.due_day < '${TODAY}'`],
    ['?state=unpaid', isOpen],
    ['?state=paid', `i.state = 'PAID'`],
    ['?state=draft', `i.state = 'DRAFT'`],
    ['?q=12', `i.invoice_number like '%12%'`],
    ['?from=2026-09-01&to=2026-09-30', `i.invoice_day between '2026-09-01' and '2026-09-30'`],
  ])('invoices, as the address %s says', async (search, condition) => {
    const found = await readAll(
      'Invoices',
      invoiceVariables(at(search, INVOICE_LIST), connection()),
      pickInvoices,
    )
    const expected =
      await rows(`select i.invoice_number as number, i.total::bigint::text as total, i.due::bigint::text as due
      from invoices i where ${here()} and ${condition} order by 1`)
    const read = found.map(({ invoiceNumber: number, total, amountDue }) => ({
      number,
      total: String(parseMinor(total.value, 2)),
      due: String(parseMinor(amountDue.value, 2)),
    }))
    const byNumber = (one: { number: string }, other: { number: string }) =>
      one.number < other.number ? -1 : 1
    expect(read.toSorted(byNumber)).toEqual((expected as typeof read).toSorted(byNumber))
    if (search === '') expect(read.length).toBeGreaterThan(50)
  })

  it('what is due soon: from today to the fourteenth day', async () => {
    const variables = invoiceVariables(at('?state=soon', INVOICE_LIST), connection())
    const found = await readAll('Invoices', variables, pickInvoices)
    const { count } = await one<{ count: number }>(`select count(*)::int as count from invoices i
      where ${here()} and ${isOpen} and i.due_day between '${TODAY}' and '${TODAY}'::date + ${SOON_DAYS}`)
    expect(cutDueSoon(found, { today: TODAY, days: SOON_DAYS }).rows.length).toBe(count)
  })

  it('estimates, and those of one state', async () => {
    const all = await readAll(
      'Estimates',
      estimateVariables(at('', ESTIMATE_LIST), connection()),
      pickEstimates,
    )
    const { count } = await one<{ count: number }>(`select count(*)::int as count from estimates e
      where e.business_id = '${business.id}' and e.life <> 'DELETED'`)
    expect(all.length).toBe(count)
  })

  it('what each customer owes, and what of it is late', async () => {
    const found = await readAll(
      'Customers',
      customerVariables(at('', CUSTOMER_LIST), connection()),
      pickCustomers,
    )
    const owed = found.filter(({ outstandingAmount }) => /[1-9]/.test(outstandingAmount.value))
    const expected = await rows<{ name: string }>(`select distinct c.name from invoices i
      join customers c on c.business_id = i.business_id and c.id = i.customer_id
      where ${here()} and ${isOpen} and i.due <> 0 order by 1`)
    expect(owed.map(({ name }) => name).toSorted()).toEqual(expected.map(({ name }) => name).toSorted())
    expect(owed.length).toBeGreaterThan(0)
  })

  it('the sums of the accounts', async () => {
    const found = await readAll('Accounts', { id: business.wireId }, pickAccounts)
    const { groups } = groupAccounts(found, 2)
    const type = { income: 'INCOME', expense: 'EXPENSE', liability: 'LIABILITY', equity: 'EQUITY' } as const
    for (const { name, sum } of groups) {
      if (name === 'cash' || name === 'asset') continue
      const sign = name === 'expense' ? 1 : -1
      const { minor } = await one<{
        minor: string
      }>(`select coalesce(sum(p.base_amount), 0)::bigint::text as minor
        from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
        where p.business_id = '${business.id}' and p.book in (0, 1) and p.day <= '${TODAY}' and a.type = '${type[name]}'`)
      expect([name, parseMinor(sum, 2)]).toEqual([name, sign * Number(minor)])
    }
  })

  it('what products earned, line for line', async () => {
    const variables = { id: business.wireId, from: '2025-11-21', to: TODAY }
    const invoices: SoldInvoice[] = []
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const data = (await ask('ProductSales', { ...variables, page })) as {
        business: { invoices: { pageInfo: { totalPages: number }; edges: { node: SoldInvoice }[] } }
      }
      pages = data.business.invoices.pageInfo.totalPages
      invoices.push(...data.business.invoices.edges.map(({ node }) => node))
    }
    const sums = [...sumSales(invoices, business.currency).values()]
    const expected = await rows<{ minor: string; invoices: number }>(`
      select sum(t.subtotal)::bigint::text as minor, count(distinct i.id)::int as invoices from invoices i
        join invoice_items t on t.business_id = i.business_id and t.invoice_id = i.id
      where ${here()} and i.state <> 'DRAFT' and i.currency_code = '${business.currency}'
        and i.invoice_day between '2025-11-21' and '${TODAY}' group by t.product_id`)
    const plain = (all: readonly { earned: number; invoices: number }[]) =>
      all.toSorted((one, other) => one.earned - other.earned)
    expect(plain(sums)).toEqual(
      plain(expected.map(({ minor, invoices: count }) => ({ earned: Number(minor), invoices: count }))),
    )
  })

  it('the cash of all transactions', async () => {
    const found = await readAll(
      'Transactions',
      transactionVariables(at('', TRANSACTION_LIST), connection()),
      pickTransactions,
    )
    const effects = found.flatMap((row) => cashEffect(row, 2) ?? [])
    const { minor } = await one<{ minor: string }>(`select sum(p.base_amount)::bigint::text as minor
      from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = '${business.id}' and a.subtype = 'CASH_AND_BANK'`)
    expect(parseMinor(sumOf(effects), 2)).toBe(Number(minor))
  })
})
