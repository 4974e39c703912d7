import { type Request, type Response, Router } from 'express'
import { AUTHORIZE_PATH } from '@counterfoil/oauth/endpoints'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { AuthorizationHandle, ClientId, UserId } from '@counterfoil/oauth/ids'
import type { Application } from '#applications/application.ts'
import type { ApplicationCall } from '#applications/application-call.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { ApplicationStore } from '#applications/application-store.ts'
import { networkOf } from '@counterfoil/service/http/network'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { AnswerStore } from './authorization-decision-store.ts'
import type { FinishOutcome } from './authorization-decision.ts'
import type { RedirectFault } from './checks/check.ts'
import { judgeAuthorizationRequest } from './authorization-checks.ts'
import { parsePrompt, readAuthorizationRequest } from './authorization-request.ts'
import { buildAuthorizationResponse, type IssuerFor } from './authorization-response.ts'
import type { PendingAuthorizationStore } from './pending-authorization-store.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import type { AutoApprovalStore } from './auto-approval-store.ts'

/** The functions of the pages that the authorization endpoint uses. */
export interface AuthorizePages {
  /** Returns the accounts that are signed in in this browser. */
  findAccounts(
    cookieHeader: string | undefined,
  ): Promise<{ readonly currentUserId?: UserId; readonly userIds: readonly UserId[] }>
  /** Answers with status 400 and no Location: an address that is not the application's receives nothing. */
  sendBadLink(req: Request, res: Response, status?: 405): void
  sendTooMany(req: Request, res: Response, againAtMs: number): void
}

interface AuthorizeOptions {
  readonly applications: ApplicationStore
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly autoApprovals: AutoApprovalStore
  readonly answers: AnswerStore
  readonly applicationLog: ApplicationLogStore
  readonly metrics: ProviderMetrics
  readonly limits: ProviderLimits
  readonly pages: AuthorizePages
  readonly issuerFor: IssuerFor
  /** Returns the address of the GraphQL service. */
  readonly ownResource: () => string
}

/** Creates the route GET /oauth2/authorize/, with and without the trailing slash. */
export function createAuthorizeRoutes(deps: AuthorizeOptions): Router {
  const { limits, pages } = deps
  const router = Router()
  const limit = limits.refuseAfterRequests((res, retryAtMs) => pages.sendTooMany(res.req, res, retryAtMs))

  router.get(AUTHORIZE_PATH, limit, (req, res) => answerAuthorize(deps, req, res))

  router.all(AUTHORIZE_PATH, (req, res) => {
    res.setHeader('Allow', 'GET, HEAD')
    pages.sendBadLink(req, res, 405)
  })

  return router
}

async function answerAuthorize(deps: AuthorizeOptions, req: Request, res: Response) {
  const { applications, pages, metrics, pendingAuthorizations } = deps

  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Referrer-Policy', 'same-origin')
  const request = readAuthorizationRequest(queryOf(req.originalUrl))
  const application = await applications.findByClientId((request.parameters.client_id ?? '') as ClientId)
  const verdict = judgeAuthorizationRequest({ request, application, ownResource: deps.ownResource() })
  const record = (call: CallOutcome) => recordCall(deps, { req, res, application }, call)
  const refuse = (
    { redirectUri, application: app }: { readonly redirectUri: string; readonly application: Application },
    { error, detail }: Pick<RedirectFault, 'error' | 'detail'>,
  ) => {
    const answer = { kind: 'error', error, description: detail } as const
    const { encodedState } = request
    const issuer = deps.issuerFor(app)
    res.redirect(303, buildAuthorizationResponse({ redirectUri, answer, encodedState, issuer }))
  }

  switch (verdict.kind) {
    case 'page': {
      pages.sendBadLink(req, res)
      metrics.authorize.inc({ outcome: 'refused_page', reason: verdict.fault.reason })
      return record({ outcome: 'refused', ...verdict.fault })
    }
    case 'redirect': {
      refuse(verdict, verdict.fault)
      metrics.authorize.inc({ outcome: 'refused_redirect', reason: verdict.fault.reason })
      return record({ outcome: 'refused', ...verdict.fault })
    }
    case 'good': {
      const { application: owner, redirectUri } = verdict
      const { handle, pending } = await pendingAuthorizations.save(request, owner, redirectUri)
      const finished = await answerSilently(deps, req, { handle, pending })
      if (finished?.kind === 'redirect') {
        res.redirect(303, finished.url)
        metrics.authorize.inc({ outcome: 'silent', reason: '' })
        return record({ outcome: 'ok', reason: 'accepted_without_asking', grantId: finished.grantId })
      }
      if (parsePrompt(request.parameters.prompt).includes('none')) {
        const fault = await findUnaskedFault(deps, req)
        // A prefetch or HEAD request: the person's own visit is judged again.
        if (fault === undefined) return void res.status(503).end()
        refuse(verdict, fault)
        return record({ outcome: 'refused', ...fault })
      }
      res.redirect(303, `/authorize/${handle}`)
      metrics.authorize.inc({ outcome: 'asked', reason: '' })
      return record({ outcome: 'ok', reason: 'asked_the_person' })
    }
  }
}

type CallOutcome = Pick<ApplicationCall, 'outcome' | 'error' | 'reason' | 'detail' | 'grantId'>

function recordCall(
  { applicationLog }: Pick<AuthorizeOptions, 'applicationLog'>,
  {
    req,
    res,
    application,
  }: { readonly req: Request; readonly res: Response; readonly application: Application | undefined },
  call: CallOutcome,
): void {
  if (application === undefined) return
  applicationLog.record({
    applicationId: application.id,
    endpoint: 'authorize',
    status: res.statusCode,
    requestId: requestIdOf(res),
    network: networkOf(req.ip ?? 'unknown'),
    ...call,
  })
}

/**
 * Returns why `prompt=none` cannot be answered with a code; undefined for a prefetch or HEAD request, which gets neither a code
 * nor an error.
 *
 * @see OpenID Connect Core 1.0 section 3.1.2.6
 */
async function findUnaskedFault({ pages }: AuthorizeOptions, req: Request) {
  if (isGuess(req)) return undefined
  const { userIds } = await pages.findAccounts(req.headers.cookie)
  const error = userIds.length === 0 ? ('login_required' as const) : ('interaction_required' as const)
  return { error, reason: error, detail: 'the person would have to be asked, and prompt=none forbids it' }
}

/** Answers in the person's name, if no question is needed; undefined if the person must be asked. */
async function answerSilently(
  { pages, autoApprovals, answers }: AuthorizeOptions,
  req: Request,
  { handle, pending }: { readonly handle: AuthorizationHandle; readonly pending: PendingAuthorization },
): Promise<FinishOutcome | undefined> {
  // Neither a speculative prefetch (Sec-Purpose) nor a HEAD request is given a code.
  if (isGuess(req) || pending.asksPassword) return undefined
  const { currentUserId, userIds } = await pages.findAccounts(req.headers.cookie)
  const step = await autoApprovals.decide(pending, userIds, currentUserId)
  if (step.kind === 'ask') return undefined
  const { userId, businessId } = step
  const answer = { kind: 'allow', businessId, scopes: pending.scopes, isWithoutAsking: true } as const
  return await answers.finishAuthorization({ handle, userId, answer })
}

const isGuess = (req: Request): boolean => req.method !== 'GET' || isPrefetch(req)

function queryOf(address: string): string {
  const question = address.indexOf('?')
  return question === -1 ? '' : address.slice(question + 1)
}
