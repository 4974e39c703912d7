import type { UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { mayLookAfterApps } from '#businesses/business-access.ts'
import type { GrantStore } from '#grants/grant-store.ts'
import type { Grant } from '#grants/grant.ts'
import { parseBusinessId, parseGrantId } from '#http/given-id.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { Opener } from '#pages/page-routes.ts'
import { shownName } from '#pages/shown-name.ts'
import { signedInOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

interface GrantParts {
  readonly grants: Pick<GrantStore, 'find' | 'findPart'>
  readonly businessAccess: Pick<BusinessAccessStore, 'find'>
}

/** A grant, and the person who opened its page. */
export type OpenedGrant = { readonly account: BrowserAccount; readonly grant: Grant }

const openAccount = signedInOpener('/connected-apps')

/** Returns the address of a grant's page; of one business, if that part of a grant over all is shown. */
export function pathOfGrant({ id, businessId, isPartOfAll }: Grant): string {
  return isPartOfAll ? `/connected-apps/${id}/businesses/${businessId ?? ''}` : `/connected-apps/${id}`
}

/** Returns the name of the grant's business for a sentence; null if the grant is for all. */
export function shownBusiness({ businessName }: Grant): string | null {
  return businessName === null ? null : shownName(businessName)
}

/** Returns the host of an application's registered home page; undefined if it has none or an invalid one. */
export function hostOf(homePageUrl: string | null): string | undefined {
  return homePageUrl !== null && URL.canParse(homePageUrl) ? new URL(homePageUrl).host : undefined
}

/** Opens a person's own grant, or one of a business they own or administer. Others look like grants that do not exist. */
export function grantOpener(deps: GrantParts): Opener<OpenedGrant> {
  return async (visit) => {
    const account = await openAccount(visit)
    if (account === undefined) return undefined
    const grant = await findAsked(deps, visit)
    if (
      grant !== undefined &&
      ((grant.userId === account.userId && !grant.isPartOfAll) ||
        (await mayLookAfter(deps, account.userId, grant)))
    )
      return { account, grant }
    visit.sendErrorPage({ kind: 'not_found' })
    return undefined
  }
}

/** Finds the grant of the path; if the path has a business, that part of a grant over all. */
async function findAsked(deps: GrantParts, visit: Visit): Promise<Grant | undefined> {
  const { grants } = deps
  const { params } = visit.req
  const grantId = parseGrantId(params['grantId'])
  if (grantId === undefined) return undefined
  if (params['businessId'] === undefined) {
    return grants.find(grantId).catch((error: unknown) => {
      noteUseUnknown(visit, error)
      return grants.find(grantId, 'without_use')
    })
  }
  const businessId = parseBusinessId(params['businessId'])
  return businessId === undefined ? undefined : grants.findPart(grantId, businessId)
}

/** Logs that the counters of use could not be read. The pages then show everything else. */
export function noteUseUnknown(visit: Visit, error: unknown): undefined {
  visit.note('use.unknown', { err: error }, 'warn')
}

async function mayLookAfter(deps: GrantParts, userId: UserId, grant: Grant): Promise<boolean> {
  if (grant.businessId === null) return false
  const business = await deps.businessAccess.find(userId, grant.businessId)
  return business !== undefined && mayLookAfterApps(business.role)
}
