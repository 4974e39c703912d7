import type { RowId } from '#books/book-ids.ts'
import { refuseAny, type BooksTransaction } from '#books/command.ts'
import { inputFault, type InputFault } from '#books/input-faults.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { postAll } from '#books/ledger/ledger-store.ts'
import { inBusiness, type CommandNeeds } from '#books/row-command.ts'
import { canonicalTextOf } from './money-digest.ts'
import {
  readMoneyDeposit,
  readMoneyTransaction,
  readMoneyTransactions,
  type MoneyDraft,
} from './money-input.ts'
import { judgeMoneyDraft } from './money-rules.ts'
import { digestOf, findKnownIds, readMoneyFacts, readTransactions } from './money-store.ts'
import type { Transaction } from './transaction.ts'
import type {
  MoneyTransactionCreateInput,
  MoneyTransactionsCreateInput,
  TransactionsCommands,
} from './transactions-schema.ts'

export const moneyCommands = {
  Mutation: {
    moneyTransactionCreate: inBusiness({
      read: (input: MoneyTransactionCreateInput) => readMoneyTransaction(input),
      write: (transaction, { draft }) => enterDrafts(transaction, [draft]),
      answer: (entered) => ({ transaction: entered?.[0] ?? null }),
    }),

    moneyTransactionsCreate: inBusiness({
      read: ({ transactions }: MoneyTransactionsCreateInput) => readMoneyTransactions(transactions),
      write: (transaction, { draft }) => enterDrafts(transaction, draft),
      answer: (transactions) => ({ transactions }),
    }),

    moneyDepositTransactionCreate: inBusiness({
      read: readMoneyDeposit,
      write: (transaction, { draft }) => enterDrafts(transaction, [draft]),
      answer: () => ({}),
    }),
  },
} satisfies TransactionsCommands<CommandNeeds>

/** A draft that was posted earlier, or the index of the new entry that it becomes. */
type Place =
  | { readonly kind: 'known'; readonly id: RowId<'Transaction'> }
  | { readonly kind: 'new'; readonly index: number }

/** Posts all drafts or none. A draft with a known `externalId` and the same content is not posted again. */
async function enterDrafts(
  transaction: BooksTransaction,
  drafts: readonly MoneyDraft[],
): Promise<readonly Transaction[]> {
  const facts = await readMoneyFacts(transaction, drafts)
  const externalIds = drafts.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
  const seen = new Map<string, { readonly place: Place; readonly requestDigest: string | null }>()
  for (const [externalId, { id, requestDigest }] of await findKnownIds(transaction, externalIds)) {
    seen.set(externalId, { place: { kind: 'known', id }, requestDigest })
  }

  const entries: Entry[] = []
  const faults: InputFault[] = []
  const places = drafts.map((draft): Place => {
    const requestDigest = digestOf(canonicalTextOf(draft, transaction.books.businessId))
    const earlier = draft.externalId === undefined ? undefined : seen.get(draft.externalId)
    if (earlier !== undefined) {
      if (earlier.requestDigest !== requestDigest) faults.push(mismatchFault(draft))
      return earlier.place
    }
    const place: Place = { kind: 'new', index: entries.length }
    const judged = judgeMoneyDraft(draft, facts)
    if (judged.kind === 'refused') faults.push(...judged.faults)
    else entries.push({ ...judged.entry, requestDigest })
    if (draft.externalId !== undefined) seen.set(draft.externalId, { place, requestDigest })
    return place
  })
  refuseAny(faults)

  const ids = await postAll(transaction, entries)
  const all = places.flatMap((place) => {
    const id = place.kind === 'known' ? place.id : ids[place.index]
    return id === undefined ? [] : [id]
  })
  return readTransactions(transaction, all)
}

function mismatchFault({ place }: MoneyDraft): InputFault {
  const message = 'This externalId was used for another transaction.'
  return inputFault([...place, 'externalId'], 'IDEMPOTENCY_MISMATCH', message)
}
