import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#database/database.ts'
import { migrateToLatest } from '#database/migrate.ts'
import { connect } from '#database/open-database.ts'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { DEMO_BUSINESSES } from '#demo/demo-data.ts'
import { startProvider } from '#testing/provider-fixture.ts'
import { FILLED, fillDatabase } from './testing/filled-database.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await sharePostgres()
})
afterAll(() => postgres.close())

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
