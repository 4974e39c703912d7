import { randomUUID } from 'node:crypto'
import type { UserId } from '@counterfoil/oauth/ids'
import { createLogger } from '@counterfoil/service/telemetry/logger'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNT_COMMANDS } from '#admin/account-commands.ts'
import type { RowId } from '#books/book-ids.ts'
import { dayIn } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { checkSomeBooks } from '#operations/background-work.ts'
import { createProviderMetrics } from '#operations/provider-metrics.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { seedBooks } from '#testing/seed-books.ts'
import { buildEntry } from './entry.ts'
import { post, reverse } from './ledger-store.ts'
import { verifyBooks } from './verify-store.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')

describe('verifying the books of a business', () => {
  let own: OwnDatabase
  let database: OpenDatabase
  let books: Books

  beforeAll(async () => {
    own = await makeOwnDatabase()
    database = await openDatabase(own.location)
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })
  beforeEach(async () => {
    await sql`delete from businesses`.execute(database.db)
    books = await seedBooks(database.db, NOW)
    const { rows } = await sql<{ id: RowId<'Account'> }>`select id::text as id from accounts
      where business_id = ${books.businessId} and subtype in ('CASH_AND_BANK', 'INCOME') order by id`.execute(
      database.db,
    )
    const [cash, sales] = rows.map(({ id }) => id)
    if (cash === undefined || sales === undefined) throw new Error('The chart lacks an account')
    await database.db.transaction().execute(async (trx) => {
      const author = { userId: randomUUID() as string as UserId, applicationId: null }
      const transaction = { trx, books, now: NOW, today: dayIn(null, NOW.getTime()), author }
      const lines = [
        { accountId: cash, book: 0, amountMinor: 100n, baseMinor: 100n },
        { accountId: sales, book: 1, amountMinor: -100n, baseMinor: -100n },
        { accountId: sales, book: 2, amountMinor: -100n, baseMinor: -100n },
      ] as const
      const head = { kind: 'DEPOSIT', description: 'Takings' } as const
      await post(transaction, buildEntry({ ...head, day: '2026-10-31' }, lines))
      const id = await post(transaction, buildEntry({ ...head, day: '2026-11-01' }, lines))
      await reverse(transaction, id)
    })
  })

  /** Runs statements with all triggers of the database disabled. */
  const damage = (...statements: readonly RawBuilder<unknown>[]) =>
    database.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const statement of statements) await statement.execute(trx)
    })
  const checksOf = async () =>
    (await verifyBooks(database.db, books.businessId)).map(({ check, rows }) => `${check}: ${rows}`)
  const verify = async (which?: string) => {
    const command = ACCOUNT_COMMANDS.find(({ name }) => name === 'books verify')
    return (await command?.run({ db: database.db } as never, { business: which }, {})) as any
  }

  it('reports nothing for correct books, also for a business without entries', async () => {
    expect(await checksOf()).toEqual([])
    await seedBooks(database.db, NOW)
    expect(await verify()).toEqual({ businesses: 2, differences: [] })
  })

  it.each([
    [
      'a total of a day that is off by one',
      sql`update account_days set net = net + 1 where day = '2026-10-31' and book = 0`,
      ['account days: 1'],
    ],
    [
      'a total of a day that is gone',
      sql`delete from account_days where day = '2026-10-31'`,
      ['account days: 3'],
    ],
    [
      'a month nothing was entered in',
      sql`insert into account_months select business_id, account_id, book, '2020-01-01', 0, 0, 0 from account_months where book = 0 limit 1`,
      ['account months: 1'],
    ],
    [
      'a count that is off',
      sql`update transaction_counts set n = n + 1 where account_id = 0 and day = '2026-10-31'`,
      ['transaction counts: 1'],
    ],
    [
      'a posting that was changed',
      sql`update postings set amount = 99, base_amount = 99 where day = '2026-10-31' and book = 0`,
      ['trial balance: 2', 'balanced entries: 1', 'account days: 1', 'account months: 1'],
    ],
    [
      'a posting on another day than its entry',
      sql`update entries set day = '2026-10-30' where day = '2026-10-31'`,
      ['postings of their entry: 3', 'transaction counts: 2'],
    ],
    [
      'two amounts in one currency',
      sql`update postings set amount = 99 where day = '2026-10-31' and book = 0`,
      ['one currency, one amount: 1', 'account days: 1', 'account months: 1'],
    ],
    [
      'a reversal that undoes something else',
      sql`update postings set base_amount = base_amount * 2, amount = amount * 2 where kind = 'REVERSAL'`,
      ['reversals: 3', 'account days: 3', 'account months: 3'],
    ],
  ] as const)('finds %s, and repairs nothing', async (_, statement, found) => {
    await damage(statement)
    expect((await checksOf()).map((each) => each)).toEqual(expect.arrayContaining([...found]))
    expect(await checksOf()).toHaveLength(found.length)
    const again = await verify(books.businessId)
    expect(again.businesses).toBe(1)
    expect(again.differences).toHaveLength(found.length)
    expect(again.differences[0]).toEqual({
      business: 'Quay Books',
      id: books.businessId,
      check: expect.any(String),
      rows: expect.any(Number),
      example: expect.any(String),
    })
  })

  it('runs through one business after another while the provider serves: a fault is an error in the log and a metric', async () => {
    const lines: string[] = []
    const logger = createLogger({
      name: 'provider',
      level: 'info',
      destination: { write: (line: string) => void lines.push(line) },
    })
    const registry = createMetrics({ service: 'provider' })
    const deps = { db: database.db, logger, providerMetrics: createProviderMetrics(registry) }
    await checkSomeBooks(deps)
    expect(lines).toEqual([])
    expect(await registry.metrics()).toContain(
      'provider_books_checked_total{outcome="same",service="provider"} 1',
    )
    await damage(sql`update account_days set net = net + 1 where day = '2026-10-31' and book = 0`)
    await checkSomeBooks(deps)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 'error',
        event: 'books.different',
        businessId: books.businessId,
        check: 'account days',
        rows: 1,
      },
    ])
    expect(await registry.metrics()).toContain(
      'provider_books_checked_total{outcome="different",service="provider"} 1',
    )
    await sql`delete from businesses`.execute(database.db)
    await checkSomeBooks(deps)
    expect(lines).toHaveLength(1)
  })
})
