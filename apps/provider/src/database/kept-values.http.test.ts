import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { migrateToLatest } from '#database/migrate.ts'
import { openDatabase } from '#database/open-database.ts'
import { DEMO_BUSINESSES } from '#demo/demo-data.ts'
import { seedDemo } from '#demo/demo-store.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { makeOwnDatabase } from '#testing/own-database.ts'

/** Tables that the database keeps by itself, the functions that do it, and the migration that made both. */
const KEPT = [
  {
    migration: '018-receivables-by-day',
    tables: ['receivable_days', 'receivable_months'],
    functions: [
      'count_receivables',
      'keep_receivables_after_entry',
      'keep_receivables_of_new_invoices',
      'move_receivables',
    ],
  },
] as const

describe.each(DATABASE_KINDS)('what a database of kind %s begins to keep', (kind) => {
  it.each(KEPT)('is made of what is there: $migration', async ({ migration, tables, functions }) => {
    const own = kind === 'postgres' ? await makeOwnDatabase() : undefined
    const { db, close } = await openDatabase(own?.location ?? { kind: 'memory' })
    await seedDemo({ db, clock: () => Date.parse('2026-11-20T08:00:00Z'), hasBooks: true })
    const run = (statement: string) => sql.raw(statement).execute(db)
    const countRows = async () => {
      const { rows } = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(tables[0])}`.execute(db)
      return rows[0]?.rows ?? 0
    }
    const before = await countRows()
    expect(before).toBeGreaterThan(100)

    for (const name of functions) await run(`drop function ${name} cascade`)
    for (const table of tables) await run(`drop table ${table}`)
    await sql`delete from kysely_migration where name = ${migration}`.execute(db)
    await migrateToLatest(db)

    // Where as much was taken off as was put on, a row of nothing may have stood.
    expect(await countRows()).toBeGreaterThan(100)
    expect(await countRows()).toBeLessThanOrEqual(before)
    for (const { id } of Object.values(DEMO_BUSINESSES)) expect(await verifyBooks(db, id)).toEqual([])
    await close()
    await own?.drop()
  })
})
