import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction, Written } from '#books/command.ts'
import { inputFault, type InputFault } from '#books/input-faults.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { done, refused, runInBusiness, type CommandNeeds } from '#books/row-command.ts'
import { canonicalTextOf } from './money-digest.ts'
import type { MoneyDraft } from './money-draft.ts'
import { readMoneyDeposit, readMoneyTransaction, readMoneyTransactions } from './money-input.ts'
import { judgeMoneyDraft } from './money-rules.ts'
import type { Transaction } from './transaction.ts'
import type { TransactionsCommands } from './transactions-schema.ts'
import type { MoneyWriter } from './money-store.ts'

export const moneyCommands = {
  Mutation: {
    async moneyTransactionCreate(_, { input }, context) {
      const { draft, faults } = readMoneyTransaction(input)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults,
        write: (transaction) => enterDrafts(transaction, context.moneyWriter, [draft]),
      })
      return { ...answer, transaction: value?.[0] ?? null }
    },

    async moneyTransactionsCreate(_, { input }, context) {
      const { draft: drafts, faults } = readMoneyTransactions(input.transactions)
      const { value, ...answer } = await runInBusiness(context, {
        sent: input.businessId,
        faults,
        write: (transaction) => enterDrafts(transaction, context.moneyWriter, drafts),
      })
      return { ...answer, transactions: value }
    },

    async moneyDepositTransactionCreate(_, { input }, context) {
      const { draft, faults } = readMoneyDeposit(input)
      const { didSucceed, inputErrors } = await runInBusiness(context, {
        sent: input.businessId,
        faults,
        write: (transaction) => enterDrafts(transaction, context.moneyWriter, [draft]),
      })
      return { didSucceed, inputErrors }
    },
  },
} satisfies TransactionsCommands<CommandNeeds & { readonly moneyWriter: MoneyWriter }>

/** A draft that is entered already, or that becomes the entry of that position. */
type Place =
  | { readonly kind: 'known'; readonly id: RowId<'Transaction'> }
  | { readonly kind: 'new'; readonly index: number }

/** Enters all drafts or none. A draft with a known `externalId` and the same content is not entered again. */
async function enterDrafts(
  transaction: BooksTransaction,
  writer: MoneyWriter,
  drafts: readonly MoneyDraft[],
): Promise<Written<readonly Transaction[]>> {
  const facts = await writer.facts(transaction, drafts)
  const externalIds = drafts.flatMap(({ externalId }) => (externalId === undefined ? [] : [externalId]))
  const seen = new Map<string, { readonly place: Place; readonly requestDigest: string | null }>()
  for (const [externalId, { id, requestDigest }] of await writer.known(transaction, externalIds)) {
    seen.set(externalId, { place: { kind: 'known', id }, requestDigest })
  }

  const entries: Entry[] = []
  const faults: InputFault[] = []
  const places = drafts.map((draft): Place => {
    const requestDigest = writer.digest(canonicalTextOf(draft, transaction.books.businessId))
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
  if (faults.length > 0) return refused(...faults)

  const ids = await writer.enter(transaction, entries)
  const all = places.flatMap((place) => {
    const id = place.kind === 'known' ? place.id : ids[place.index]
    return id === undefined ? [] : [id]
  })
  return done(await writer.read(transaction, all))
}

function mismatchFault({ place }: MoneyDraft): InputFault {
  const message = 'This externalId was used for another transaction.'
  return inputFault([...place, 'externalId'], 'IDEMPOTENCY_MISMATCH', message)
}
