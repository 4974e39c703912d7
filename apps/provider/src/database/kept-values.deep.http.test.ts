import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { migrateToLatest } from '#database/migrate.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { DEMO_BUSINESSES } from '#demo/demo-data.ts'
import { seedDemo } from '#demo/demo-store.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'

const dropFunctions = (...names: readonly string[]) => names.map((name) => `drop function ${name} cascade`)

/** A table that the database keeps by itself, and what takes it back to before a migration that fills it: in their order. */
const KEPT = [
  {
    migration: '018-receivables-by-day',
    table: 'receivable_days',
    forget: [
      ...dropFunctions('count_receivables', 'move_receivables'),
      ...dropFunctions('keep_receivables_after_entry', 'keep_receivables_of_new_invoices'),
      'drop table receivable_days, receivable_months',
    ],
  },
  {
    migration: '019-more-stretches-of-invoices',
    table: 'invoice_stretches',
    forget: ['delete from invoice_stretches', 'drop index invoices_open, invoices_open_due_day'],
  },
  {
    migration: '020-stretches-of-every-list',
    table: 'estimate_stretches',
    forget: [
      ...['customer', 'estimate', 'invoice', 'product', 'vendor'].flatMap((noun) =>
        dropFunctions(`cut_stretch_of_${noun}s`, `count_stretches_of_${noun}s`),
      ),
      ...['customer', 'estimate', 'product', 'vendor'].flatMap((noun) =>
        dropFunctions(
          ...['delete', 'insert', 'update'].map((operation) => `keep_${noun}_stretches_after_${operation}`),
        ),
      ),
      ...dropFunctions('move_stretches_of_customer'),
      'drop table customer_stretches, estimate_stretches, product_stretches, vendor_stretches',
      'delete from invoice_stretches',
      'alter table invoice_stretches drop column from_text, add primary key (business_id, list, from_key, from_id)',
      'drop index invoices_by_number, estimates_by_number, estimates_written, estimates_life_written',
      'create index invoices_number_value on invoices (business_id, number_value, id) where deleted_at is null',
    ],
  },
  {
    migration: '021-kinds-in-stretches',
    table: 'product_stretches',
    forget: [
      ...dropFunctions('add_kinds'),
      ...['estimate', 'invoice', 'product'].map((noun) => `alter table ${noun}_stretches drop column kinds`),
      'drop index estimates_undecided, estimates_deposit',
    ],
  },
  {
    migration: '022-parts-of-numbers',
    table: 'number_parts',
    forget: [
      ...dropFunctions('count_number_parts', 'parts_of_number'),
      ...['estimate', 'invoice'].flatMap((noun) =>
        dropFunctions(
          ...['delete', 'insert', 'update'].map((operation) => `keep_${noun}_numbers_after_${operation}`),
        ),
      ),
      'drop table number_parts',
    ],
  },
  {
    migration: '023-stretches-of-customers',
    table: 'estimate_stretches',
    forget: ['estimate', 'invoice'].map((noun) => `delete from ${noun}_stretches where list = 'OF_CUSTOMER'`),
  },
] as const

describe.each(DATABASE_KINDS)('what a database of kind %s begins to keep', (kind) => {
  let own: OwnDatabase | undefined
  let database: OpenDatabase
  // Each migration leaves it as it found it: that is what is tried.
  beforeAll(async () => {
    own = kind === 'postgres' ? await makeOwnDatabase() : undefined
    database = await openDatabase(own?.location ?? { kind: 'memory' })
    const { db } = database
    await seedDemo({ db, clock: () => Date.parse('2026-11-20T08:00:00Z'), hasBooks: true })
  })
  afterAll(async () => {
    await database.close()
    await own?.drop()
  })

  it.each(KEPT)('is made of what is there: $migration', async ({ migration, table }) => {
    const { db } = database
    const run = (statement: string) => sql.raw(statement).execute(db)
    const countRows = async () => {
      const { rows } = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(table)}`.execute(db)
      return rows[0]?.rows ?? 0
    }
    const before = await countRows()
    expect(before).toBeGreaterThan(20)

    const since = KEPT.filter((each) => each.migration >= migration)
    // The last one first: an earlier one takes back what it found.
    for (const statement of since.toReversed().flatMap(({ forget }) => forget)) await run(statement)
    await sql`delete from kysely_migration where name >= ${migration}`.execute(db)
    await migrateToLatest(db)

    // Where as much was taken off as was put on, a row of nothing may have stood.
    expect(await countRows()).toBeGreaterThan(20)
    expect(await countRows()).toBeLessThanOrEqual(before)
    for (const { id } of Object.values(DEMO_BUSINESSES)) expect(await verifyBooks(db, id)).toEqual([])
  })
})
