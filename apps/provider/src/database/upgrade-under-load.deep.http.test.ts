import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { until } from '@counterfoil/testkit/until'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { startBooks } from '#testing/books-endpoint.ts'
import { startSales } from '#testing/sales.ts'
import { knownChanges, migrateToLatest, type SchemaChange } from './migrate.ts'
import { connect } from './open-database.ts'

const WRITERS = 5
const WRITES_BETWEEN = 20

/** What migrations do to tables that are written to: columns, checks, indexes, rows filled in, a trigger. */
const NEXT_RELEASE: Readonly<Record<string, SchemaChange>> = {
  '997-column-with-a-default': {
    alters: ['invoices', 'customers'],
    async up(db) {
      await sql`alter table invoices add column noted text not null default 'none' check (noted <> '')`.execute(
        db,
      )
      await sql`alter table customers add column noted text`.execute(db)
      await sql`update customers set noted = name`.execute(db)
    },
  },
  '998-index': {
    alters: ['postings', 'entries'],
    async up(db) {
      await sql`create index postings_next on postings (business_id, day)`.execute(db)
      await sql`alter table entries add column noted text`.execute(db)
    },
  },
  '999-trigger': {
    alters: ['invoices'],
    async up(db) {
      await sql`create function note_invoice() returns trigger language plpgsql as
        'begin new.noted := coalesce(new.noted, ''none''); return new; end'`.execute(db)
      await sql`create trigger note before insert or update on invoices for each row execute function note_invoice()`.execute(
        db,
      )
    },
  },
}

it('upgrades beside processes of the release before, which write and start again meanwhile', async () => {
  const world = await startBooks('postgres')
  const businesses = await Promise.all(Array.from({ length: WRITERS }, () => world.open()))
  let isWriting = true
  let written = 0
  const writing = businesses.map(async (books) => {
    const { invoice } = await startSales(books)
    while (isWriting) {
      await invoice({ status: 'SAVED' })
      written += 1
    }
  })
  const more = async () => {
    const enough = written + WRITES_BETWEEN
    await until('more was written', () => written >= enough)
  }
  await more()
  const newer = await connect({ kind: 'postgres', url: world.databaseUrl ?? '', maxConnections: 4 })
  const older = await connect({ kind: 'postgres', url: world.databaseUrl ?? '', maxConnections: 4 })
  const names = Object.keys(NEXT_RELEASE)
  for (const [index] of names.entries()) {
    const applied = names.slice(0, index + 1).map((name) => [name, NEXT_RELEASE[name]] as const)
    await migrateToLatest(newer.db, { ...knownChanges(), ...Object.fromEntries(applied) } as ReturnType<
      typeof knownChanges
    >)
    // A process of the release before starts on what the newer one has made.
    await migrateToLatest(older.db)
    await more()
  }
  isWriting = false
  await Promise.all(writing)
  for (const { business } of businesses) expect(await verifyBooks(newer.db, business.uuid)).toEqual([])
  await Promise.all([newer.close(), older.close()])
  await world.close()
})
