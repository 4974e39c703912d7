import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import { firstRowIdAt, type RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import type { Entry } from './entry.ts'
import { describeSystemAccount, type SystemAccountKey } from './system-accounts.ts'

/**
 * Enters something in the books. Nothing else writes postings; the totals of accounts follow in the same transaction.
 * What was entered never changes: {@link reverse} undoes it.
 */
export async function post(transaction: BooksTransaction, entry: Entry): Promise<RowId<'Transaction'>> {
  const [id] = await postAll(transaction, [entry])
  if (id === undefined) throw new Error('An entry that was written is not there')
  return id
}

/** The same for many, in one statement; their ids are in this order. */
export async function postAll(
  { trx, books, now, author }: BooksTransaction,
  entries: readonly Entry[],
): Promise<readonly RowId<'Transaction'>[]> {
  const { rows } = await sql<{ readonly first: string }>`
    with start as (
      select greatest(${firstRowIdAt(now)}::bigint,
        (select max(id) + 1 from entries where business_id = ${books.businessId})) as id
    ), entered as (
      insert into entries (business_id, id, kind, day, description, notes, document_kind, document_id, user_id,
        application_id, external_id, request_digest, origin, created_at)
      select ${books.businessId}, start.id + e.index, e.kind, e.day, e.description, e.notes, e.document_kind,
        e.document_id, ${author.userId}, ${author.applicationId}::uuid, e.external_id, e.request_digest, e.origin,
        coalesce(e.created_at, ${now})
      from start cross join json_to_recordset(${JSON.stringify(entries.map(entryRowOf))}::json) as e (index int, kind text,
        day date, description text, notes text, document_kind text, document_id bigint, external_id text,
        request_digest text, origin text, created_at timestamptz)
    ), posted as (
      insert into postings (business_id, entry_id, position, account_id, kind, day, book, amount, base_amount, description,
        customer_id, document_id)
      select ${books.businessId}, start.id + l.entry, l.position, l.account_id, l.kind, l.day, l.book, l.amount, l.base_amount,
        l.description, l.customer_id, l.document_id
      from start cross join json_to_recordset(${JSON.stringify(entries.flatMap(lineRowsOf))}::json) as l (entry int,
        position int, account_id bigint, kind text, day date, book smallint, amount bigint, base_amount bigint, description text,
        customer_id bigint, document_id bigint)
    )
    select id::text as first from start`.execute(trx)
  const first = BigInt(rows[0]?.first ?? 0)
  return entries.map((_, index) => (first + BigInt(index)).toString() as RowId<'Transaction'>)
}

/**
 * Undoes an entry on its own day: every line of it, negated.
 *
 * @throws Error for one that these books do not have
 * @throws the database's error for one that was reversed before
 */
export async function reverse(
  { trx, books, now, author }: BooksTransaction,
  entryId: RowId<'Transaction'>,
): Promise<RowId<'Transaction'>> {
  const { rows } = await sql<{ readonly id: RowId<'Transaction'> }>`
    with entered as (
      insert into entries (business_id, id, kind, day, description, document_kind, document_id, user_id, application_id,
        reverses_id, created_at)
      select business_id,
        greatest(${firstRowIdAt(now)}::bigint, (select max(id) + 1 from entries where business_id = ${books.businessId})),
        'REVERSAL', day, description, document_kind, document_id, ${author.userId}, ${author.applicationId}::uuid, id, ${now}
      from entries where business_id = ${books.businessId} and id = ${entryId}::bigint
      returning id
    ), posted as (
      insert into postings (business_id, entry_id, position, account_id, kind, day, book, amount, base_amount, description,
        customer_id, document_id)
      select p.business_id, entered.id, p.position, p.account_id, 'REVERSAL', p.day, p.book, -p.amount, -p.base_amount, p.description,
        p.customer_id, p.document_id
      from postings p cross join entered where p.business_id = ${books.businessId} and p.entry_id = ${entryId}::bigint
    )
    select id::text as id from entered`.execute(trx)
  const [entered] = rows
  if (entered === undefined) throw new Error(`There is no entry ${entryId} to reverse`)
  return entered.id
}

/** The account that these books keep for that purpose; made when they have none yet. */
export async function systemAccount(
  { trx, books, now }: BooksTransaction,
  key: SystemAccountKey,
): Promise<RowId<'Account'>> {
  const found = await sql<{ readonly id: RowId<'Account'> }>`
    select id::text as id from accounts where business_id = ${books.businessId} and system_key = ${key}`.execute(
    trx,
  )
  if (found.rows[0] !== undefined) return found.rows[0].id
  const { name, description, currencyCode, subtypeValue, typeValue } = describeSystemAccount(
    key,
    books.currency,
  )
  const { rows } = await sql<{ readonly id: RowId<'Account'> }>`
    insert into accounts (business_id, id, system_key, name, name_key, description, currency_code, subtype, type,
      can_archive, created_at, modified_at)
    values (${books.businessId},
      greatest(${firstRowIdAt(now)}::bigint, (select max(id) + 1 from accounts where business_id = ${books.businessId})),
      ${key}, ${name}, ${sortKeyOf(name)}, ${description}, ${knownCurrency(currencyCode).code}, ${subtypeValue},
      ${typeValue}, false, ${now}, ${now})
    returning id::text as id`.execute(trx)
  const [made] = rows
  if (made === undefined) throw new Error('An account that was written is not there')
  return made.id
}

function entryRowOf(entry: Entry, index: number) {
  return {
    index,
    kind: entry.kind,
    day: entry.day,
    description: entry.description,
    notes: entry.notes,
    document_kind: entry.document?.kind,
    document_id: entry.document?.id,
    external_id: entry.externalId,
    request_digest: entry.requestDigest,
    origin: entry.origin,
    created_at: entry.createdAt?.toISOString(),
  }
}

function lineRowsOf({ kind, day, lines }: Entry, entry: number) {
  return lines.map((line, position) => ({
    entry,
    position,
    account_id: line.accountId,
    kind,
    day,
    book: line.book,
    amount: line.amountMinor.toString(),
    base_amount: line.baseMinor.toString(),
    description: line.description,
    customer_id: line.customerId,
    document_id: line.documentId,
  }))
}
