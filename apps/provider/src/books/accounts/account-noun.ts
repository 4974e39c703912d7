import { rowWireIdOf } from '#books/book-ids.ts'
import type { BusinessReader } from '#books/business/business.ts'
import { knownAccountSubtype, normalBalanceOf } from '#books/reference/reference-data.ts'
import { businessOf, findInBusiness, listInBusiness } from '#books/row-fields.ts'
import type { Noun } from '#caller/noun.ts'
import { accountCommands } from './account-commands.ts'
import { createAccountReader, createAccountStore } from './account-store.ts'
import { type AccountReader, balanceOf, currencyOf } from './account.ts'
import type { AccountsResolvers } from './accounts-schema.ts'

const accountResolvers = {
  Business: {
    account: ({ uuid }, { id }, context) =>
      findInBusiness(context, context.accounts, { kind: 'Account', noun: 'Account', uuid, id }),
    accounts: ({ uuid }, args, context) =>
      listInBusiness(context, context.accounts, {
        kind: 'Account',
        uuid,
        args,
        filter: {
          isArchived: args.isArchived,
          types: args.types ?? [],
          subtypes: args.subtypes ?? [],
          excludedSubtypes: args.excludedSubtypes ?? [],
        },
      }),
  },
  Account: {
    async balance(account, _args, context) {
      const { own } = await context.accounts.sumPostings(account)
      return balanceOf(account, own, currencyOf(account))
    },
    async balanceInBusinessCurrency(account, _args, context) {
      const { base } = await context.accounts.sumPostings(account)
      return balanceOf(account, base, account.books.currency)
    },
    business: businessOf,
    classicId: () => null,
    currency: currencyOf,
    id: (account) => rowWireIdOf('Account', account),
    normalBalanceType: ({ subtypeValue }) => normalBalanceOf(knownAccountSubtype(subtypeValue)),
    subtype: ({ subtypeValue }) => knownAccountSubtype(subtypeValue),
    type: ({ subtypeValue }) => knownAccountSubtype(subtypeValue).type,
  },
} satisfies AccountsResolvers<{ readonly businesses: BusinessReader; readonly accounts: AccountReader }>

/** The chart of accounts of a business. */
export const accountNoun = {
  sdl: new URL('accounts.graphql', import.meta.url),
  resolvers: accountResolvers,
  commands: accountCommands,
  createReaders: (db, clock) => {
    const store = createAccountStore(db, clock)
    return () => ({ accounts: createAccountReader(store) })
  },
} satisfies Noun
