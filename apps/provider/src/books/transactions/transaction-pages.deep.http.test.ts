import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { DATABASE_KINDS } from '#testing/books-endpoint.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { seedBooks } from '#testing/seed-books.ts'
import { createTransactionStore } from './transaction-store.ts'

const ALL = { accountId: null, kind: null, from: null, to: null }
const ENTRIES = 200

describe.each(DATABASE_KINDS)('a deep page of a list of transactions, in %s', (kind) => {
  let own: OwnDatabase | undefined
  let database: OpenDatabase
  let books: Books
  let accountId: RowId<'Account'>

  beforeAll(async () => {
    own = kind === 'postgres' ? await makeOwnDatabase() : undefined
    database = await openDatabase(own?.location ?? { kind: 'memory' })
    books = await seedBooks(database.db, new Date('2026-11-20T08:00:00.000Z'))
    const { rows } = await sql<{ id: RowId<'Account'> }>`select id::text as id from accounts
      where business_id = ${books.businessId} order by id limit 2`.execute(database.db)
    const [one, other] = rows.map(({ id }) => id)
    if (one === undefined || other === undefined) throw new Error('The chart lacks an account')
    accountId = one
    const drawn = sql`select n, date '2026-01-01' + n * 7919 % 23 as day, case when n % 3 = 0 then 'DEPOSIT' else 'WITHDRAWAL' end as kind
      from generate_series(1, ${sql.lit(ENTRIES)}) n`
    await sql`insert into entries (business_id, id, kind, day, created_at)
      select ${books.businessId}, n, kind, day, now() from (${drawn}) drawn`.execute(database.db)
    // Some entries have two postings on the account, and some have none.
    await sql`insert into postings (business_id, entry_id, position, kind, account_id, day, book, amount, base_amount)
      select ${books.businessId}, n, position, kind,
        case when n % 5 > 0 and position < 2 then ${one}::bigint else ${other}::bigint end, day, 0,
        case position when 0 then 3 when 1 then -1 else -2 end, case position when 0 then 3 when 1 then -1 else -2 end
      from (${drawn}) drawn cross join generate_series(0, 2) position`.execute(database.db)
  })
  afterAll(async () => {
    await database.close()
    await own?.drop()
  })

  it.each([
    ['of all', () => ALL],
    ['of a kind', () => ({ ...ALL, kind: 'DEPOSIT' as const })],
    ['of an account', () => ({ ...ALL, accountId })],
    ['of some days of an account', () => ({ ...ALL, accountId, from: '2026-01-05', to: '2026-01-20' })],
    ['of days that have none', () => ({ ...ALL, from: '2027-01-01' })],
  ])('has the same rows as the whole list: %s', async (_, filterOf) => {
    const list = async (farOffset: number, offset: number, limit: number) => {
      const page = { page: 1, offset, limit }
      const found = await createTransactionStore(database.db, farOffset).listMany(
        [books],
        filterOf(),
        page,
        'whole',
      )
      return found.map(({ id }) => id)
    }
    const all = await list(Number.POSITIVE_INFINITY, 0, 250)
    for (let offset = 0; offset <= all.length + 7; offset += 7) {
      expect(await list(0, offset, 10), String(offset)).toEqual(all.slice(offset, offset + 10))
    }
  })
})
