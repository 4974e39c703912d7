import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#database/database.ts'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { seedDemo } from '../demo-store.ts'
import { seedLarge, type SeedProgress } from '../large/large-store.ts'
import { LARGE_USER } from '../large/large-user.ts'
import { DEMO_BUSINESSES } from '../demo-data.ts'
import { addDays } from '#books/business-day.ts'
import { planBooks } from './plan-books.ts'
import { paidOf } from './plan-sales.ts'

const NAMES = Object.keys(DEMO_BUSINESSES) as (keyof typeof DEMO_BUSINESSES)[]
const NOW = Date.parse('2026-11-20T18:00:00Z')
const TODAY = '2026-11-20'

describe('planned books of the demonstration', () => {
  it('are the same for the same business and day, and differ for another business or day', () => {
    const plan = (today: string, businessId = 'one') =>
      planBooks({ profile: DEMO_BUSINESSES.northwind.books, businessId, currencyCode: 'CAD', today })
    expect(plan(TODAY)).toEqual(plan(TODAY))
    expect(plan('2026-11-21')).not.toEqual(plan(TODAY))
    expect(plan(TODAY, 'other')).not.toEqual(plan(TODAY))
  })

  it.each(['2024-02-29', '2026-01-01', '2026-03-31', '2026-07-01', '2026-12-31'])(
    'have no empty month, no date in the future and every status, on %s',
    (today) => {
      for (const name of NAMES) {
        const { currency: currencyCode } = DEMO_BUSINESSES[name]
        const { invoices, estimates, money } = planBooks({
          ...{ profile: DEMO_BUSINESSES[name].books, businessId: name, currencyCode, today },
        })
        const months = new Set(invoices.map(({ day }) => day.slice(0, 7)))
        expect(months.size, name).toBe(15)
        const documents = [...invoices, ...estimates]
        const days = [...documents, ...money, ...invoices.flatMap(({ payments }) => payments)].map(
          ({ day }) => day,
        )
        const decided = estimates.flatMap(({ decidedDay, paidDay }) => [decidedDay ?? '', paidDay ?? ''])
        expect([...days, ...decided].filter((day) => day > today)).toEqual([])
        for (const { invoice, day, paidDay } of estimates) {
          const invoicedDay = invoice === null ? undefined : invoices[invoice]?.day
          if (paidDay !== null) expect(day < paidDay && paidDay <= (invoicedDay ?? today), name).toBe(true)
        }
        expect(new Set(invoices.map(({ life }) => life)), name).toEqual(
          new Set(['DRAFT', 'SAVED', 'SENT', 'VIEWED']),
        )
      }
    },
  )

  it('have an overdue and an overpaid invoice in each fortnight of a year', () => {
    for (const today of Array.from({ length: 26 }, (_, fortnight) => addDays('2026-01-01', 14 * fortnight))) {
      for (const name of NAMES) {
        const { id, currency: currencyCode } = DEMO_BUSINESSES[name]
        const { invoices } = planBooks({
          profile: DEMO_BUSINESSES[name].books,
          businessId: id,
          currencyCode,
          today,
        })
        const due = invoices
          .filter(({ life }) => life !== 'DRAFT')
          .map((invoice) => ({ ...invoice, due: invoice.totals.totalMinor - paidOf(invoice) }))
        expect(
          due.some((each) => each.due > 0n && each.dueDay < today),
          `${name} ${today}`,
        ).toBe(true)
        expect(
          due.some((each) => each.due < 0n),
          `${name} ${today}`,
        ).toBe(true)
      }
    }
  })
})

/** Returns the constraints, indexes and triggers of the database. */
async function shapeOf(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select conname::text as name, conrelid::regclass::text as "table", pg_get_constraintdef(oid) as text, convalidated::text as how
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexname, tablename, indexdef, '' from pg_indexes where schemaname = 'public'
    union all
    select tgname, tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
    order by 2, 1, 3`.execute(db)
  return rows
}

describe.each(['memory', 'postgres'] as const)('seeded books, on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let opened: OpenDatabase
  let db: Database
  let shape: readonly unknown[]

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const url = (await postgres?.createMigratedDatabase())?.url
    opened = await openDatabase(
      url === undefined ? { kind: 'memory' } : { kind: 'postgres', url, maxConnections: 4 },
    )
    db = opened.db
    shape = await shapeOf(db)
    const seed = () => seedDemo({ db, clock: () => NOW, hasBooks: true })
    await Promise.all(kind === 'postgres' ? [seed(), seed()] : [seed()])
  })
  afterAll(async () => {
    await opened.close()
    await postgres?.close()
  })

  const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows[0] as Row

  it('balance, and their receivables are the sums due of the invoices', async () => {
    const { rows } = await sql`
      select b.name from businesses b where
        (select coalesce(sum(base_amount), 0) from postings p where p.business_id = b.id and book in (0, 1)) <> 0
        or (select coalesce(sum(base_amount), 0) from postings p where p.business_id = b.id and book in (0, 2)) <> 0
        or exists (
          select 1 from invoices i cross join lateral (
            select coalesce(sum(p.amount), 0) as due, coalesce(sum(p.base_amount), 0) as due_base
            from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
            where p.business_id = i.business_id and p.document_id = i.id and a.system_key like 'RECEIVABLE:%'
          ) posted where i.business_id = b.id and i.life <> 'DRAFT'
            and (i.due <> posted.due or i.due_base <> posted.due_base))
        or exists (
          select 1 from invoices i where i.business_id = b.id
            and i.paid <> (select coalesce(sum(amount), 0) from invoice_payments y
              where y.business_id = i.business_id and y.invoice_id = i.id))`.execute(db)
    expect(rows).toEqual([])
  })

  it('pass every check of the verification, and begin after the creation of their business', async () => {
    for (const { id } of Object.values(DEMO_BUSINESSES)) expect(await verifyBooks(db, id)).toEqual([])
    const { rows } = await sql`
      select b.name from businesses b
      where b.created_at > (select min(e.created_at) from entries e where e.business_id = b.id)
        or b.created_at > (select min(c.created_at) from customers c where c.business_id = b.id)`.execute(db)
    expect(rows).toEqual([])
  })

  it('have estimates in every status, some with a paid deposit', async () => {
    for (const { id } of Object.values(DEMO_BUSINESSES)) {
      const { rows } = await sql<{ status: string; n: number; paid: number }>`
        select case when life in ('APPROVED', 'SENT', 'VIEWED') and due_day < ${TODAY}::date then 'EXPIRED' else life end as status,
          count(*)::int as n, count(*) filter (where paid > 0)::int as paid
        from estimates where business_id = ${id} group by 1 order by 1`.execute(db)
      const found = new Map(rows.map((row) => [row.status, row]))
      expect([...found.keys()]).toEqual([
        'ACCEPTED',
        'APPROVED',
        'CONVERTED',
        'DRAFT',
        'EXPIRED',
        'REJECTED',
        'SENT',
        'VIEWED',
      ])
      expect(found.get('ACCEPTED')).toMatchObject({ n: 2, paid: 1 })
      expect(found.get('CONVERTED')?.paid).toBe(found.get('CONVERTED')?.n)
    }
  })

  it('have invoices in every status', async () => {
    for (const { id } of Object.values(DEMO_BUSINESSES)) {
      const { rows } = await sql<{ status: string }>`
        select distinct case when state in ('DRAFT', 'OVERPAID', 'PAID') then state when due_day < ${TODAY}::date and total > 0 then 'OVERDUE'
          else replace(state, 'CREDIT_', '') end as status from invoices where business_id = ${id} order by 1`.execute(
        db,
      )
      expect(rows.map(({ status }) => status)).toEqual([
        'DRAFT',
        'OVERDUE',
        'OVERPAID',
        'PAID',
        'PARTIAL',
        'SAVED',
        'SENT',
        'VIEWED',
      ])
    }
  })

  it.each(NAMES)(
    'of %s never have negative cash, and have a plausible share of unpaid invoices and a plausible profit',
    async (name) => {
      const { id } = DEMO_BUSINESSES[name]
      const cash = await one(sql<{ lowest: string }>`
      select min(stands)::text as lowest from (
        select sum(sum(base_amount)) over (order by p.day) as stands from postings p
        join accounts a on a.business_id = p.business_id and a.id = p.account_id
        where p.business_id = ${id} and a.subtype = 'CASH_AND_BANK' group by p.day) days`)
      expect(BigInt(cash.lowest)).toBeGreaterThanOrEqual(0n)
      const due = await one(sql<{ share: number }>`
      select (sum(due_base) filter (where life <> 'DRAFT') / sum(total_base) filter (where life <> 'DRAFT'
        and invoice_day > ${TODAY}::date - 365))::float8 as share from invoices where business_id = ${id}`)
      expect(due.share).toBeGreaterThan(0.08)
      expect(due.share).toBeLessThan(0.15)
      const profit = await one(sql<{ share: number }>`
      select (-sum(base_amount) / -sum(base_amount) filter (where a.type = 'INCOME'))::float8 as share from postings p
      join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = ${id} and p.book in (0, 1) and a.type in ('INCOME', 'EXPENSE')`)
      const isFreelancer = name === 'pixel' || name === 'fern'
      expect(profit.share).toBeGreaterThan(isFreelancer ? 0.7 : 0.08)
      expect(profit.share).toBeLessThan(isFreelancer ? 0.85 : 0.2)
      const { days } = await one(sql<{ days: number }>`
      select (max(day) - min(day))::int as days from entries where business_id = ${id}`)
      expect(days).toBeGreaterThan(14 * 30)
    },
  )

  it('of the photographer are in several currencies, with gains and losses on exchange', async () => {
    const { id } = DEMO_BUSINESSES.pixel
    const { rows } = await sql<{ currency_code: string }>`
      select distinct currency_code from invoices where business_id = ${id} order by 1`.execute(db)
    expect(rows.map((row) => row.currency_code)).toEqual(['CAD', 'EUR', 'USD'])
    const { n } = await one(sql<{ n: number }>`
      select count(*)::int as n from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
      where p.business_id = ${id} and a.system_key in ('FX_GAIN', 'FX_LOSS')`)
    expect(n).toBeGreaterThan(5)
  })

  it('are copied to the requested number of businesses, and repeated in one of them up to the requested number of invoices', async () => {
    const size = { businesses: 10, invoices: 1_200 }
    const reported: SeedProgress[] = []
    const seed = () =>
      seedLarge({ db, clock: () => NOW, size, report: (progress) => void reported.push(progress) })
    await Promise.all(kind === 'postgres' ? [seed(), seed()] : [seed()])
    expect(reported.filter((each) => each.checkedPercent === undefined).at(-1)).toEqual(size)
    expect(reported.at(-1)).toEqual({ ...size, checkedPercent: 100 })
    const { rows } = await sql<{ id: BusinessId; invoices: number; customer: string | null }>`
      select b.id, (select count(*)::int from invoices i where i.business_id = b.id) as invoices,
        (select convert_from(decode(entity_id, 'base64'), 'UTF8') from estimate_history h where h.business_id = b.id limit 1)
          as customer
      from businesses b join memberships m on m.business_id = b.id
      where m.user_id = ${LARGE_USER.id} order by invoices desc`.execute(db)
    const [largest, ...others] = rows.map(({ invoices }) => invoices)
    expect(largest).toBe(1_200)
    expect(others).toHaveLength(2)
    for (const invoices of others) expect(invoices).toBeGreaterThan(40)
    for (const { id, customer } of rows) {
      expect(await verifyBooks(db, id)).toEqual([])
      expect(customer).toMatch(new RegExp(`^Business:${id};Customer:\\d+$`))
    }
    const shared = await one(sql<{ n: number }>`
      select count(*)::int as n from (select anonymous_id from invoices union all select anonymous_id from estimates) every
      group by anonymous_id having count(*) > 1`)
    expect(shared).toBeUndefined()
    // The statistics by which the database chooses query plans.
    const known = sql<{ n: number }>`
      select count(distinct tablename)::int as n from pg_stats where tablename in ('invoices', 'estimates', 'postings')`
    expect(await one(known)).toEqual({ n: 3 })
    const before = reported.length
    await seed()
    expect(reported).toHaveLength(before)
  })

  it('leave every index, constraint and trigger unchanged', async () => {
    expect(shape.length).toBeGreaterThan(100)
    expect(await shapeOf(db)).toEqual(shape)
  })

  it('are stored once, even if several processes start, or one starts again', async () => {
    const count = () => one(sql<{ n: number }>`select count(*)::int as n from postings`)
    const before = await count()
    await seedDemo({ db, clock: () => NOW + 86_400_000, hasBooks: true })
    expect(await count()).toEqual(before)
  })
})
