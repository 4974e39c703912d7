import DataLoader from 'dataloader'
import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Viewer } from '#caller/viewer.ts'
import type { BusinessReader, BusinessStore, OwnBusiness } from './business.ts'

/** Reads businesses for one request: batches simultaneous reads, and reads none twice. */
export function createBusinessReader(store: BusinessStore): BusinessReader {
  /** One request has one viewer. */
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
