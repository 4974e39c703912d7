import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import { dayIn } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import { buildEntry, type Entry } from '#books/ledger/entry.ts'
import { postAll } from '#books/ledger/ledger-store.ts'
import type { Books } from '#books/open-books.ts'
import type { DocumentLocale } from '#books/printing/printed-document.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { writeCatalogues } from './demo-catalogue-store.ts'
import { enterEstimates, writeEstimates } from './demo-estimates-store.ts'
import { instantOn } from './demo-instants.ts'
import { enterInvoices, writeInvoices } from './demo-invoices-store.ts'
import type { BooksToWrite, EnteredBooks, WrittenCatalogue } from './entered-books.ts'
import { bankMinorOf, type PlannedMoney } from './plan-money.ts'
import type { BooksPlan } from './plan-books.ts'

/** A business without books, and what is planned for them. */
export type PlannedBusiness = {
  readonly plan: BooksPlan
  readonly id: BusinessId
  readonly ownerId: UserId
  readonly currencyCode: string
  readonly timeZone: string
  readonly locale: DocumentLocale
}

/**
 * Writes planned books into those of businesses that have none yet, by the same rules as everything else, in bulk: one statement
 * for each table, and one for the entries of each business.
 */
export async function writeBooks(
  trx: DatabaseTransaction,
  businesses: readonly PlannedBusiness[],
  now: Date,
): Promise<void> {
  const empty = await lockEmpty(
    trx,
    businesses.map(({ id }) => id),
  )
  const all = businesses.filter(({ id }) => empty.has(id)).map((each) => toWrite(trx, each, now))
  const entered: EnteredBooks[] = []
  for (const { books, written } of await writeCatalogues(trx, all))
    entered.push(await enterBooks(books, written))
  await writeEstimates(trx, entered)
  await writeInvoices(trx, entered)
}

/** Locks the books of businesses; those that have no invoice. */
async function lockEmpty(
  trx: DatabaseTransaction,
  ids: readonly BusinessId[],
): Promise<ReadonlySet<BusinessId>> {
  const { rows } = await sql<{ readonly id: BusinessId; readonly is_empty: boolean }>`
    select business_id as id, not exists (select 1 from invoices i where i.business_id = s.business_id) as is_empty
    from book_settings s where business_id = any(${[...ids]}::uuid[]) order by business_id for update`.execute(
    trx,
  )
  return new Set(rows.filter((row) => row.is_empty).map(({ id }) => id))
}

function toWrite(trx: DatabaseTransaction, business: PlannedBusiness, now: Date): BooksToWrite {
  const { plan, id, ownerId, currencyCode, timeZone, locale } = business
  const books = { businessId: id, currency: knownCurrency(currencyCode), timeZone, locale } as Books
  const today = dayIn(timeZone, now.getTime())
  return { plan, transaction: { trx, books, now, today, author: { userId: ownerId, applicationId: null } } }
}

async function enterBooks(
  { transaction, plan }: BooksToWrite,
  written: WrittenCatalogue,
): Promise<EnteredBooks> {
  const invoices = await enterInvoices(transaction, plan.invoices, written)
  const estimates = await enterEstimates(transaction, plan.estimates, { written, invoices })
  const entryIds = await postInOrder(transaction, [
    ...invoices.flatMap(({ entry, settled }) => [
      ...(entry === null ? [] : [entry]),
      ...settled.map((payment) => payment.entry),
    ]),
    ...estimates.flatMap(({ entries }) => entries),
    ...plan.money.map((each) => moneyEntry(each, written)),
  ])
  return { transaction, written, invoices, estimates, entryIds }
}

function moneyEntry(money: PlannedMoney, { accounts, bank }: WrittenCatalogue): Entry {
  const { kind, day, description, lines } = money
  const line = (accountId: RowId<'Account'>, minor: bigint) => ({
    ...{ accountId, amountMinor: minor, baseMinor: minor },
    book: 0 as const,
  })
  return buildEntry({ kind, day, description }, [
    line(bank, bankMinorOf(money)),
    ...lines.map(({ account, minor }) => line(accounts.get(account) ?? bank, minor)),
  ])
}

/** Enters everything in the order of its days; the ids of the entries of documents and payments, by document. */
async function postInOrder(
  transaction: BooksTransaction,
  all: readonly Entry[],
): Promise<ReadonlyMap<string, RowId<'Transaction'>>> {
  const entries = all
    .filter(({ lines }) => lines.length > 0)
    .map((entry) => ({ ...entry, createdAt: instantOn(entry.day, transaction.now) }))
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const ids = await postAll(transaction, entries)
  return new Map(
    entries.flatMap(({ document }, index) => {
      const id = ids[index]
      return document === undefined || id === undefined
        ? []
        : [[`${document.kind} ${document.id}`, id] as const]
    }),
  )
}
