import type { Noun } from '#caller/noun.ts'
import { accountCommands } from './account-commands.ts'
import { createAccountReader } from './account-reader.ts'
import { accountResolvers } from './account-resolvers.ts'
import { accountWriter, createAccountStore } from './account-store.ts'
import type { AccountReader, AccountWriter } from './account.ts'

/** The chart of accounts of a business. */
export const accountNoun = {
  sdl: new URL('accounts.graphql', import.meta.url),
  resolvers: accountResolvers,
  commands: accountCommands,
  createReaders: (db, clock) => {
    const store = createAccountStore(db, clock)
    return (): { readonly accounts: AccountReader; readonly accountWriter: AccountWriter } => ({
      accounts: createAccountReader(store),
      accountWriter,
    })
  },
} satisfies Noun
