import { knownCurrency } from '@counterfoil/money/currencies'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import DataLoader from 'dataloader'
import { findBusinessSubtype, findBusinessType } from '#books/reference/reference-data.ts'
import type { Noun } from '#caller/noun.ts'
import { buildPage, readPageRequest } from '#caller/paging.ts'
import { type Viewer, viewerOf } from '#caller/viewer.ts'
import type { BusinessResolvers } from './business-schema.ts'
import { createBusinessStore } from './business-store.ts'
import {
  type BusinessReader,
  type BusinessStore,
  listBusinesses,
  type OwnBusiness,
  readBusiness,
} from './business.ts'
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
    const store = createBusinessStore(db)
    return () => ({ businesses: createBusinessReader(store) })
  },
} satisfies Noun

/** Creates the reader of businesses for one request, which batches simultaneous reads and caches results. */
function createBusinessReader(store: BusinessStore): BusinessReader {
  /** The loader of the request's only viewer. */
  let byId: DataLoader<BusinessId, OwnBusiness | null> | undefined

  function loaderFor(viewer: Viewer) {
    byId ??= new DataLoader(async (businessIds: readonly BusinessId[]) => {
      const found = await store.findMany(viewer, businessIds)
      const known = new Map(found.map((own) => [own.business.uuid, own]))
      return businessIds.map((businessId) => known.get(businessId) ?? null)
    })
    return byId
  }

  return {
    find: (viewer, businessId) => loaderFor(viewer).load(businessId),
    findDefault: (viewer) => store.findDefault(viewer),
    list: (viewer, filter, page) => store.list(viewer, filter, page),
    areAllPlansInactive: (viewer) => store.areAllPlansInactive(viewer),
  }
}
