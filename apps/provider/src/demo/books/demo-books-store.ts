import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import { dayIn } from '#books/business-day.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { postAll, systemAccount } from '#books/ledger/ledger-store.ts'
import type { SystemAccountKey } from '#books/ledger/system-accounts.ts'
import type { Books } from '#books/open-books.ts'
import type { DocumentLocale } from '#books/printing/printed-document.ts'
import type { DatabaseTransaction } from '#database/database.ts'
import { writeCatalogue } from './demo-catalogue-store.ts'
import { writeDocuments } from './demo-documents-store.ts'
import { buildMoneyEntry, enterEstimates, enterInvoices, instantOn } from './demo-entries.ts'
import { byDay } from './days.ts'
import type { BooksPlan } from './plan-books.ts'

/** A business without books, and the plan of its books. */
export type PlannedBusiness = {
  readonly plan: BooksPlan
  readonly id: BusinessId
  readonly ownerId: UserId
  readonly currencyCode: string
  readonly timeZone: string
  readonly locale: DocumentLocale
}

/**
 * Writes the planned books of a new business by the same rules as all books, in bulk: one statement for each table and one for
 * the entries.
 */
export async function writeBooks(
  trx: DatabaseTransaction,
  { plan, id, ownerId, currencyCode, timeZone, locale }: PlannedBusiness,
  now: Date,
): Promise<void> {
  const books = { businessId: id, currency: knownCurrency(currencyCode), timeZone, locale } as Books
  const author = { userId: ownerId, applicationId: null }
  const transaction: BooksTransaction = { trx, books, now, today: dayIn(timeZone, now.getTime()), author }
  const catalogue = await writeCatalogue(transaction, plan)
  const entering = { transaction, catalogue, system: createSystemAccounts(transaction) }
  const invoices = await enterInvoices(entering, plan.invoices)
  const estimates = await enterEstimates(entering, plan.estimates, invoices)
  const entryIds = await postInOrder(transaction, [
    ...invoices.flatMap(({ entry, payments }) => [
      ...(entry === null ? [] : [entry]),
      ...payments.flatMap(({ settled }) => (settled === undefined ? [] : [settled.entry])),
    ]),
    ...estimates.flatMap(({ entries }) => entries),
    ...plan.money.map((each) => buildMoneyEntry(each, catalogue)),
  ])
  await writeDocuments({ transaction, profile: plan.profile, catalogue, invoices, estimates, entryIds })
}

/** Creates a function that returns system accounts and creates missing ones. */
function createSystemAccounts(transaction: BooksTransaction) {
  const found = new Map<SystemAccountKey, RowId<'Account'>>()
  return async (key: SystemAccountKey): Promise<RowId<'Account'>> => {
    const id = found.get(key) ?? (await systemAccount(transaction, key))
    found.set(key, id)
    return id
  }
}

/** Posts all entries in the order of their days. Returns the ids of the entries of documents and payments, by document. */
async function postInOrder(
  transaction: BooksTransaction,
  all: readonly Entry[],
): Promise<ReadonlyMap<string, RowId<'Transaction'>>> {
  const entries = all
    .filter(({ lines }) => lines.length > 0)
    .map((entry) => ({ ...entry, createdAt: instantOn(entry.day, transaction.now) }))
    .toSorted(byDay)
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
