import { knownCurrency } from '@counterfoil/money/currencies'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import { AmountTooLargeError, isTooLarge } from '#books/book-limits.ts'
import type { BooksTransaction } from '#books/command.ts'
import { nextRowId, onlyRow } from '#books/row-store.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import { moveHolding, NO_HOLDING, type Holding } from './average-cost.ts'
import type { Entry, EntryHead, EntryLine } from './entry.ts'
import { describeSystemAccount, type SystemAccountKey } from './system-accounts.ts'

/**
 * Posts an entry to the books. Money that leaves a foreign-currency account leaves at its average cost: the difference is a gain
 * or a loss on exchange in the same entry. Nothing else writes postings; the totals of accounts are updated in the same
 * transaction. Entries never change: {@link reverse} reverses them.
 */
export async function post(transaction: BooksTransaction, entry: Entry): Promise<RowId<'Transaction'>> {
  return onlyRow(await postAll(transaction, [entry]))
}

/** Posts many entries in one statement and returns their ids in the same order. See {@link post}. */
export async function postAll(
  transaction: BooksTransaction,
  asked: readonly Entry[],
): Promise<readonly RowId<'Transaction'>[]> {
  const { trx } = transaction
  const accountIds = asked.flatMap(({ lines }) =>
    lines.flatMap(({ accountId, book }) => (book === 0 ? [accountId] : [])),
  )
  const holdings = accountIds.length === 0 ? new Map() : await readHoldings(transaction, accountIds)
  const exchanged = await exchangeLines(
    transaction,
    holdings,
    asked.map(({ lines }) => lines),
  )
  const entries = asked.map((entry, index) => ({
    ...entry,
    lines: [...entry.lines, ...(exchanged[index] ?? [])],
  }))
  const { rows } = await sql<{ readonly first: string }>`
    with ${entryInserts(transaction, entries)} select id::text as first from first_entry`.execute(trx)
  const first = BigInt(rows[0]?.first ?? 0)
  return entries.map((_, index) => (first + BigInt(index)).toString() as RowId<'Transaction'>)
}

/**
 * Returns the INSERTs of entries without foreign currency, as parts of WITH; `first_entry` has the `id` of the first. For a
 * statement that also writes their documents.
 */
export function entryInserts(
  transaction: BooksTransaction,
  entries: readonly (EntryHead & Pick<Entry, 'lines'>)[],
): RawBuilder<unknown> {
  const { books, now, author } = transaction
  return sql`first_entry as (
      select ${nextRowId('entries', transaction)} as id
    ), entered as (
      insert into entries (business_id, id, kind, day, description, notes, document_kind, document_id, user_id,
        application_id, external_id, request_digest, origin, created_at)
      select ${books.businessId}, first_entry.id + e.index, e.kind, e.day, e.description, e.notes, e.document_kind,
        e.document_id, ${author.userId}, ${author.applicationId}::uuid, e.external_id, e.request_digest, e.origin,
        coalesce(e.created_at, ${now})
      from first_entry cross join json_to_recordset(${JSON.stringify(entries.map(entryRowOf))}::json) as e (index int,
        kind text, day date, description text, notes text, document_kind text, document_id bigint, external_id text,
        request_digest text, origin text, created_at timestamptz)
    ), posted as (
      insert into postings (business_id, entry_id, position, account_id, kind, day, book, amount, base_amount, description,
        customer_id, document_id)
      select ${books.businessId}, first_entry.id + l.entry, l.position, l.account_id, l.kind, l.day, l.book, l.amount,
        l.base_amount, l.description, l.customer_id, l.document_id
      from first_entry cross join json_to_recordset(${JSON.stringify(entries.flatMap(lineRowsOf))}::json) as l (entry int,
        position int, account_id bigint, kind text, day date, book smallint, amount bigint, base_amount bigint,
        description text, customer_id bigint, document_id bigint)
    )`
}

/**
 * Reverses an entry on its own day by negating every line. Money that thereby leaves a foreign-currency account leaves at its
 * average cost, as in {@link postAll}.
 *
 * @throws Error for an entry that is not in these books
 * @throws the database's error for one that was reversed before
 */
export async function reverse(
  transaction: BooksTransaction,
  entryId: RowId<'Transaction'>,
): Promise<RowId<'Transaction'>> {
  const { trx, books, now, author } = transaction
  const undone = await readForeignLines(transaction, entryId)
  const holdings =
    undone.length === 0
      ? new Map()
      : await readHoldings(
          transaction,
          undone.map(({ accountId }) => accountId),
        )
  const exchanged = (await exchangeLines(transaction, holdings, [undone])).flat().map((line, position) => ({
    position,
    account_id: line.accountId,
    amount: line.amountMinor.toString(),
    base_amount: line.baseMinor.toString(),
  }))
  const { rows } = await sql<{ readonly id: RowId<'Transaction'> }>`
    with entered as (
      insert into entries (business_id, id, kind, day, description, document_kind, document_id, user_id, application_id,
        reverses_id, created_at)
      select business_id, ${nextRowId('entries', transaction)}, 'REVERSAL', day, description, document_kind, document_id, ${author.userId}, ${author.applicationId}::uuid, id, ${now}
      from entries where business_id = ${books.businessId} and id = ${entryId}::bigint
      returning id
    ), posted as (
      insert into postings (business_id, entry_id, position, account_id, kind, day, book, amount, base_amount, description,
        customer_id, document_id)
      select p.business_id, entered.id, p.position, p.account_id, 'REVERSAL', p.day, p.book, -p.amount, -p.base_amount, p.description,
        p.customer_id, p.document_id
      from postings p cross join entered where p.business_id = ${books.businessId} and p.entry_id = ${entryId}::bigint
      union all
      select ${books.businessId}, entered.id, l.position + (select max(position) + 1 from postings
          where business_id = ${books.businessId} and entry_id = ${entryId}::bigint),
        l.account_id, 'REVERSAL', e.day, 0, l.amount, l.base_amount, null, null, null
      from entered join entries e on e.business_id = ${books.businessId} and e.id = ${entryId}::bigint
      cross join json_to_recordset(${JSON.stringify(exchanged)}::json) as l (position int, account_id bigint, amount bigint,
        base_amount bigint)
    )
    select id::text as id from entered`.execute(trx)
  const [entered] = rows
  if (entered === undefined) throw new Error(`There is no entry ${entryId} to reverse`)
  return entered.id
}

type ForeignLine = Pick<EntryLine, 'accountId' | 'amountMinor' | 'baseMinor'>

/** Reads the holdings of the foreign-currency accounts among the given ones, without system accounts. */
async function readHoldings(
  { trx, books }: BooksTransaction,
  accountIds: readonly RowId<'Account'>[],
): Promise<Map<RowId<'Account'>, Holding>> {
  const { rows } = await sql<{
    readonly id: RowId<'Account'>
    readonly amount: string
    readonly base: string
  }>`
    select a.id::text as id, coalesce(sum(m.net), 0)::text as amount, coalesce(sum(m.debit - m.credit), 0)::text as base
    from accounts a left join account_months m
      on m.business_id = a.business_id and m.account_id = a.id and m.book in (0, 1)
    where a.business_id = ${books.businessId} and a.id = any(${[...new Set(accountIds)]}::bigint[])
      and a.currency_code <> ${books.currency.code} and a.system_key is null
    group by a.id`.execute(trx)
  return new Map(
    rows.map(({ id, amount, base }) => [id, { amountMinor: BigInt(amount), baseMinor: BigInt(base) }]),
  )
}

/** Reads the lines on foreign-currency accounts that the reversal of an entry makes. */
async function readForeignLines(
  { trx, books }: BooksTransaction,
  entryId: RowId<'Transaction'>,
): Promise<readonly ForeignLine[]> {
  const { rows } = await sql<{
    readonly id: RowId<'Account'>
    readonly amount: string
    readonly base: string
  }>`
    select p.account_id::text as id, (-p.amount)::text as amount, (-p.base_amount)::text as base
    from postings p join accounts a on a.business_id = p.business_id and a.id = p.account_id
    where p.business_id = ${books.businessId} and p.entry_id = ${entryId}::bigint and p.book = 0
      and a.currency_code <> ${books.currency.code} and a.system_key is null`.execute(trx)
  return rows.map(({ id, amount, base }) => ({
    accountId: id,
    amountMinor: BigInt(amount),
    baseMinor: BigInt(base),
  }))
}

/** Computes the lines to add to each entry so that money leaves accounts at its average cost. Updates `holdings`. */
async function exchangeLines(
  transaction: BooksTransaction,
  holdings: Map<RowId<'Account'>, Holding>,
  entries: readonly (readonly ForeignLine[])[],
): Promise<readonly (readonly EntryLine[])[]> {
  if (holdings.size === 0) return entries.map(() => [])
  const all: EntryLine[][] = []
  for (const lines of entries) {
    const added: EntryLine[] = []
    for (const accountId of new Set(lines.map((line) => line.accountId))) {
      const holding = holdings.get(accountId)
      if (holding === undefined) continue
      const change = lines
        .filter((line) => line.accountId === accountId)
        .reduce<Holding>(
          (sum, { amountMinor, baseMinor }) => ({
            amountMinor: sum.amountMinor + amountMinor,
            baseMinor: sum.baseMinor + baseMinor,
          }),
          NO_HOLDING,
        )
      const { amountMinor, baseMinor } = moveHolding(holding, change).holding
      const after = { amountMinor, baseMinor: amountMinor === 0n ? 0n : baseMinor }
      holdings.set(accountId, after)
      const lossMinor = holding.baseMinor + change.baseMinor - after.baseMinor
      if (lossMinor === 0n) continue
      if (isTooLarge(lossMinor)) throw new AmountTooLargeError('A difference is too large')
      added.push(
        { accountId, book: 0, amountMinor: 0n, baseMinor: -lossMinor },
        {
          accountId: await systemAccount(transaction, lossMinor > 0n ? 'FX_LOSS' : 'FX_GAIN'),
          book: 0,
          amountMinor: lossMinor,
          baseMinor: lossMinor,
        },
      )
    }
    all.push(added)
  }
  return all
}

/** Returns the id of a system account, which is created if the books do not have it yet. */
export async function systemAccount(
  transaction: BooksTransaction,
  key: SystemAccountKey,
): Promise<RowId<'Account'>> {
  const { trx, books, now } = transaction
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
    values (${books.businessId}, ${nextRowId('accounts', transaction)}, ${key}, ${name}, ${sortKeyOf(name)}, ${description}, ${knownCurrency(currencyCode).code}, ${subtypeValue},
      ${typeValue}, false, ${now}, ${now})
    returning id::text as id`.execute(trx)
  return onlyRow(rows).id
}

function entryRowOf(entry: EntryHead, index: number) {
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

function lineRowsOf({ kind, day, lines }: EntryHead & Pick<Entry, 'lines'>, entry: number) {
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
