import { notFoundError } from '#caller/caller-error.ts'
import { viewerOf } from '#caller/viewer.ts'
import { parseRowId, rowWireIdOf } from '#books/book-ids.ts'
import { readReachedBusiness, type BusinessReader } from '#books/business/business.ts'
import { openReachedBooks } from '#books/open-books.ts'
import { readListPage } from '#books/row-fields.ts'
import { knownAccountSubtype, normalBalanceOf } from '#books/reference/reference-data.ts'
import { balanceOf, currencyOf, type AccountReader } from './account.ts'
import type { AccountsResolvers } from './accounts-schema.ts'

export const accountResolvers = {
  Business: {
    async account({ uuid }, { id }, context) {
      const books = await openReachedBooks(context.businesses, viewerOf(context), uuid)
      const accountId = parseRowId('Account', id, uuid)
      const account = accountId === undefined ? null : await context.accounts.find(books, accountId)
      if (account === null) throw notFoundError('Account', id)
      return account
    },
    async accounts({ uuid }, args, context) {
      const page = readListPage(args, 'Account', uuid)
      const books = await openReachedBooks(context.businesses, viewerOf(context), uuid)
      const filter = {
        isArchived: args.isArchived,
        types: args.types ?? [],
        subtypes: args.subtypes ?? [],
        excludedSubtypes: args.excludedSubtypes ?? [],
      }
      return context.accounts.list({ books, filter, page })
    },
  },
  AccountConnection: {
    pageInfo: ({ request }, _args, context) => context.accounts.count(request),
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
    business: ({ businessId }, _args, context) =>
      readReachedBusiness(context.businesses, viewerOf(context), businessId),
    classicId: () => null,
    currency: currencyOf,
    id: (account) => rowWireIdOf('Account', account),
    normalBalanceType: ({ subtypeValue }) => normalBalanceOf(knownAccountSubtype(subtypeValue)),
    subtype: ({ subtypeValue }) => knownAccountSubtype(subtypeValue),
    type: ({ subtypeValue }) => knownAccountSubtype(subtypeValue).type,
  },
} satisfies AccountsResolvers<{ readonly businesses: BusinessReader; readonly accounts: AccountReader }>
