import type { Noun } from '#caller/noun.ts'
import { moneyCommands } from './money-commands.ts'
import { moneyWriter } from './money-store.ts'
import { createTransactionReader } from './transaction-reader.ts'
import { transactionResolvers } from './transaction-resolvers.ts'
import { createTransactionStore } from './transaction-store.ts'
import type { MoneyWriter, TransactionReader } from './transaction.ts'

/** Everything that was entered in the books of a business, and money received and paid. */
export const transactionNoun = {
  sdl: new URL('transactions.graphql', import.meta.url),
  resolvers: transactionResolvers,
  commands: moneyCommands,
  createReaders: (db) => {
    const store = createTransactionStore(db)
    return (): { readonly transactions: TransactionReader; readonly moneyWriter: MoneyWriter } => ({
      transactions: createTransactionReader(store),
      moneyWriter,
    })
  },
} satisfies Noun
