import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from './open-database.ts'

describe('a connection after a call with little time left', () => {
  let postgres: TestPostgres
  let opened: OpenDatabase

  beforeAll(async () => {
    postgres = await sharePostgres()
    const { url } = await postgres.createDatabase()
    opened = await openDatabase({ kind: 'postgres', url, maxConnections: 1 })
  })
  afterAll(async () => {
    await opened.close()
    await postgres.close()
  })

  const SETTING = 'statement_timeout'
  /** Returns the statement timeout of the connection within a call that has 3 of 1,000 ms left. */
  const limitInCall = () =>
    opened.budgets.within({ startedAtMs: 0, wholeMs: 1000, clock: () => 997 }, async () => {
      const { rows } = await sql<{ limit: string }>`select current_setting(${SETTING}) as limit`.execute(
        opened.db,
      )
      return rows[0]?.limit
    })

  it('has no statement timeout for the statements of tokens', async () => {
    const limitNow = () => opened.run<{ limit: string }>('select current_setting($1) as limit', [SETTING])
    expect(await limitInCall()).toBe('3ms')
    expect(await limitNow()).toEqual([{ limit: '0' }])
    await expect(opened.run('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
    expect(await limitNow()).toEqual([{ limit: '0' }])
    expect(await limitInCall()).toBe('3ms')
  })

  it('can still read a whole table after a newer release adds a column', async () => {
    await sql`create table growing as select 1 as id`.execute(opened.db)
    const read = () => opened.run('select * from growing where id = $1', [1])
    expect(await read()).toEqual([{ id: 1 }])
    await sql`alter table growing add column name text`.execute(opened.db)
    expect(await read()).toEqual([{ id: 1, name: null }])
  })
})
