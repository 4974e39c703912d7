import { Router, type Request, type Response } from 'express'
import type { AuthorizationHandle, BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import { hasControlCharacter } from '#applications/application.ts'
import { accountFor } from '#users/account-for-request.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount, type BrowserAccount } from '#users/browser-session.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { AppHome } from '#pages/error-page.ts'
import { plansPage, type PlansView } from './plans-page.ts'
import type { PlanStore } from '#businesses/plan-store.ts'

export const MAX_NAME_CHARACTERS = 100
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The requests that wait for a person; from here one comes back to them. */
export interface WaitingRequests {
  find(handle: AuthorizationHandle): Promise<
    | {
        readonly application: { readonly name: string }
        readonly accountUserId: UserId | null
        /** Null while it can still be answered. */
        readonly answered: unknown
      }
    | undefined
  >
}

/** Plans: what each business has, renewing it, and beginning a business. Leads straight back to a request that waits. */
export function createPlansRoutes(deps: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly businessAccess: BusinessAccessStore
  readonly requests: WaitingRequests
  readonly plans: PlanStore
  readonly plansAreFree: boolean
  /** Where the applications live that can see this business, or all of this person's. */
  readonly appsOf: (userId: UserId, businessId: BusinessId) => Promise<readonly AppHome[]>
}): Router {
  const { responder, plans } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const router = Router()
  type Waiting = {
    readonly handle: AuthorizationHandle
    readonly appName: string
    readonly accountUserId: UserId | null
  }

  router.get('/plans', async (req, res) => {
    const waiting = await waitingRequest(queryOf(req, 'request'))
    const account = await personFor(req, waiting)
    if (account === undefined) return toSignIn(req, res)
    await show(req, res, account, waiting, {})
  })

  // The switch is off: there is nothing at these addresses.
  router.post(['/plans/renew', '/plans/create'], (req, res, next) => {
    if (deps.plansAreFree) return next()
    responder.sendErrorPage(req, res, { kind: 'not_found' })
  })

  router.post('/plans/renew', ...responder.ownForm, async (req, res) => {
    const { account, waiting } = (await admitted(req, res)) ?? {}
    if (account === undefined) return
    const businessId = (formText(req.body, 'business') ?? '') as BusinessId
    const name = UUID.test(businessId) ? await plans.activate(account.userId, businessId) : undefined
    if (name === undefined) return responder.sendErrorPage(req, res, { kind: 'not_found' })
    if (waiting !== undefined)
      return responder.seeOther(res, `/authorize/${waiting.handle}?chosen=${businessId}`)
    const apps = await deps.appsOf(account.userId, businessId)
    await show(req, res, account, waiting, { done: { kind: 'renewed', businessName: name, apps } })
  })

  router.post('/plans/create', ...responder.ownForm, async (req, res) => {
    const { account, waiting } = (await admitted(req, res)) ?? {}
    if (account === undefined) return
    const name = (formText(req.body, 'name') ?? '').trim()
    if (name === '') return show(req, res, account, waiting, { nameFault: 'missing' })
    if (name.length > MAX_NAME_CHARACTERS || hasControlCharacter(name))
      return show(req, res, account, waiting, { nameFault: 'too_long', newName: name })
    const businessId = await plans.createBusiness(account.userId, name)
    if (waiting !== undefined)
      return responder.seeOther(res, `/authorize/${waiting.handle}?chosen=${businessId}`)
    await show(req, res, account, waiting, { done: { kind: 'created', businessName: name, apps: [] } })
  })

  async function admitted(req: Request, res: Response) {
    const waiting = await waitingRequest(formText(req.body, 'request'))
    const account = await personFor(req, waiting)
    if (account !== undefined && (await responder.hasCsrfToken(req, 'plans', account.userId)))
      return { account, waiting }
    if (account === undefined && responder.readBrowserKey(req) !== undefined) toSignIn(req, res)
    else await responder.sendFormTooOld(req, res, 'plans', account?.userId ?? '')
    return undefined
  }

  async function show(
    req: Request,
    res: Response,
    account: BrowserAccount,
    request: Waiting | undefined,
    rest: Partial<Pick<PlansView, 'done' | 'newName' | 'nameFault'>>,
  ): Promise<void> {
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
  async function waitingRequest(text: string | undefined): Promise<Waiting | undefined> {
    const handle = text as AuthorizationHandle | undefined
    const found = handle === undefined ? undefined : await deps.requests.find(handle)
    if (handle === undefined || found === undefined || found.answered !== null) return undefined
    return { handle, appName: found.application.name, accountUserId: found.accountUserId }
  }

  /** The person of the request, when there is one; else the one last used in this browser. */
  async function personFor(req: Request, waiting: Waiting | undefined): Promise<BrowserAccount | undefined> {
    const session = await sessionOf(req)
    const known = waiting === undefined ? undefined : accountFor(waiting, session)
    return known?.kind === 'known' ? known.account : currentAccount(session)
  }

  function toSignIn(req: Request, res: Response): void {
    const path = req.method === 'GET' ? req.originalUrl : '/plans'
    responder.seeOther(res, `/sign-in?return_to=${encodeURIComponent(path)}`)
  }

  return router
}

function queryOf(req: Request, name: string): string | undefined {
  const value: unknown = req.query[name]
  return typeof value === 'string' ? value : undefined
}
