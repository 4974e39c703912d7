import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { GrantId, UserId } from '@counterfoil/oauth/ids'
import { mayLookAfterApps } from '#businesses/business-access.ts'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { AccessRevocationStore } from '#grants/access-revocation-store.ts'
import type { Grant } from '#grants/grant.ts'
import type { GrantStore, UseReading } from '#grants/grant-store.ts'
import { parseBusinessId, parseGrantId } from '#http/given-id.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { needsStepUp, type BrowserAccount } from '#users/browser-session.ts'
import { createAccountReader, type AccountReader } from '#sign-in/session-responder.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { groupByBusiness } from './app-groups.ts'
import { appDetailsPage, removeAccessPage, removeAllPage, removedPage } from './app-details-page.ts'
import { connectedAppsPage } from './connected-apps-page.ts'

const MAX_SEARCH_CHARACTERS = 100

interface ConnectedAppsOptions {
  readonly responder: PageResponder
  readonly clock: () => number
  readonly logger: Logger
  readonly sessions: BrowserSessionStore
  readonly grants: GrantStore
  readonly accessRevocations: AccessRevocationStore
  readonly businessAccess: BusinessAccessStore
}

type ConnectedAppsParts = ConnectedAppsOptions & { readonly accountOf: AccountReader }

/** What applications may see, and taking it back: A10 to A13. */
export function createConnectedAppsRoutes(options: ConnectedAppsOptions): Router {
  const deps: ConnectedAppsParts = {
    ...options,
    accountOf: createAccountReader(options.responder, options.sessions, '/connected-apps'),
  }
  const { responder } = deps
  const router = Router()

  router.get('/connected-apps', (req, res) => sendConnectedApps(deps, req, res))

  // Before the address of one application, which would take "remove-all" for an id.
  router.get('/connected-apps/remove-all', (req, res) => sendRemoveAllQuestion(deps, req, res))

  router.post('/connected-apps/remove-all', ...responder.ownForm, (req, res) => removeAll(deps, req, res))

  const GRANT = ['/connected-apps/:grantId', '/connected-apps/:grantId/businesses/:businessId']
  const REMOVAL = GRANT.map((path) => `${path}/remove`)

  router.get(GRANT, (req, res) => sendDetails(deps, req, res))

  router.get(REMOVAL, (req, res) => sendRemoveQuestion(deps, req, res))

  router.post(REMOVAL, ...responder.ownForm, (req, res) => removeAccess(deps, req, res))

  return router
}

async function sendConnectedApps(deps: ConnectedAppsParts, req: Request, res: Response) {
  const { grants, clock, responder } = deps

  const account = await deps.accountOf(req, res)
  if (account === undefined) return
  const typed: unknown = req.query['q']
  const search = typeof typed === 'string' ? typed.slice(0, MAX_SEARCH_CHARACTERS) : ''
  const read = (use: UseReading) =>
    Promise.all([
      grants.listFor(account.userId, use),
      grants.listByOthers(account.userId, use),
      deps.businessAccess.listFor(account.userId),
    ])
  let isUseKnown = true
  const [own, byOthers, businesses] = await read('with_use').catch((error: unknown) => {
    noteUseUnknown(deps, res, error)
    isUseKnown = false
    return read('without_use')
  })
  const lookedAfter = new Set(
    businesses.filter(({ role }) => mayLookAfterApps(role)).map((business) => business.businessId),
  )
  const groups = groupByBusiness(own, byOthers, lookedAfter, search, clock(), isUseKnown)
  responder.send(
    req,
    res,
    connectedAppsPage(
      { groups, search, isUseKnown, hasAny: own.length + byOthers.length > 0, hasOwn: own.length > 0 },
      responder.context(req, res),
    ),
  )
}

async function sendRemoveAllQuestion(deps: ConnectedAppsParts, req: Request, res: Response) {
  const { clock, responder, grants } = deps

  const account = await deps.accountOf(req, res)
  if (account === undefined) return
  if (needsStepUp(account, clock()))
    return responder.seeOther(res, '/confirm-password?return_to=%2Fconnected-apps%2Fremove-all')
  const count = (await grants.listFor(account.userId)).length
  const csrf = await responder.csrfToken(req, res, 'remove-all', account.userId)
  responder.send(req, res, removeAllPage({ kind: 'ask', count, csrf }, responder.context(req, res)))
}

async function removeAll(deps: ConnectedAppsParts, req: Request, res: Response) {
  const { responder, clock, accessRevocations, logger } = deps

  const account = await deps.accountOf(req, res)
  if (account === undefined) return
  if (!(await responder.hasCsrfToken(req, 'remove-all', account.userId))) {
    return responder.sendFormTooOld(req, res, 'remove-all', account.userId)
  }
  if (needsStepUp(account, clock()))
    return responder.seeOther(res, '/confirm-password?return_to=%2Fconnected-apps%2Fremove-all')
  const count = await accessRevocations.removeAll(account.userId)
  logger.info({ event: 'access.removed_all', count, userId: account.userId, requestId: requestIdOf(res) })
  responder.send(req, res, removeAllPage({ kind: 'done' }, responder.context(req, res)))
}

async function sendDetails(deps: ConnectedAppsParts, req: Request, res: Response) {
  const { responder, grants } = deps

  const { account, grant } = (await openGrant(deps, req, res)) ?? {}
  if (account === undefined || grant === undefined) return
  if (grant.ended !== null)
    return responder.send(req, res, removedPage(grant, true, responder.context(req, res)))
  const use = grant.isPartOfAll
    ? []
    : await grants.useOf(grant.id).catch((error: unknown) => {
        noteUseUnknown(deps, res, error)
        return undefined
      })
  const ownEmail = grant.userId === account.userId ? account.email : undefined
  responder.send(req, res, appDetailsPage({ grant, use, ownEmail }, responder.context(req, res)))
}

async function sendRemoveQuestion(deps: ConnectedAppsParts, req: Request, res: Response) {
  const { responder } = deps

  const { account, grant } = (await openGrant(deps, req, res)) ?? {}
  if (account === undefined || grant === undefined) return
  if (grant.ended !== null)
    return responder.send(req, res, removedPage(grant, true, responder.context(req, res)))
  await showRemove(deps, req, res, grant, account, false)
}

async function removeAccess(deps: ConnectedAppsParts, req: Request, res: Response) {
  const { responder, accessRevocations, logger } = deps

  const { account, grant } = (await openGrant(deps, req, res)) ?? {}
  if (account === undefined || grant === undefined) return
  if (!(await responder.hasCsrfToken(req, 'remove', grant.id, account.userId))) {
    return responder.sendFormTooOld(req, res, 'remove', grant.id, account.userId)
  }
  if (grant.ended !== null)
    return responder.send(req, res, removedPage(grant, true, responder.context(req, res)))
  const requestId = requestIdOf(res)
  try {
    if (grant.isPartOfAll && grant.businessId !== null)
      await accessRevocations.takeOut(grant.id, grant.businessId, account.userId)
    else await accessRevocations.withdrawGrant(grant.id)
  } catch (error) {
    logger.error({ event: 'access.removal_failed', grantId: grant.id, requestId, err: error })
    return showRemove(deps, req, res, grant, account, true)
  }
  const { businessId } = grant
  logger.info({ event: 'access.removed', grantId: grant.id, businessId, userId: account.userId, requestId })
  responder.send(req, res, removedPage(grant, false, responder.context(req, res)))
}

async function showRemove(
  { responder }: ConnectedAppsParts,
  req: Request,
  res: Response,
  grant: Grant,
  account: BrowserAccount,
  hasFailed: boolean,
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'remove', grant.id, account.userId)
  responder.send(req, res, removeAccessPage({ grant, csrf, hasFailed }, responder.context(req, res)))
}

/** One's own, or of a business one owns or administers. Somebody else's looks like one that does not exist. */
async function openGrant(
  deps: ConnectedAppsParts,
  req: Request,
  res: Response,
): Promise<{ account: BrowserAccount; grant: Grant } | undefined> {
  const { responder } = deps

  const account = await deps.accountOf(req, res)
  if (account === undefined) return undefined
  const grant = await findAsked(deps, req, res)
  if (
    grant !== undefined &&
    ((grant.userId === account.userId && !grant.isPartOfAll) ||
      (await mayLookAfter(deps, account.userId, grant)))
  ) {
    return { account, grant }
  }
  responder.sendErrorPage(req, res, { kind: 'not_found' })
  return undefined
}

/** The grant of the path; with a business in it, that part of a grant over all. */
async function findAsked(deps: ConnectedAppsParts, req: Request, res: Response): Promise<Grant | undefined> {
  const grantId = parseGrantId(req.params['grantId'])
  if (grantId === undefined) return undefined
  if (req.params['businessId'] === undefined) return findGrant(deps, res, grantId)
  const businessId = parseBusinessId(req.params['businessId'])
  return businessId === undefined ? undefined : deps.grants.findPart(grantId, businessId)
}

function findGrant(deps: ConnectedAppsParts, res: Response, grantId: GrantId): Promise<Grant | undefined> {
  const { grants } = deps

  return grants.find(grantId).catch((error: unknown) => {
    noteUseUnknown(deps, res, error)
    return grants.find(grantId, 'without_use')
  })
}

function noteUseUnknown({ logger }: ConnectedAppsParts, res: Response, error: unknown): void {
  logger.warn({ event: 'use.unknown', requestId: requestIdOf(res), err: error })
}

async function mayLookAfter(deps: ConnectedAppsParts, userId: UserId, grant: Grant): Promise<boolean> {
  if (grant.businessId === null) return false
  const business = await deps.businessAccess.find(userId, grant.businessId)
  return business !== undefined && mayLookAfterApps(business.role)
}
