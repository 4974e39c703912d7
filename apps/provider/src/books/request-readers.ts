import DataLoader from 'dataloader'
import type { ApplicationId, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { Viewer } from '#caller/viewer.ts'
import type { Application, ApplicationReader } from './oauth-application/application.ts'
import type { BusinessReader, BusinessStore, OwnBusiness } from './business/business.ts'
import type { User, UserReader } from './user/user.ts'

/** Makes `read` answer each key once, for as long as the returned function lives. */
function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

/**
 * What the resolvers of one request read from: asked for at once, read at once, and never twice.
 * Make a new one for each request; nothing outlives it.
 */
export function createRequestReaders(stores: {
  readonly users: UserReader
  readonly applications: ApplicationReader
  readonly businesses: BusinessStore
}): {
  readonly users: UserReader
  readonly applications: ApplicationReader
  readonly businesses: BusinessReader
} {
  const { users, applications, businesses } = stores
  const findUser = once<UserId, User | null>((userId) => users.find(userId))
  const findApplication = once<ApplicationId, Application | null>((applicationId) =>
    applications.find(applicationId),
  )
  /** One request has one viewer. */
  let byId: DataLoader<BusinessId, OwnBusiness | null> | undefined

  function loaderFor(viewer: Viewer) {
    byId ??= new DataLoader(async (businessIds: readonly BusinessId[]) => {
      const found = await businesses.findMany(viewer, businessIds)
      const known = new Map(found.map((own) => [own.business.uuid, own]))
      return businessIds.map((businessId) => known.get(businessId) ?? null)
    })
    return byId
  }

  return {
    users: { find: findUser },
    applications: { find: findApplication },
    businesses: {
      find: (viewer, businessId) => loaderFor(viewer).load(businessId),
      findDefault: (viewer) => businesses.findDefault(viewer),
      list: (viewer, filter, page) => businesses.list(viewer, filter, page),
      areAllPlansInactive: (viewer) => businesses.areAllPlansInactive(viewer),
    },
  }
}
