import { Router, type Request, type Response } from 'express'
import { AUTHORIZE_PATH } from '@counterfoil/oauth/endpoints'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { AuthorizationHandle, ClientId, UserId } from '@counterfoil/oauth/ids'
import type { ApplicationCall } from '#applications/application-call.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { ApplicationStore } from '#applications/application-store.ts'
import { networkOf } from '@counterfoil/service/network'
import { isPrefetch } from '@counterfoil/service/prefetch'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { ProviderLimits } from '#http/request-limit-middleware.ts'
import type { AnswerStore } from './authorization-decision-store.ts'
import type { FinishOutcome } from './finish-outcome.ts'
import { judgeAuthorizationRequest } from './authorization-checks.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import { buildAuthorizationResponse } from './authorization-response.ts'
import type { NextStep } from './next-prompt.ts'
import type { PendingAuthorizationStore } from './pending-authorization-store.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import type { AutoApprovalStore } from './auto-approval-store.ts'

/** What authorize needs from the pages. */
export interface AuthorizePages {
  /** Who is signed in in this browser. */
  findAccounts(
    cookieHeader: string | undefined,
  ): Promise<{ readonly currentUserId?: UserId; readonly userIds: readonly UserId[] }>
  /** Status 400, no Location: an address that is not the application's gets nothing. */
  sendBadLink(req: Request, res: Response, status?: 405): void
  sendTooMany(req: Request, res: Response, againAtMs: number): void
}

/** The address of the pages of one request. */
export function authorizationPagePath(handle: AuthorizationHandle): string {
  return `/authorize/${handle}`
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
  /** Sent as `iss`; undefined when the switch is off. */
  readonly issuer: () => string | undefined
}

/** GET /oauth2/authorize/, with and without the trailing slash. */
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
  const { applications, applicationLog, pages, metrics, pendingAuthorizations } = deps

  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Referrer-Policy', 'same-origin')
  const request = readAuthorizationRequest(queryOf(req.originalUrl))
  const application = await applications.findByClientId((request.parameters.client_id ?? '') as ClientId)
  const verdict = judgeAuthorizationRequest({ request, application })
  const record = (call: Pick<ApplicationCall, 'outcome' | 'error' | 'reason' | 'detail' | 'grantId'>) => {
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

  switch (verdict.kind) {
    case 'page': {
      pages.sendBadLink(req, res)
      metrics.authorize.inc({ outcome: 'refused_page', reason: verdict.fault.reason })
      return record({ outcome: 'refused', ...verdict.fault })
    }
    case 'redirect': {
      const { error, reason, detail } = verdict.fault
      const url = buildAuthorizationResponse({
        redirectUri: verdict.redirectUri,
        answer: { kind: 'error', error, description: detail },
        encodedState: request.encodedState,
        issuer: deps.issuer(),
      })
      res.redirect(303, url)
      metrics.authorize.inc({ outcome: 'refused_redirect', reason })
      return record({ outcome: 'refused', error, reason, detail })
    }
    case 'good': {
      const { handle, pending } = await pendingAuthorizations.save(
        request,
        verdict.application,
        verdict.redirectUri,
      )
      const step = await silentStep(deps, req, pending)
      const finished = step.kind === 'issue' ? await answerSilently(deps, handle, pending, step) : undefined
      if (finished?.kind === 'redirect') {
        res.redirect(303, finished.url)
        metrics.authorize.inc({ outcome: 'silent', reason: '' })
        return record({ outcome: 'ok', reason: 'accepted_without_asking', grantId: finished.grantId })
      }
      res.redirect(303, authorizationPagePath(handle))
      metrics.authorize.inc({ outcome: 'asked', reason: '' })
      return record({ outcome: 'ok', reason: 'asked_the_person' })
    }
  }
}

async function silentStep(
  { pages, autoApprovals }: AuthorizeOptions,
  req: Request,
  pending: PendingAuthorization,
): Promise<NextStep> {
  // Neither a browser that only guesses where the person goes next (Sec-Purpose) nor a look at the headers is given
  // a code.
  if (req.method !== 'GET' || isPrefetch(req)) return { kind: 'ask' }
  const { currentUserId, userIds } = await pages.findAccounts(req.headers.cookie)
  return await autoApprovals.decide(pending, userIds, currentUserId)
}

function answerSilently(
  { answers }: AuthorizeOptions,
  handle: AuthorizationHandle,
  pending: PendingAuthorization,
  step: Extract<NextStep, { kind: 'issue' }>,
): Promise<FinishOutcome> {
  const answer = {
    kind: 'allow',
    businessId: step.businessId,
    scopes: pending.scopes,
    isWithoutAsking: true,
  } as const
  return answers.finishAuthorization({ handle, userId: step.userId, answer })
}

function queryOf(address: string): string {
  const question = address.indexOf('?')
  return question === -1 ? '' : address.slice(question + 1)
}
