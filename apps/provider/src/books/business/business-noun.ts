import { knownCurrency } from '@counterfoil/money/currencies'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { findBusinessSubtype, findBusinessType } from '#books/reference/reference-data.ts'
import type { Noun } from '#caller/noun.ts'
import { buildPage, readPageRequest } from '#caller/paging.ts'
import { viewerOf } from '#caller/viewer.ts'
import type { BusinessResolvers } from './business-schema.ts'
import { createBusinessReaders } from './business-store.ts'
import { type BusinessReader, listBusinesses, readBusiness } from './business.ts'
import { addressOf } from './postal-address.ts'

/** The default page size of the list of businesses. Lists inside a business have 45. */
const DEFAULT_PAGE_SIZE = 10

const businessResolvers = {
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

/** The businesses that the token reaches. */
export const businessNoun = {
  sdl: new URL('business.graphql', import.meta.url),
  resolvers: businessResolvers,
  commands: {},
  createReaders: (db) => {
    const createReader = createBusinessReaders(db)
    return () => ({ businesses: createReader() })
  },
} satisfies Noun
