import type { Router } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { mayLookAfterApps } from '#businesses/business-access.ts'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { Grant } from '#grants/grant.ts'
import type { GrantStore, UseReading } from '#grants/grant-store.ts'
import { parseBusinessId, parseGrantId } from '#http/given-id.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes, type Opener } from '#pages/page-routes.ts'
import { createAccountOpener, isConfirmed, type AccountOpener } from '#sign-in/session-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { groupByBusiness } from './app-groups.ts'
import { appDetailsPage, removeAccessPage, removeAllPage, removedPage } from './app-details-page.ts'
import { connectedAppsPage } from './connected-apps-page.ts'

const MAX_SEARCH_CHARACTERS = 100
const REMOVE_ALL = '/connected-apps/remove-all'
const GRANT = ['/connected-apps/:grantId', '/connected-apps/:grantId/businesses/:businessId']
const REMOVAL = GRANT.map((path) => `${path}/remove`)

interface ConnectedAppsParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly grants: GrantStore
  readonly accessRevocations: AccessRevocationStore
  readonly businessAccess: BusinessAccessStore
}

type Opened = { readonly account: BrowserAccount; readonly grant: Grant }

/** Creates pages A10 to A13: what applications may see, and the removal of their access. */
export function createConnectedAppsRoutes(
  deps: ConnectedAppsParts & { readonly responder: PageResponder; readonly sessions: BrowserSessionStore },
): Router {
  const { responder, clock, logger, grants, accessRevocations } = deps
  const accountOf = createAccountOpener(responder, deps.sessions, '/connected-apps')
  const pages = createPageRoutes(responder)
  const signedIn = pages.opening(accountOf)

  signedIn.get('/connected-apps', (visit, account) => showConnectedApps(deps, visit, account))

  // Before the address of one application, which would take "remove-all" for an id.
  signedIn.get(REMOVE_ALL, async (visit, account) => {
    if (!isConfirmed(visit, { account, clock, path: REMOVE_ALL })) return
    const count = (await grants.listFor(account.userId)).length
    visit.render(removeAllPage, { kind: 'ask', count, csrf: await visit.token('remove-all', account.userId) })
  })

  signedIn.post(REMOVE_ALL, async (visit, account) => {
    const { userId } = account
    if (!(await visit.isOwnForm('remove-all', userId))) return
    if (!isConfirmed(visit, { account, clock, path: REMOVE_ALL })) return
    const count = await accessRevocations.removeAll(userId)
    logger.info({ event: 'access.removed_all', count, userId, requestId: visit.requestId() })
    visit.render(removeAllPage, { kind: 'done' })
  })

  const ofGrant = pages.opening(grantOpener(deps, accountOf))
  ofGrant.get(GRANT, (visit, opened) => showDetails(deps, visit, opened))
  ofGrant.get(REMOVAL, async (visit, opened) =>
    opened.grant.ended === null
      ? showRemove(visit, opened, 'asked')
      : visit.render(removedPage, { grant: opened.grant, when: 'before' }),
  )
  ofGrant.post(REMOVAL, (visit, opened) => removeAccess(deps, visit, opened))

  return pages.router
}

async function showConnectedApps(deps: ConnectedAppsParts, visit: Visit, { userId }: BrowserAccount) {
  const { grants, clock, businessAccess } = deps
  const search = visit.query('q')?.slice(0, MAX_SEARCH_CHARACTERS) ?? ''
  const read = (use: UseReading) =>
    Promise.all([
      grants.listFor(userId, use),
      grants.listByOthers(userId, use),
      businessAccess.listFor(userId),
    ])
  let isUseKnown = true
  const [own, byOthers, businesses] = await read('with_use').catch((error: unknown) => {
    noteUseUnknown(deps, visit, error)
    isUseKnown = false
    return read('without_use')
  })
  const lookedAfter = new Set(
    businesses.filter(({ role }) => mayLookAfterApps(role)).map((business) => business.businessId),
  )
  const groups = groupByBusiness(own, byOthers, lookedAfter, search, clock(), isUseKnown)
  const hasAny = own.length + byOthers.length > 0
  visit.render(connectedAppsPage, { groups, search, isUseKnown, hasAny, hasOwn: own.length > 0 })
}

async function showDetails(deps: ConnectedAppsParts, visit: Visit, { account, grant }: Opened) {
  if (grant.ended !== null) return visit.render(removedPage, { grant, when: 'before' })
  const use = grant.isPartOfAll
    ? []
    : await deps.grants.useOf(grant.id).catch((error: unknown) => noteUseUnknown(deps, visit, error))
  const ownEmail = grant.userId === account.userId ? account.email : undefined
  visit.render(appDetailsPage, { grant, use, ownEmail })
}

async function removeAccess(deps: ConnectedAppsParts, visit: Visit, { account, grant }: Opened) {
  const { accessRevocations, logger } = deps
  const { id: grantId, businessId } = grant
  const { userId } = account
  if (!(await visit.isOwnForm('remove', grantId, userId))) return
  if (grant.ended !== null) return visit.render(removedPage, { grant, when: 'before' })
  const requestId = visit.requestId()
  try {
    if (grant.isPartOfAll && businessId !== null) await accessRevocations.takeOut(grantId, businessId, userId)
    else await accessRevocations.withdrawGrant(grantId)
  } catch (error) {
    logger.error({ event: 'access.removal_failed', grantId, requestId, err: error })
    return showRemove(visit, { account, grant }, 'failed')
  }
  logger.info({ event: 'access.removed', grantId, businessId, userId, requestId })
  visit.render(removedPage, { grant, when: 'now' })
}

async function showRemove(visit: Visit, { account, grant }: Opened, state: 'asked' | 'failed') {
  const csrf = await visit.token('remove', grant.id, account.userId)
  visit.render(removeAccessPage, { grant, csrf, hasFailed: state === 'failed' })
}

/** Opens a person's own grant, or one of a business they own or administer. Others look like grants that do not exist. */
function grantOpener(deps: ConnectedAppsParts, accountOf: AccountOpener): Opener<Opened> {
  return async (visit) => {
    const account = await accountOf(visit)
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
async function findAsked(deps: ConnectedAppsParts, visit: Visit): Promise<Grant | undefined> {
  const { grants } = deps
  const { params } = visit.req
  const grantId = parseGrantId(params['grantId'])
  if (grantId === undefined) return undefined
  if (params['businessId'] === undefined) {
    return grants.find(grantId).catch((error: unknown) => {
      noteUseUnknown(deps, visit, error)
      return grants.find(grantId, 'without_use')
    })
  }
  const businessId = parseBusinessId(params['businessId'])
  return businessId === undefined ? undefined : grants.findPart(grantId, businessId)
}

function noteUseUnknown({ logger }: ConnectedAppsParts, visit: Visit, error: unknown): undefined {
  logger.warn({ event: 'use.unknown', requestId: visit.requestId(), err: error })
}

async function mayLookAfter(deps: ConnectedAppsParts, userId: UserId, grant: Grant): Promise<boolean> {
  if (grant.businessId === null) return false
  const business = await deps.businessAccess.find(userId, grant.businessId)
  return business !== undefined && mayLookAfterApps(business.role)
}
