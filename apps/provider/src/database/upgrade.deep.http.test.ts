import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GrantId } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import { knownAccountSubtype, type AccountSubtypeValue } from '#books/reference/reference-data.ts'
import { migrateToLatest } from '#database/migrate.ts'
import { connect, openDatabase } from '#database/open-database.ts'
import { DEMO_PASSWORD, seedDemo } from '#demo/demo-store.ts'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { TABLES_OF_ACCESS } from '#testing/books-endpoint.ts'
import { startProvider } from '#testing/provider-fixture.ts'
import { FILLED, fillDatabase } from './testing/filled-database.ts'

const DAY_MS = 86_400_000
/** What the version before wrote of a call: the total of a day and when the last one was. */
const countAsBefore = (grantId: GrantId, at: Date, calls: number) => sql`
  insert into grant_usage (grant_id, day, calls, last_used_at)
  values (${grantId}, ${at.toISOString().slice(0, 10)}, ${calls}, ${at})
  on conflict (grant_id, day) do update set
    calls = grant_usage.calls + excluded.calls,
    last_used_at = greatest(grant_usage.last_used_at, excluded.last_used_at)`

/** Takes the database back to before there were accounts: without the tables and functions that came with them or later. */
async function forgetBooks(db: Database) {
  const { rows } = await sql<{ statement: string }>`
    select format('drop table if exists %I cascade', c.relname) as statement
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relname = any(${TABLES_OF_ACCESS}::text[])
    union all
    select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(db)
  for (const { statement } of rows) await sql.raw(statement).execute(db)
  await sql`drop table if exists account_mails, password_resets, second_factors, recovery_codes`.execute(db)
  await sql`alter table users drop column if exists password_set_at`.execute(db)
  await sql`delete from kysely_migration where name >= '007'`.execute(db)
}
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await sharePostgres()
})
afterAll(() => postgres.close())

describe('a database that was filled before calls were counted by quarter of an hour', () => {
  it('keeps every count, shows each in days of the reader, and goes on while old code still writes', async () => {
    const { url } = await postgres.createDatabase()
    const database = { kind: 'postgres', url, maxConnections: 5 } as const
    const before = await startProvider({ database })
    const { db, clock } = before.deps
    const { grantId } = await before.connect(await before.createClient())
    const midnightMs = clock() - (clock() % DAY_MS) + DAY_MS
    const noonMs = midnightMs + DAY_MS / 2
    before.advance(noonMs - clock())
    await db
      .updateTable('grants')
      .set({ granted_at: new Date(midnightMs - 60 * DAY_MS) })
      .where('id', '=', grantId)
      .execute()
    await sql`delete from grant_usage where grant_id = ${grantId}`.execute(db)
    await sql`alter table grant_usage drop column quarters`.execute(db)
    await forgetBooks(db)
    await sql`delete from kysely_migration where name = '006-quarters-of-use'`.execute(db)
    // Ten in the evening by UTC: the next day in Kathmandu, the same one in St. John's.
    const evening = (daysAgo: number) => new Date(midnightMs - daysAgo * DAY_MS + 22 * 3_600_000)
    for (let daysAgo = 45; daysAgo >= 1; daysAgo -= 1)
      await countAsBefore(grantId, evening(daysAgo), daysAgo).execute(db)
    const known = await sql<{ rows: number; calls: number }>`
      select count(*)::int as rows, sum(calls)::int as calls from grant_usage`.execute(db)
    expect(known.rows).toEqual([{ rows: 45, calls: (45 * 46) / 2 }])
    await before.close()

    const provider = await startProvider({ database })
    const now = provider.deps
    provider.advance(noonMs - now.clock())
    const kept = await sql<{ rows: number; calls: number; counted: number }>`
      select count(*)::int as rows, sum(calls)::int as calls, count(quarters)::int as counted
      from grant_usage`.execute(now.db)
    expect(kept.rows).toEqual([{ rows: 45, calls: (45 * 46) / 2, counted: 0 }])

    const stripIn = async (zone: string) => {
      const agent = createBrowserAgent()
      const page = await agent.visit(`${provider.base}/sign-in`)
      const { action, fields } = formTo(page, '/sign-in')
      const person = { email: DEMO_USERS.many.email, password: DEMO_PASSWORD, zone }
      await agent.post(action, { ...fields, ...person }, { from: page.url })
      const { body } = await agent.visit(`${provider.base}/connected-apps/${grantId}`)
      return [...body.matchAll(/<i class="[a-z]*" title="[^"]*: (?:read (\d+) times|read once|quiet)"/g)].map(
        ([title, times]) => (title.endsWith('quiet"') ? 0 : Number(times ?? 1)),
      )
    }
    const daysAgo = (from: number) => Array.from({ length: 30 }, (_, index) => from - index)
    // Each evening's calls are of the day after in Kathmandu, so that yesterday's are of today there.
    expect(await stripIn('Asia/Kathmandu')).toEqual(daysAgo(30))
    expect(await stripIn('America/St_Johns')).toEqual(daysAgo(29))

    // One process is still of the version before.
    await countAsBefore(grantId, new Date(now.clock()), 5).execute(now.db)
    now.applicationLog.recordUse(grantId)
    now.applicationLog.recordUse(grantId)
    await now.applicationLog.flush()
    await countAsBefore(grantId, new Date(now.clock()), 3).execute(now.db)
    const today = (await stripIn('America/St_Johns')).at(-1)
    expect(today).toBe(10)
    await provider.close()
  })
})

describe('a database that was filled before there were accounts', () => {
  it.each(['memory', 'postgres'] as const)(
    'keeps its businesses and gives each a chart in its own currency, on %s',
    async (kind) => {
      const url = kind === 'postgres' ? (await postgres.createDatabase()).url : ''
      const { db, close } =
        kind === 'postgres'
          ? await openDatabase({ kind, url, maxConnections: 2 })
          : await openDatabase({ kind })
      await seedDemo({ db, clock: () => Date.parse('2026-11-20T08:00:00Z'), hasBooks: false })
      await forgetBooks(db)
      const businesses = () => db.selectFrom('businesses').selectAll().orderBy('id').execute()
      const before = await businesses()

      await migrateToLatest(db)
      expect(await businesses()).toEqual(before)
      const charts = await sql<{ currency_code: string; accounts: number; settings: number }>`
        select b.currency_code, count(a.id) filter (where a.currency_code = b.currency_code)::int as accounts,
          count(distinct s.business_id)::int as settings
        from businesses b left join accounts a on a.business_id = b.id left join book_settings s on s.business_id = b.id
        group by b.id order by b.id`.execute(db)
      expect(charts.rows).toEqual(
        before.map((row) => ({ currency_code: row.currency_code, accounts: 23, settings: 1 })),
      )
      const known = await sql<{ subtype: AccountSubtypeValue; type: string; can_archive: boolean }>`
        select distinct subtype, type, can_archive from accounts`.execute(db)
      for (const { subtype, type, can_archive } of known.rows) {
        const { archivable, type: itsType } = knownAccountSubtype(subtype)
        expect(type).toBe(itsType.value)
        if (!archivable) expect(can_archive, subtype).toBe(false)
      }
      await close()
    },
  )
})

describe('a database that was filled before there were books', () => {
  /** Every row of the tables that are there, by table. Columns that came later stand behind the others, in the order too. */
  async function rowsOf(db: Database, tables?: readonly string[]) {
    const known = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like 'kysely%' order by 1`.execute(db)
    const rows: Record<string, readonly unknown[]> = {}
    for (const name of tables ?? known.rows.map((each) => each.name)) {
      const found = await sql<{ row: unknown }>`
        select to_jsonb(t) as row from ${sql.table(name)} t order by t::text`.execute(db)
      rows[name] = found.rows.map(({ row }) => row)
    }
    return rows
  }

  it.each(['memory', 'postgres'] as const)(
    'keeps every row, and its entries count in the balances that came later, on %s',
    async (kind) => {
      const url = kind === 'postgres' ? (await postgres.createDatabase()).url : ''
      const { db, close } = await connect(kind === 'postgres' ? { kind, url, maxConnections: 2 } : { kind })
      // One in memory begins with all tables.
      for (const statement of ['drop schema public cascade', 'create schema public'])
        await sql.raw(statement).execute(db)
      await fillDatabase(db)
      const before = await rowsOf(db)
      expect(before['entries']).toHaveLength(3)
      await migrateToLatest(db)
      expect(await rowsOf(db, Object.keys(before))).toMatchObject(before)
      expect(await verifyBooks(db, DEMO_BUSINESSES.northwind.id)).toEqual([])
      const totals = await sql<{ name: string; net: string }>`
        select a.name, sum(d.net)::text as net from account_months d
        join accounts a on a.business_id = d.business_id and a.id = d.account_id
        group by a.name order by 1`.execute(db)
      expect(totals.rows).toEqual([
        { name: 'Cash on Hand', net: '12345' },
        { name: 'Sales', net: '-12345' },
      ])
      await close()
    },
  )

  it('is served: tokens that were given live on, and read what was kept', async () => {
    const { url } = await postgres.createDatabase()
    const database = { kind: 'postgres', url, maxConnections: 5 } as const
    const { db, close } = await connect(database)
    await fillDatabase(db)
    await close()

    const provider = await startProvider({ database })
    const { json, status } = await provider.post('/oauth2/token/', {
      grant_type: 'refresh_token',
      client_id: FILLED.clientId,
      client_secret: FILLED.secret,
      refresh_token: FILLED.refreshToken,
    })
    expect(status).toBe(200)
    const response = await fetch(`${provider.base}/graphql/public`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${String(json['access_token'])}`,
      },
      body: JSON.stringify({
        query:
          '{ business { name accounts(isArchived: null, pageSize: 100) { edges { node { name balance sequence isArchived } } } } }',
      }),
    })
    const { data } = await response.json()
    expect(data.business.name).toBe('Northwind Trading')
    const accounts = data.business.accounts.edges.map(({ node }: { node: unknown }) => node)
    expect(accounts).toContainEqual({
      name: 'Till at the Café',
      balance: '0.00',
      sequence: 2,
      isArchived: false,
    })
    expect(accounts).toContainEqual({
      name: 'Cash on Hand',
      balance: '123.45',
      sequence: 1,
      isArchived: false,
    })
    expect(accounts.find(({ name }: { name: string }) => name === 'Old Loan')?.isArchived).toBe(true)
    await provider.close()
  })
})
