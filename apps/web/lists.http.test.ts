import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pickAccounts } from '#features/accounts/account-address.ts'
import { groupAccounts } from '#features/accounts/accounts-screen.tsx'
import { CUSTOMER_LIST, customerVariables, pickCustomers } from '#features/customers/customer-address.ts'
import { ESTIMATE_LIST, estimateVariables, pickEstimates } from '#features/estimates/estimate-address.ts'
import {
  cutByDueDay,
  dueSpanOf,
  INVOICE_LIST,
  invoiceVariables,
  pickInvoices,
} from '#features/invoices/invoice-address.ts'
import { sumSales, type SoldInvoice } from '#features/products/product-sales.ts'
import { cashNow, findDayStarts } from '#features/transactions/transactions-screen.tsx'
import {
  cashEffect,
  pickTransactions,
  TRANSACTION_LIST,
  transactionVariables,
} from '#features/transactions/transaction-row.ts'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import type { TransactionsQuery } from '#generated/operations.ts'
import { parseListAddress, type ListShape } from '#lists/list-address.ts'
import { restPages, pageOf, type AnsweredPage, type ListRow } from '#lists/list-rows.ts'
import { startSeededHarbour, type SeededHarbour, type SeededBusiness } from './testing/seeded-harbour.ts'

const SEEDED = '2026-11-20T18:00:00Z'
/** Instants to test: two days after seeding, at a month boundary, and in the night of a clock change. */
const CASES = [
  ['2026-11-22T18:00:00Z', 'UTC', 'several currencies'],
  ['2026-12-01T04:30:00Z', 'Pacific/Auckland', 'Northwind Trading'],
  ['2027-03-14T07:30:00Z', 'Pacific/Honolulu', 'Harbour Lane Bakery'],
] as const

let harbour: SeededHarbour
let business: SeededBusiness
let nowMs = Date.parse(SEEDED)
/** The current day in the time zone of the business. */
let today: string

beforeAll(async () => {
  harbour = await startSeededHarbour({ clock: () => nowMs })
})
afterAll(() => harbour.close())

const rows = <Row>(query: string) => harbour.rows<Row>(query)
const one = <Row>(query: string) => harbour.one<Row>(query)
const ask = async (name: string, variables: object) => (await business.ask(name, variables)) as never

/** Reads every row of a list as its page does, in pages of 250. */
async function readAll<Row extends ListRow>(
  name: string,
  variables: object,
  pick: (data: never) => AnsweredPage<Row>,
): Promise<readonly Row[]> {
  const read = async (page: number) => pageOf(pick(await ask(name, { ...variables, page, pageSize: 250 })))
  const first = await read(1)
  const all = [...(first?.rows ?? [])]
  for (const { page } of restPages({ loaded: 250, total: first?.total ?? 0 }))
    all.push(...((await read(page))?.rows ?? []))
  expect(all.length).toBe(first?.total)
  return all
}

const connection = () => ({
  businessId: business.wireId as never,
  scopes: ['account:read', 'customer:read', 'invoice:read', 'product:read'],
})
const at = (search: string, shape: ListShape) => parseListAddress(search, shape)
const sumOf = (amounts: readonly string[], exponent = 2) =>
  minorText({ minor: sumMinor(amounts.map((amount) => parseMinor(amount, exponent))), exponent })
const here = () => `i.business_id = '${business.id}' and i.deleted_at is null`
const isOpen = `i.state in ('PARTIAL', 'SAVED', 'SENT', 'VIEWED')`

describe.each(CASES)(
  'every list equals a plain SQL query of the seeded books, at %s in %s, of %s',
  (...given) => {
    const [instant, zone, name] = given
    beforeAll(async () => {
      nowMs = Date.parse(instant)
      business = await harbour.openBusiness(name)
      today = await business.moveTo(instant, zone)
    })

    it.each([
      ['', 'true'],
      ['?state=late', `${isOpen} and i.due_day < $today`],
      ['?state=unpaid', isOpen],
      ['?state=paid', `i.state = 'PAID'`],
      ['?state=draft', `i.state = 'DRAFT'`],
      ['?q=12', `i.invoice_number like '%12%'`],
      ['?from=2026-09-01&to=2026-09-30', `i.invoice_day between '2026-09-01' and '2026-09-30'`],
    ])('invoices, filtered by the address %s', async (search, condition) => {
      const found = await readAll(
        'Invoices',
        invoiceVariables(at(search, INVOICE_LIST), connection()),
        pickInvoices,
      )
      const expected =
        await rows(`select i.invoice_number as number, i.total::bigint::text as total, i.due::bigint::text as due
      from invoices i where ${here()} and ${condition.replace('$today', `'${today}'`)} order by 1`)
      const read = found.map(({ invoiceNumber: number, total, amountDue }) => ({
        number,
        total: String(parseMinor(total.value, 2)),
        due: String(parseMinor(amountDue.value, 2)),
      }))
      const byNumber = (one: { number: string }, other: { number: string }) =>
        one.number < other.number ? -1 : 1
      expect(read.toSorted(byNumber)).toEqual((expected as typeof read).toSorted(byNumber))
      if (search === '') expect(read.length).toBeGreaterThan(20)
    })

    it.each([
      ['?state=soon', 'between 0 and 14'],
      ['?state=unpaid&age=not-late', '>= 0'],
      ['?state=late&age=1-30', 'between -30 and -1'],
      ['?state=late&age=31-60', 'between -60 and -31'],
      ['?state=late&age=61-90', 'between -90 and -61'],
      ['?state=late&age=over-90', '< -90'],
    ])('invoices by days until they are due: %s', async (search, days) => {
      const address = at(search, INVOICE_LIST)
      const found = await readAll('Invoices', invoiceVariables(address, connection()), pickInvoices)
      const { count } = await one<{ count: number }>(`select count(*)::int as count from invoices i
      where ${here()} and ${isOpen} and i.due_day - '${today}'::date ${days}`)
      const span = dueSpanOf(address, today)
      expect(span && cutByDueDay(found, span).rows.length).toBe(count)
    })

    it('estimates, all and filtered by one state', async () => {
      const all = await readAll(
        'Estimates',
        estimateVariables(at('', ESTIMATE_LIST), connection()),
        pickEstimates,
      )
      const { count } = await one<{ count: number }>(`select count(*)::int as count from estimates e
      where e.business_id = '${business.id}' and e.life <> 'DELETED'`)
      expect(all.length).toBe(count)
    })

    it('the amount each customer owes and the overdue part of it', async () => {
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

    it('the account group sums', async () => {
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
        where p.business_id = '${business.id}' and p.book in (0, 1) and p.day <= '${today}' and a.type = '${type[name]}'`)
        expect([name, parseMinor(sum, 2)]).toEqual([name, sign * Number(minor)])
      }
    })

    it('the earnings per product, line by line', async () => {
      const variables = { id: business.wireId, from: '2025-11-21', to: today }
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
        and i.invoice_day between '2025-11-21' and '${today}' group by t.product_id`)
      const plain = (all: readonly { earned: number; invoices: number }[]) =>
        all.toSorted((one, other) => one.earned - other.earned)
      expect(plain(sums)).toEqual(
        plain(expected.map(({ minor, invoices: count }) => ({ earned: Number(minor), invoices: count }))),
      )
    })

    it('the cash amounts of all transactions and the closing balance of each day', async () => {
      const variables = transactionVariables(at('', TRANSACTION_LIST), connection())
      const found = await readAll('Transactions', variables, pickTransactions)
      const effects = found.flatMap((row) => cashEffect(row, 2) ?? [])
      const expected = await rows<{ day: string; minor: string }>(`
      select to_char(p.day, 'YYYY-MM-DD') as day,
        (sum(sum(p.base_amount)) over (order by p.day))::bigint::text as minor
      from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = '${business.id}' and a.subtype = 'CASH_AND_BANK' group by p.day order by 1`)
      expect(parseMinor(sumOf(effects), 2)).toBe(Number(expected.at(-1)?.minor))

      const data: TransactionsQuery = await ask('Transactions', { ...variables, page: 1, pageSize: 1 })
      const nowMinor = cashNow(data.business?.accounts, 2)
      const starts = findDayStarts(found, { nowMinor, today, exponent: 2 })
      const days = found.filter(({ id, date }) => starts.has(id) && date <= today)
      expect(days.length).toBeGreaterThan(50)
      expect(new Set(days.map(({ date }) => date)).size).toBe(days.length)
      const shown = days.map(({ id, date }) => ({
        date,
        minor: parseMinor(starts.get(id) ?? '', 2),
      }))
      expect(shown).toEqual(
        days.map(({ date }) => ({
          date,
          minor: Number(expected.findLast(({ day }) => day <= date)?.minor ?? 0),
        })),
      )
    })
  },
)
