import { randomUUID } from 'node:crypto'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { UserId } from '@counterfoil/oauth/ids'
import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RowId } from '#books/book-ids.ts'
import { dayIn } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Books } from '#books/open-books.ts'
import { openDatabase, type OpenDatabase } from '#database/open-database.ts'
import { seedBooks } from '#testing/seed-books.ts'
import { buildEntry, type Book, type EntryLine } from './entry.ts'
import { post, postAll, reverse, systemAccount } from './ledger-store.ts'
import { describeSystemAccount, type SystemAccountKey } from './system-accounts.ts'

const NOW = new Date('2026-11-20T08:00:00.000Z')

describe.each(['memory', 'postgres'] as const)('the ledger, on a database of kind %s', (kind) => {
  let postgres: TestPostgres | undefined
  let database: OpenDatabase
  let books: Books
  let cash: RowId<'Account'>
  let sales: RowId<'Account'>

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await sharePostgres()
    const url = (await postgres?.createMigratedDatabase())?.url
    database = await openDatabase(
      url === undefined ? { kind: 'memory' } : { kind: 'postgres', url, maxConnections: 4 },
    )
  })
  afterAll(async () => {
    await database.close()
    await postgres?.close()
  })
  beforeEach(async () => {
    books = await seedBooks(database.db, NOW)
    cash = await accountOf('CASH_AND_BANK')
    sales = await accountOf('INCOME')
  })

  const write = <Value>(work: (transaction: BooksTransaction) => Promise<Value>, of = books) =>
    database.db.transaction().execute((trx) => {
      const author = { userId: randomUUID() as string as UserId, applicationId: null }
      return work({ trx, books: of, now: NOW, today: dayIn(null, NOW.getTime()), author })
    })
  const accountOf = async (subtype: string) => {
    const { rows } = await sql<{ id: RowId<'Account'> }>`select id::text as id from accounts
      where business_id = ${books.businessId} and subtype = ${subtype} order by id limit 1`.execute(
      database.db,
    )
    if (rows[0] === undefined) throw new Error(`There is no account of the kind ${subtype}`)
    return rows[0].id
  }
  const line = (
    accountId: RowId<'Account'>,
    baseMinor: bigint,
    book: Book = 0,
    amountMinor = baseMinor,
  ): EntryLine => ({ accountId, book, amountMinor, baseMinor })
  const entry = (day: string, lines: readonly EntryLine[]) =>
    buildEntry({ kind: 'DEPOSIT', day, description: 'Takings' }, lines)
  const totalsOf = async (of: RowId<'Account'>) => {
    const kept = await sql<Record<string, string>>`
      select 'day ' || day as of, book, debit::text, credit::text, net::text from account_days
      where business_id = ${books.businessId} and account_id = ${of}::bigint
      union all select 'month ' || month, book, debit::text, credit::text, net::text from account_months
      where business_id = ${books.businessId} and account_id = ${of}::bigint
      order by 1, 2`.execute(database.db)
    return kept.rows.map(
      (row) => `${row['of']}, book ${row['book']}: ${row['debit']} - ${row['credit']} = ${row['net']}`,
    )
  }
  const postingsOf = async (id: string) =>
    (
      await sql<
        Record<string, unknown>
      >`select position, account_id::text, day, book, amount::text, base_amount::text,
        description, customer_id::text, document_id::text from postings
        where business_id = ${books.businessId} and entry_id = ${id}::bigint order by position`.execute(
        database.db,
      )
    ).rows

  it('stores a balanced entry with all its texts, and adds it to the totals of its day and month', async () => {
    const customer = '9007199254740995' as RowId<'Customer'>
    await sql`insert into customers (business_id, id, name, name_key, created_at, modified_at)
      values (${books.businessId}, ${customer}::bigint, 'Quay', 'quay', ${NOW}, ${NOW})`.execute(database.db)
    const euros = await write((transaction) => systemAccount(transaction, 'RECEIVABLE:EUR'))
    const id = await write((transaction) =>
      post(
        transaction,
        buildEntry(
          {
            kind: 'INVOICE',
            day: '2026-10-31',
            description: 'Invoice 7',
            notes: 'As agreed',
            document: { kind: 'INVOICE', id: '9007199254740993' as RowId<'Invoice'> },
          },
          [
            {
              ...line(euros, 14_777n, 1, 10_000n),
              customerId: customer,
              documentId: '9007199254740993' as RowId<'Invoice'>,
            },
            { ...line(sales, -14_777n, 1), description: 'Désk' },
          ],
        ),
      ),
    )
    const entries =
      await sql`select kind, day, description, notes, document_kind, document_id::text, created_at
      from entries where business_id = ${books.businessId} and id = ${id}::bigint`.execute(database.db)
    expect(entries.rows).toEqual([
      {
        kind: 'INVOICE',
        day: '2026-10-31',
        description: 'Invoice 7',
        notes: 'As agreed',
        document_kind: 'INVOICE',
        document_id: '9007199254740993',
        created_at: NOW,
      },
    ])
    expect(await postingsOf(id)).toEqual([
      {
        position: 0,
        account_id: euros,
        day: '2026-10-31',
        book: 1,
        amount: '10000',
        base_amount: '14777',
        description: null,
        customer_id: customer,
        document_id: '9007199254740993',
      },
      {
        position: 1,
        account_id: sales,
        day: '2026-10-31',
        book: 1,
        amount: '-14777',
        base_amount: '-14777',
        description: 'Désk',
        customer_id: null,
        document_id: null,
      },
    ])
    expect(await totalsOf(euros)).toEqual([
      'day 2026-10-31, book 1: 14777 - 0 = 10000',
      'month 2026-10-01, book 1: 14777 - 0 = 10000',
    ])
  })

  it('gives simultaneous entries ids in their order, and sums entries of one day', async () => {
    const days = ['2026-11-02', '2026-11-01', '2026-11-02']
    const ids = await write((transaction) =>
      postAll(
        transaction,
        days.map((day, index) =>
          entry(day, [line(cash, BigInt(index + 1)), line(sales, -BigInt(index + 1))]),
        ),
      ),
    )
    expect(ids.map(BigInt)).toEqual([0n, 1n, 2n].map((index) => BigInt(ids[0] ?? 0) + index))
    for (const [index, id] of ids.entries()) {
      expect(await postingsOf(id)).toMatchObject([
        { account_id: cash, day: days[index], amount: `${index + 1}` },
        { account_id: sales, day: days[index], amount: `-${index + 1}` },
      ])
    }
    const later = await write((transaction) => post(transaction, entry('2026-11-01', [])))
    expect(BigInt(later) > BigInt(ids[2] ?? 0)).toBe(true)
    expect(await totalsOf(cash)).toEqual([
      'day 2026-11-01, book 0: 2 - 0 = 2',
      'day 2026-11-02, book 0: 4 - 0 = 4',
      'month 2026-11-01, book 0: 6 - 0 = 6',
    ])
    expect(await write((transaction) => postAll(transaction, []))).toEqual([])
  })

  it('stores the largest amount exactly', async () => {
    const most = 10n ** 15n
    for (let count = 0; count < 3; count += 1)
      await write((transaction) =>
        post(transaction, entry('2026-11-01', [line(cash, most), line(sales, -most)])),
      )
    expect((await totalsOf(sales)).at(-1)).toBe(
      'month 2026-11-01, book 0: 0 - 3000000000000000 = -3000000000000000',
    )
  })

  it('reverses an entry on its day, once, and keeps both entries', async () => {
    const id = await write((transaction) =>
      post(
        transaction,
        entry('2026-02-28', [
          line(cash, 100n),
          line(sales, -90n, 1),
          line(sales, -100n, 2),
          line(cash, -10n, 1),
        ]),
      ),
    )
    const undone = await write((transaction) => reverse(transaction, id))
    const [before, after] = [await postingsOf(id), await postingsOf(undone)]
    expect(after).toEqual(
      before.map((row) => ({
        ...row,
        amount: `${-BigInt(String(row['amount']))}`,
        base_amount: `${-BigInt(String(row['base_amount']))}`,
      })),
    )
    expect(await totalsOf(sales)).toEqual([
      'day 2026-02-28, book 1: 90 - 90 = 0',
      'day 2026-02-28, book 2: 100 - 100 = 0',
      'month 2026-02-01, book 1: 90 - 90 = 0',
      'month 2026-02-01, book 2: 100 - 100 = 0',
    ])
    await expect(write((transaction) => reverse(transaction, id))).rejects.toThrow(
      'entries_business_id_reverses_id_key',
    )
    await expect(write((transaction) => reverse(transaction, '1' as RowId<'Transaction'>))).rejects.toThrow(
      'no entry',
    )
  })

  it('refuses an entry that does not balance, for every caller', async () => {
    const id = await write((transaction) =>
      post(transaction, entry('2026-11-01', [line(cash, 1n), line(sales, -1n)])),
    )
    await sql`insert into entries (business_id, id, kind, day, created_at)
      select business_id, id + 1, kind, day, created_at from entries
      where business_id = ${books.businessId} and id = ${id}::bigint`.execute(database.db)
    for (const book of [0, 1, 2]) {
      const unbalanced = sql`
        insert into postings (business_id, entry_id, position, account_id, day, kind, book, amount, base_amount)
        select ${books.businessId}::uuid, ${id}::bigint + 1, position, account_id, day, kind, ${book}::smallint, 1, 1
        from postings where business_id = ${books.businessId} and entry_id = ${id}::bigint`
      await expect(unbalanced.execute(database.db)).rejects.toThrow('An entry does not balance')
    }
  })

  it('refuses to change or delete an entry or a posting, for every caller', async () => {
    const id = await write((transaction) =>
      post(transaction, entry('2026-11-01', [line(cash, 1n), line(sales, -1n)])),
    )
    const before = await postingsOf(id)
    const ofEntry = sql`where business_id = ${books.businessId} and entry_id = ${id}::bigint`
    const head = sql`where business_id = ${books.businessId} and id = ${id}::bigint`
    for (const statement of [
      sql`update entries set day = '2026-11-02' ${head}`,
      sql`delete from entries ${head}`,
      sql`update postings set amount = amount * 2, base_amount = base_amount * 2 ${ofEntry}`,
      sql`delete from postings ${ofEntry}`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toThrow('never changed')
    }
    expect(await postingsOf(id)).toEqual(before)
  })

  it('does not reach the entries and accounts of another business', async () => {
    const id = await write((transaction) =>
      post(transaction, entry('2026-11-01', [line(cash, 1n), line(sales, -1n)])),
    )
    // Charts that begin in one millisecond have the same ids.
    const others = await seedBooks(database.db, new Date(NOW.getTime() + 1))
    await expect(write((transaction) => reverse(transaction, id), others)).rejects.toThrow('no entry')
    await expect(
      write(
        (transaction) => post(transaction, entry('2026-11-01', [line(cash, 1n), line(sales, -1n)])),
        others,
      ),
    ).rejects.toThrow('postings_business_id_account_id_fkey')
  })

  it('creates a missing account of the system once, with the name from the chart', async () => {
    const own = await write((transaction) => systemAccount(transaction, 'RECEIVABLE:CAD'))
    expect(own).toBe(await accountOf('RECEIVABLE_INVOICES'))
    const made = await write((transaction) => systemAccount(transaction, 'CREDITS:JPY'))
    expect(await write((transaction) => systemAccount(transaction, 'CREDITS:JPY'))).toBe(made)
    const { rows } = await sql`select name, currency_code, subtype, type, can_archive from accounts
      where business_id = ${books.businessId} and system_key = 'CREDITS:JPY'`.execute(database.db)
    expect(rows).toEqual([
      {
        name: 'Customer Credits (JPY)',
        currency_code: 'JPY',
        subtype: 'SYSTEM_CUSTOMER_CREDITS',
        type: 'LIABILITY',
        can_archive: false,
      },
    ])
  })

  it('describes the accounts of the system as in the chart of a new business', async () => {
    const { rows } = await sql<Record<string, unknown> & { system_key: string }>`
      select system_key, name, description, currency_code, subtype, type from accounts
      where business_id = ${books.businessId} and system_key is not null order by id`.execute(database.db)
    expect(rows).toHaveLength(5)
    for (const { system_key: key, ...chart } of rows) {
      const { name, description, currencyCode, subtypeValue, typeValue } = describeSystemAccount(
        key as SystemAccountKey,
        knownCurrency('CAD'),
      )
      expect(chart).toEqual({
        name,
        description,
        currency_code: currencyCode,
        subtype: subtypeValue,
        type: typeValue,
      })
    }
  })
})
