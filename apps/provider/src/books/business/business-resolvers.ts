import { knownCurrency } from '@counterfoil/money/currencies'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { buildPage, readPageRequest } from '#caller/paging.ts'
import { viewerOf } from '#caller/viewer.ts'
import { findBusinessSubtype, findBusinessType } from '#books/reference/reference-data.ts'
import { listBusinesses, readBusiness, type BusinessReader } from './business.ts'
import type { BusinessResolvers } from './business-schema.ts'
import { addressOf } from './postal-address.ts'

/** Default page size of businesses; lists inside a business have 45. */
const DEFAULT_PAGE_SIZE = 10

export const businessResolvers = {
  Query: {
    business: (_, { id }, context) => readBusiness(context.businesses, viewerOf(context), id),
    businesses: async (_, args, context) => {
      const page = readPageRequest(args, DEFAULT_PAGE_SIZE)
      const found = await listBusinesses(context.businesses, viewerOf(context), args.isArchived, page)
      return buildPage(page, found.businesses, found.totalCount)
    },
  },
  Business: {
    id: (source) => wireIdOf('Business', source.uuid),
    address: addressOf,
    currency: (source) => knownCurrency(source.currencyCode),
    type: (source) => (source.typeValue === null ? null : findBusinessType(source.typeValue)),
    subtype: (source) => (source.subtypeValue === null ? null : findBusinessSubtype(source.subtypeValue)),
    invoiceEstimateSettings: ({ accentColor, logoUrl }) => ({ generalSettings: { accentColor, logoUrl } }),
  },
} satisfies BusinessResolvers<{ readonly businesses: BusinessReader }>
