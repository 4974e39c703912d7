import type { ApplicationId, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { isPersonalToken } from '#grants/grant.ts'
import type { GrantStore } from '#grants/grant-store.ts'

/** Looks up what several pages show of a person: their businesses, and the applications that have access to them. */
export function createPersonLookups(parts: {
  readonly grants: GrantStore
  readonly businessAccess: BusinessAccessStore
}) {
  const { grants, businessAccess } = parts
  const liveGrants = async (userId: UserId) =>
    (await grants.listFor(userId)).filter((grant) => grant.ended === null && !isPersonalToken(grant))
  return {
    countBusinesses: async (userId: UserId) =>
      (await businessAccess.listFor(userId)).filter((business) => !business.isArchived).length,
    earlierGrants: async (userId: UserId, applicationId: ApplicationId) =>
      (await liveGrants(userId)).filter((grant) => grant.application.id === applicationId),
    lastAppName: async (userId: UserId) => (await liveGrants(userId))[0]?.application.name,
    appsOf: async (userId: UserId, businessId: BusinessId) =>
      (await liveGrants(userId))
        .filter((grant) => grant.businessId === null || grant.businessId === businessId)
        .filter((grant) => !grant.application.isDeleted)
        .map((grant) => grant.application),
  }
}
