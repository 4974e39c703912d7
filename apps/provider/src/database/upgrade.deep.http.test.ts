import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#database/database.ts'
import { migrateToLatest } from '#database/migrate.ts'
import { connect } from '#database/open-database.ts'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { startProvider } from '#testing/provider-fixture.ts'
import { FILLED_BY, fillDatabase } from './testing/filled-database.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await sharePostgres()
})
afterAll(() => postgres.close())

describe.each(FILLED_BY)('a database that was filled on the schema of migration %s', (number) => {
  type Row = Readonly<Record<string, unknown>>
  /** Returns every row, by table. */
  async function rowsOf(db: Database, tables?: readonly string[]) {
    const known = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not in ('kysely_migration', 'kysely_migration_lock', 'schema_changes') order by 1`.execute(
      db,
    )
    const rows: Record<string, readonly Row[]> = {}
    for (const name of tables ?? known.rows.map((each) => each.name)) {
      const found = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
      rows[name] = found.rows.map(({ row }) => row)
    }
    return rows
  }
  /** Matches a row after a migration, which must keep every value but may fill in a null. */
  const filledIn = (row: Row) =>
    expect.objectContaining(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))

  it.each(['memory', 'postgres'] as const)(
    'keeps every row, and its books pass the verification, on %s',
    async (kind) => {
      const url = kind === 'postgres' ? (await postgres.createDatabase()).url : ''
      const { db, close } = await connect(kind === 'postgres' ? { kind, url, maxConnections: 10 } : { kind })
      // A database in memory begins with all tables.
      for (const statement of ['drop schema public cascade', 'create schema public'])
        await sql.raw(statement).execute(db)
      const { writers } = await fillDatabase(db, number)
      const before = await rowsOf(db)
      expect(before['invoices']).not.toEqual([])
      await migrateToLatest(db)
      for (const [name, rows] of Object.entries(await rowsOf(db, Object.keys(before))))
        expect(rows, name).toEqual(expect.arrayContaining((before[name] ?? []).map(filledIn)))
      for (const { businessUuid } of writers) expect(await verifyBooks(db, businessUuid)).toEqual([])
      await close()
    },
  )

  it('still accepts its tokens, and returns its stored rows', async () => {
    const { url } = await postgres.createDatabase()
    const database = { kind: 'postgres', url, maxConnections: 10 } as const
    const { db, close } = await connect(database)
    const { clientId, secret, refreshToken, writers } = await fillDatabase(db, number)
    await close()

    const provider = await startProvider({ database })
    const { json, status } = await provider.post('/oauth2/token/', {
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: secret,
      refresh_token: refreshToken,
    })
    expect(status).toBe(200)
    const read = async (token: string, id: string | null) => {
      const response = await fetch(`${provider.base}/graphql/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          query:
            'query ($id: ID) { business(id: $id) { name customers(pageSize: 1) { pageInfo { totalCount } } } }',
          variables: { id },
        }),
      })
      return (await response.json()).data.business
    }
    expect(await read(String(json['access_token']), null)).toMatchObject({
      name: 'Northwind Trading',
    })
    for (const { token, businessId } of writers)
      expect((await read(token, businessId)).customers.pageInfo.totalCount).toBeGreaterThan(10)
    await provider.close()
  })
})
