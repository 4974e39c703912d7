import type { Router } from 'express'
import type { AuthorizationHandle, BusinessId, UserId } from '@counterfoil/oauth/ids'
import { hasControlCharacter } from '#applications/application.ts'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { PlanStore } from '#businesses/plan-store.ts'
import { parseBusinessId } from '#http/given-id.ts'
import type { AppHome } from '#pages/error-page.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { createSessionReader, sendToSignIn, type SessionReader } from '#sign-in/session-responder.ts'
import { accountFor, type BrowserAccount, currentAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { plansPage, type PlansView } from './plans-page.ts'

export const MAX_NAME_CHARACTERS = 100

/** An authorization request that waits for the person to return from this page. */
interface WaitingRequest {
  readonly application: { readonly name: string }
  readonly accountUserId: UserId | null
  readonly asksPassword: boolean
  /** Null while it can still be answered. */
  readonly answered: unknown
}

interface PlansParts {
  readonly businessAccess: BusinessAccessStore
  readonly requests: { find(handle: AuthorizationHandle): Promise<WaitingRequest | undefined> }
  readonly plans: PlanStore
  /** Returns the home pages of the applications that can see this business, or all of this person's. */
  readonly appsOf: (userId: UserId, businessId: BusinessId) => Promise<readonly AppHome[]>
}

/** The account whose plans are shown, and the request to return to. */
type Opened = {
  readonly account: BrowserAccount
  readonly waiting: { readonly handle: AuthorizationHandle; readonly appName: string } | undefined
}

/** Serves the page of plans: renewing a plan and creating a business. Returns to a waiting request. */
export function createPlansRoutes(
  deps: PlansParts & {
    readonly responder: PageResponder
    readonly sessions: BrowserSessionStore
    readonly plansAreFree: boolean
  },
): Router {
  const { responder, plansAreFree } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const pages = createPageRoutes(responder)

  pages.get('/plans', async (visit) => {
    const { account, waiting } = await findPerson(deps, sessionOf, visit, visit.query('request'))
    if (account === undefined) return sendToSignIn(visit, '/plans')
    await showPlans(deps, visit, { account, waiting }, {})
  })

  // If plans are not free, these addresses do not exist.
  pages.router.post(['/plans/renew', '/plans/create'], (req, res, next) => {
    if (plansAreFree) return next()
    responder.sendErrorPage(req, res, { kind: 'not_found' })
  })

  const posted = pages.opening(async (visit): Promise<Opened | undefined> => {
    const { account, waiting } = await findPerson(deps, sessionOf, visit, visit.field('request'))
    if (account !== undefined && (await visit.hasToken('plans', account.userId))) return { account, waiting }
    if (account === undefined && visit.browserKey() !== undefined) sendToSignIn(visit, '/plans')
    else await visit.sendFormTooOld('plans', account?.userId ?? '')
    return undefined
  })
  posted.post('/plans/renew', (visit, opened) => renewPlan(deps, visit, opened))
  posted.post('/plans/create', (visit, opened) => createBusiness(deps, visit, opened))

  return pages.router
}

async function renewPlan(deps: PlansParts, visit: Visit, opened: Opened) {
  const { userId } = opened.account
  const businessId = parseBusinessId(visit.field('business'))
  const businessName = businessId === undefined ? undefined : await deps.plans.activate(userId, businessId)
  if (businessId === undefined || businessName === undefined)
    return visit.sendErrorPage({ kind: 'not_found' })
  if (opened.waiting !== undefined) return goBack(visit, opened.waiting, businessId)
  const apps = await deps.appsOf(userId, businessId)
  await showPlans(deps, visit, opened, { done: { kind: 'renewed', businessName, apps } })
}

async function createBusiness(deps: PlansParts, visit: Visit, opened: Opened) {
  const name = (visit.field('name') ?? '').trim()
  if (name === '') return showPlans(deps, visit, opened, { nameFault: 'missing' })
  if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name))
    return showPlans(deps, visit, opened, { nameFault: 'too_long', newName: name })
  const businessId = await deps.plans.createBusiness(opened.account.userId, name)
  if (opened.waiting !== undefined) return goBack(visit, opened.waiting, businessId)
  await showPlans(deps, visit, opened, { done: { kind: 'created', businessName: name, apps: [] } })
}

function goBack(visit: Visit, { handle }: NonNullable<Opened['waiting']>, chosen: BusinessId): void {
  visit.seeOther(`/authorize/${handle}?chosen=${chosen}`)
}

async function showPlans(
  { businessAccess }: PlansParts,
  visit: Visit,
  { account: { userId }, waiting }: Opened,
  rest: Partial<Pick<PlansView, 'done' | 'newName' | 'nameFault'>>,
): Promise<void> {
  visit.render(plansPage, {
    businesses: await businessAccess.listFor(userId),
    request: waiting,
    csrf: await visit.token('plans', userId),
    done: undefined,
    newName: '',
    nameFault: 'none',
    ...rest,
  })
}

/** Returns the request to return to while it can be answered, and its account; otherwise the account last used here. */
async function findPerson(
  { requests }: PlansParts,
  sessionOf: SessionReader,
  visit: Visit,
  text: string | undefined,
): Promise<Partial<Pick<Opened, 'account'>> & Pick<Opened, 'waiting'>> {
  const handle = text as AuthorizationHandle | undefined
  const found = handle === undefined ? undefined : await requests.find(handle)
  const session = await sessionOf(visit.req)
  const current = currentAccount(session)
  const own = current && { account: current }
  if (handle === undefined || found === undefined || found.answered !== null)
    return { ...own, waiting: undefined }
  const known = accountFor(found, session)
  const waiting = { handle, appName: found.application.name }
  return known.kind === 'known' ? { account: known.account, waiting } : { ...own, waiting }
}
