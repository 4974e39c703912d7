import { Router, type Request, type Response } from 'express'
import type { AuthorizationHandle, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { hasControlCharacter } from '#applications/application.ts'
import { accountFor } from '#users/account-for-request.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount, type BrowserAccount } from '#users/browser-session.ts'
import { createSessionReader, sendToSignIn, type SessionReader } from '#sign-in/session-responder.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { AppHome } from '#pages/error-page.ts'
import { plansPage, type PlansView } from './plans-page.ts'
import type { PlanStore } from '#businesses/plan-store.ts'
import { parseBusinessId } from '#http/given-id.ts'

export const MAX_NAME_CHARACTERS = 100

/** The requests that wait for a person; from here one comes back to them. */
interface WaitingRequests {
  find(handle: AuthorizationHandle): Promise<
    | {
        readonly application: { readonly name: string }
        readonly accountUserId: UserId | null
        readonly asksPassword: boolean
        /** Null while it can still be answered. */
        readonly answered: unknown
      }
    | undefined
  >
}

interface PlansOptions {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly businessAccess: BusinessAccessStore
  readonly requests: WaitingRequests
  readonly plans: PlanStore
  readonly plansAreFree: boolean
  /** Where the applications live that can see this business, or all of this person's. */
  readonly appsOf: (userId: UserId, businessId: BusinessId) => Promise<readonly AppHome[]>
}

type PlansParts = PlansOptions & { readonly sessionOf: SessionReader }

type Waiting = {
  readonly handle: AuthorizationHandle
  readonly appName: string
  readonly accountUserId: UserId | null
  readonly asksPassword: boolean
}

/** Serves the page of plans: renewing a plan and creating a business. Returns to a waiting request. */
export function createPlansRoutes(options: PlansOptions): Router {
  const deps: PlansParts = {
    ...options,
    sessionOf: createSessionReader(options.responder, options.sessions),
  }
  const { responder } = deps
  const router = Router()

  router.get('/plans', (req, res) => sendPlans(deps, req, res))

  // The switch is off: there is nothing at these addresses.
  router.post(['/plans/renew', '/plans/create'], (req, res, next) => {
    if (deps.plansAreFree) return next()
    responder.sendErrorPage(req, res, { kind: 'not_found' })
  })

  router.post('/plans/renew', ...responder.ownForm, (req, res) => renewPlan(deps, req, res))

  router.post('/plans/create', ...responder.ownForm, (req, res) => createBusiness(deps, req, res))

  return router
}

async function sendPlans(deps: PlansParts, req: Request, res: Response) {
  const waiting = await waitingRequest(deps, queryOf(req, 'request'))
  const account = await personFor(deps, req, waiting)
  if (account === undefined) return sendToSignIn(deps.responder, { req, res, afterForm: '/plans' })
  await sendPlansPage(deps, req, res, account, waiting, {})
}

async function renewPlan(deps: PlansParts, req: Request, res: Response) {
  const { plans, responder } = deps

  const { account, waiting } = (await openPosted(deps, req, res)) ?? {}
  if (account === undefined) return
  const businessId = parseBusinessId(formText(req.body, 'business'))
  const name = businessId === undefined ? undefined : await plans.activate(account.userId, businessId)
  if (businessId === undefined || name === undefined)
    return responder.sendErrorPage(req, res, { kind: 'not_found' })
  if (waiting !== undefined)
    return responder.seeOther(res, `/authorize/${waiting.handle}?chosen=${businessId}`)
  const apps = await deps.appsOf(account.userId, businessId)
  await sendPlansPage(deps, req, res, account, waiting, {
    done: { kind: 'renewed', businessName: name, apps },
  })
}

async function createBusiness(deps: PlansParts, req: Request, res: Response) {
  const { plans, responder } = deps

  const { account, waiting } = (await openPosted(deps, req, res)) ?? {}
  if (account === undefined) return
  const name = (formText(req.body, 'name') ?? '').trim()
  if (name === '') return sendPlansPage(deps, req, res, account, waiting, { nameFault: 'missing' })
  if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name))
    return sendPlansPage(deps, req, res, account, waiting, {
      nameFault: 'too_long',
      newName: name,
    })
  const businessId = await plans.createBusiness(account.userId, name)
  if (waiting !== undefined)
    return responder.seeOther(res, `/authorize/${waiting.handle}?chosen=${businessId}`)
  await sendPlansPage(deps, req, res, account, waiting, {
    done: { kind: 'created', businessName: name, apps: [] },
  })
}

async function openPosted(deps: PlansParts, req: Request, res: Response) {
  const { responder } = deps

  const waiting = await waitingRequest(deps, formText(req.body, 'request'))
  const account = await personFor(deps, req, waiting)
  if (account !== undefined && (await responder.hasCsrfToken(req, 'plans', account.userId)))
    return { account, waiting }
  if (account === undefined && responder.readBrowserKey(req) !== undefined)
    sendToSignIn(responder, { req, res, afterForm: '/plans' })
  else await responder.sendFormTooOld(req, res, 'plans', account?.userId ?? '')
  return undefined
}

async function sendPlansPage(
  deps: PlansParts,
  req: Request,
  res: Response,
  account: BrowserAccount,
  request: Waiting | undefined,
  rest: Partial<Pick<PlansView, 'done' | 'newName' | 'nameFault'>>,
): Promise<void> {
  const { responder } = deps

  const businesses = await deps.businessAccess.listFor(account.userId)
  const csrf = await responder.csrfToken(req, res, 'plans', account.userId)
  const view = {
    businesses,
    request,
    csrf,
    done: undefined,
    newName: '',
    nameFault: 'none' as const,
    ...rest,
  }
  responder.send(req, res, plansPage(view, responder.context(req, res)))
}

/** The request to come back to, while it can still be answered. */
async function waitingRequest(deps: PlansParts, text: string | undefined): Promise<Waiting | undefined> {
  const handle = text as AuthorizationHandle | undefined
  const found = handle === undefined ? undefined : await deps.requests.find(handle)
  if (handle === undefined || found === undefined || found.answered !== null) return undefined
  const { accountUserId, asksPassword } = found
  return { handle, appName: found.application.name, accountUserId, asksPassword }
}

/** The person of the request, when there is one; else the one last used in this browser. */
async function personFor(
  { sessionOf }: PlansParts,
  req: Request,
  waiting: Waiting | undefined,
): Promise<BrowserAccount | undefined> {
  const session = await sessionOf(req)
  const known = waiting === undefined ? undefined : accountFor(waiting, session)
  return known?.kind === 'known' ? known.account : currentAccount(session)
}

function queryOf(req: Request, name: string): string | undefined {
  const value: unknown = req.query[name]
  return typeof value === 'string' ? value : undefined
}
