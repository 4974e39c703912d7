import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'

it('a database in memory is migrated, and is the only database of its cluster', async () => {
  // The first database may be created, the second one is read from its cached copy.
  for (const _ of ['made', 'read']) {
    const { db, close } = await openDatabase({ kind: 'memory' })
    const { rows } = await sql`select datname as name from pg_database`.execute(db)
    expect(rows).toEqual([{ name: 'postgres' }])
    expect(await db.selectFrom('businesses').selectAll().execute()).toEqual([])
    await close()
  }
})
