import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Viewer } from '#caller/viewer.ts'
import { notFoundError, readOnlyMemberError, subscriptionInactiveError } from '#caller/caller-error.ts'
import type { OrganizationalType } from '#database/database.ts'
import type { PageRequest } from '#caller/paging.ts'
import { parseBusinessId } from '#books/book-ids.ts'

/** A business as stored in the database. `business-noun.ts` resolves its codes. */
export type Business = {
  readonly uuid: BusinessId
  readonly name: string
  readonly currencyCode: string
  readonly typeValue: string | null
  readonly subtypeValue: string | null
  readonly organizationalType: OrganizationalType | null
  readonly timezone: string | null
  readonly isPersonal: boolean
  readonly isArchived: boolean
  readonly isClassicAccounting: boolean
  readonly isClassicInvoicing: boolean
  readonly emailSendEnabled: boolean
  readonly phone: string | null
  readonly fax: string | null
  readonly mobile: string | null
  readonly tollFree: string | null
  readonly website: string | null
  readonly addressLine1: string | null
  readonly addressLine2: string | null
  readonly city: string | null
  readonly provinceCode: string | null
  readonly countryCode: string | null
  readonly postalCode: string | null
  readonly accentColor: string | null
  readonly logoUrl: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date
}

/** A business of the viewer, with two flags: its plan is active and eligible now; the viewer may change its books. */
export type OwnBusiness = {
  readonly business: Business
  readonly planIsActive: boolean
  readonly mayWrite: boolean
}

/**
 * Reads businesses for one request: batches simultaneous reads and caches results. Every answer is filtered in SQL by the reach of the
 * viewer's token.
 */
export type BusinessReader = {
  /** Finds a business of the viewer, also with an inactive plan. Null both for other people's and unknown ids. */
  find(viewer: Viewer, businessId: BusinessId): Promise<OwnBusiness | null>
  /** Returns the default business of the viewer, else the oldest one; null if there is none. */
  findDefault(viewer: Viewer): Promise<OwnBusiness | null>
  /** Returns one page of the businesses that the token reaches, oldest first. A null `isArchived` includes both kinds. */
  list(
    viewer: Viewer,
    filter: { readonly isArchived: boolean | null },
    page: PageRequest,
  ): Promise<{ readonly businesses: readonly Business[]; readonly totalCount: number }>
  /** Returns true if the viewer has businesses and none of them has an active plan. */
  areAllPlansInactive(viewer: Viewer): Promise<boolean>
}

/**
 * Returns the business that a call names.
 *
 * @param id The id as sent. Null or undefined means the business the token is restricted to, else the default one.
 * @throws CallerError NOT_FOUND both for other people's and unknown ids; FORBIDDEN while the plan is not active
 */
export async function readBusiness(
  businesses: BusinessReader,
  viewer: Viewer,
  id: string | null | undefined,
): Promise<Business | null> {
  if (id === null || id === undefined) return openOwn(await businesses.findDefault(viewer))
  const businessId = parseBusinessId(id)
  const business = businessId === undefined ? null : openOwn(await businesses.find(viewer, businessId))
  if (business === null) throw notFoundError('Business', id)
  return business
}

/**
 * Returns a business whose books the viewer may change, by its UUID; null both for other people's and unknown ids.
 *
 * @throws CallerError FORBIDDEN while the plan is not active, and for a member with read access only
 */
export async function findWritableBusiness(
  businesses: BusinessReader,
  viewer: Viewer,
  businessId: BusinessId,
): Promise<Business | null> {
  const own = await businesses.find(viewer, businessId)
  const business = openOwn(own)
  if (own?.mayWrite === false) throw readOnlyMemberError()
  return business
}

/**
 * Returns the business of a row that the caller has already reached.
 *
 * @throws CallerError FORBIDDEN if its plan has ended meanwhile
 */
export async function readReachedBusiness(
  businesses: BusinessReader,
  viewer: Viewer,
  businessId: BusinessId,
): Promise<Business> {
  const business = openOwn(await businesses.find(viewer, businessId))
  if (business === null) throw new Error('A business that was reached is not reached any more')
  return business
}

function openOwn(own: OwnBusiness | null): Business | null {
  if (own === null) return null
  if (!own.planIsActive) throw subscriptionInactiveError()
  return own.business
}

/**
 * Returns one page of the businesses that the token reaches.
 *
 * @param isArchived Undefined means "not archived", null means both.
 * @throws CallerError FORBIDDEN if the viewer has businesses and none of them has an active plan
 */
export async function listBusinesses(
  businesses: BusinessReader,
  viewer: Viewer,
  isArchived: boolean | null | undefined,
  page: PageRequest,
): Promise<{ readonly businesses: readonly Business[]; readonly totalCount: number }> {
  const { reach } = viewer
  if (reach.kind === 'one' && !reach.planIsActive) throw subscriptionInactiveError()
  const filter = { isArchived: isArchived === undefined ? false : isArchived }
  const found = await businesses.list(viewer, filter, page)
  if (found.totalCount > 0 || reach.kind === 'one') return found
  // An empty list would look as if the businesses had been deleted.
  if (await businesses.areAllPlansInactive(viewer)) throw subscriptionInactiveError()
  return found
}
