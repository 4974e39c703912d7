import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'

it('a database in memory has all tables, and no others beside it', async () => {
  // The first may be made, the second is read from the copy of it.
  for (const _ of ['made', 'read']) {
    const { db, close } = await openDatabase({ kind: 'memory' })
    const { rows } = await sql`select datname as name from pg_database`.execute(db)
    expect(rows).toEqual([{ name: 'postgres' }])
    expect(await db.selectFrom('businesses').selectAll().execute()).toEqual([])
    await close()
  }
})
