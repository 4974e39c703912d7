import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { knownCurrency } from '@counterfoil/money/currencies'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { buildEntry, type Entry } from '#books/ledger/entry.ts'
import { postAll } from '#books/ledger/ledger-store.ts'
import type { Books } from '#books/open-books.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { writeCatalogue, type WrittenCatalogue } from './demo-catalogue-store.ts'
import { enterEstimates, writeEstimates } from './demo-estimates-store.ts'
import { instantOn } from './demo-instants.ts'
import { enterInvoices, writeInvoices } from './demo-invoices-store.ts'
import { bankMinorOf, type PlannedMoney } from './plan-money.ts'
import type { BooksPlan } from './plan-books.ts'

/** Writes planned books into those of a business that has none yet, by the same rules as everything else, in bulk. */
export async function writeBooks(
  trx: DatabaseTransaction,
  plan: BooksPlan,
  business: {
    readonly id: BusinessId
    readonly ownerId: UserId
    readonly currencyCode: string
    readonly timeZone: string
    readonly now: Date
  },
): Promise<void> {
  const books = {
    businessId: business.id,
    currency: knownCurrency(business.currencyCode),
    timeZone: business.timeZone,
  } as Books
  const transaction: BooksTransaction = {
    ...{ trx, books, now: business.now },
    author: { userId: business.ownerId, applicationId: null },
  }
  const locked =
    await sql`select 1 from book_settings where business_id = ${books.businessId} for update`.execute(trx)
  const { rows } = await sql`select 1 from invoices where business_id = ${books.businessId} limit 1`.execute(
    trx,
  )
  if (locked.rows.length === 0 || rows.length > 0) return
  const written = await writeCatalogue(transaction, plan)
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
  await writeEstimates(transaction, estimates, { written, entryIds })
  await writeInvoices(transaction, invoices, { written, entryIds, estimates })
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
