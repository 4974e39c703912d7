import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import { BFF_PATHS, CONNECTION_HEADER } from '@counterfoil/bff-api/paths'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import type { RateLimits } from '#limits/rate-limits-store.ts'
import type { BffMetrics, GraphqlOutcome } from '#metrics/bff-metrics.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { ORIGIN_VARY, requestOriginMiddleware } from '#security/request-origin-middleware.ts'
import { BffError } from '../errors.ts'
import type { CallerSession, CallerSessions } from './graphql-ports.ts'
import { createGraphqlRequestReader, type ResolvedOperation } from './graphql-request.ts'
import { UpstreamError, type UpstreamAnswer } from './graphql-upstream-client.ts'
import { createProviderCaller, problemOfTokenUse, type ProviderCallDeps } from './provider-call-client.ts'
import { findFramingFault, pickResponseHeaders } from './proxy-headers.ts'
import { readBody } from './read-body.ts'

export interface GraphqlRoutesDeps<Session extends CallerSession> extends ProviderCallDeps {
  readonly publicUrl: string
  readonly operations: OperationManifest
  /** May a page send documents of its own? */
  readonly freeForm: boolean
  readonly maxBodyBytes: number
  readonly maxConcurrentPerSession: number
  readonly sessions: CallerSessions<Session>
  readonly limits: RateLimits
  readonly metrics: Pick<BffMetrics, 'graphql' | 'replay' | 'refusedRequest'>
  readonly logger: Pick<Logger, 'warn'>
}

/** A page sends its small body at once; who needs longer is not a page. */
const BODY_TIMEOUT_MS = 10_000
const CONNECTION_ID = /^[A-Za-z0-9_-]{1,128}$/
const VARY = `${ORIGIN_VARY}, ${CONNECTION_HEADER}, Accept-Encoding`

/**
 * `POST /graphql`: from the page's cookie and operation hash to the provider and back.
 *
 * Reads the session itself, without the session middleware: that one writes, and holds back the last byte of every
 * answer until the store replied.
 */
export function createGraphqlRoutes<Session extends CallerSession>(deps: GraphqlRoutesDeps<Session>): Router {
  const readRequest = createGraphqlRequestReader(deps)
  const callProvider = createProviderCaller(deps)
  const concurrency = createConcurrencyLimit(deps.maxConcurrentPerSession)
  const router = Router()

  router.post(
    BFF_PATHS.graphql,
    requestOriginMiddleware({
      publicUrl: deps.publicUrl,
      kind: 'api',
      logger: deps.logger,
      metrics: deps.metrics,
    }),
    async (req, res) => {
      const startedAtMs = deps.clock()
      let outcome: GraphqlOutcome = 'relayed'
      // The answer streams on after this function has returned.
      res.once('close', () => {
        const isCut = outcome === 'relayed' && !res.writableFinished
        deps.metrics.graphql(isCut ? 'browser-gone' : outcome, deps.clock() - startedAtMs)
      })
      try {
        res.setHeader('Vary', VARY)
        await serve(req, res, () => (outcome = 'provider-broke-off'))
      } catch (error) {
        outcome = outcomeOf(error)
        throw error
      }
    },
  )
  router.all(BFF_PATHS.graphql, (_req, res) => {
    res.setHeader('Allow', 'POST')
    throw new BffError('method-not-allowed')
  })
  return router

  async function serve(req: Request, res: Response, noteBrokeOff: () => void): Promise<void> {
    const framingFault = findFramingFault(req.headers, deps.maxBodyBytes)
    if (framingFault !== undefined) throw leaveUnread(res, new BffError(framingFault))
    const connectionId = req.headers[CONNECTION_HEADER]
    if (typeof connectionId !== 'string' || !CONNECTION_ID.test(connectionId)) {
      throw leaveUnread(res, new BffError('bad-request', { log: { reason: 'no connection header' } }))
    }

    // All three at once. Whatever comes of the token is looked at only after the session and the body were.
    const sessionRead = deps.sessions.read(req.headers.cookie)
    const tokenRead = deps.tokens.get(
      connectionId,
      sessionRead.then((found) => found?.principalId),
    )
    tokenRead.catch(() => undefined)
    const [session, body] = await Promise.all([
      sessionRead,
      readBody(req, { maxBytes: deps.maxBodyBytes, timeoutMs: BODY_TIMEOUT_MS }),
    ])
    if (body.kind === 'gone') return
    if (body.kind === 'too-large') throw leaveUnread(res, new BffError('payload-too-large'))
    if (body.kind === 'too-slow')
      throw leaveUnread(res, new BffError('bad-request', { log: { reason: 'slow body' } }))
    if (session === undefined) throw new BffError('session-ended')
    const leave = await admit(session)
    res.once('close', leave)

    const operation = resolveOperation(body.text)
    const access = await tokenRead
    if (access.kind !== 'use') throw problemOfTokenUse(access, deps.clock())
    const missing = operation.scopes.filter((scope) => !allowsScope(access.connection.scopes, scope))
    if (missing.length > 0) throw new BffError('permission-missing', { log: { missing } })
    // Not waited for, and no reason to fail.
    deps.sessions.touch(session).catch(() => undefined)

    const requestId = requestIdOf(res)
    const answer = await callProvider({
      connectionId,
      access,
      operation,
      requestId,
      incoming: req.headers,
      res,
    })
    if (answer !== undefined) relay(answer, res, noteBrokeOff)
  }

  /** @returns what to call when the request is over. */
  async function admit(session: Session): Promise<() => void> {
    const verdict = await deps.limits.consume('graphql', session.handle)
    if (!verdict.allowed) {
      const retryAfterSeconds = (verdict.retryAtMs - deps.clock()) / 1000
      throw new BffError('rate-limited', { retryAfterSeconds, log: { limit: 'graphql' } })
    }
    const leave = concurrency.enter(session.handle)
    if (leave !== undefined) return leave
    throw new BffError('rate-limited', { retryAfterSeconds: 1, log: { limit: 'concurrency' } })
  }

  function resolveOperation(body: string): ResolvedOperation {
    const outcome = readRequest(body)
    if (outcome.kind === 'operation') return outcome.operation
    throw new BffError(outcome.code, { log: { reason: outcome.reason } })
  }

  function relay(answer: UpstreamAnswer, res: Response, noteBrokeOff: () => void): void {
    res.statusCode = answer.status
    for (const [name, value] of pickResponseHeaders(answer.headers)) res.setHeader(name, value)
    if (answer.isWhole) res.setHeader('content-length', answer.beginning.length)
    try {
      answer.relayTo(res, () => {
        noteBrokeOff()
        deps.logger.warn({ event: 'graphql.broke-off', requestId: requestIdOf(res) })
      })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      for (const name of res.getHeaderNames())
        if (name.startsWith('content-') && name !== 'content-security-policy') res.removeHeader(name)
      throw new BffError('provider-unavailable', { cause: error, retryAfterSeconds: 1 })
    }
  }
}

/** The rest of the body is not read: the connection ends with the answer. */
function leaveUnread(res: Response, error: BffError): BffError {
  res.setHeader('Connection', 'close')
  return error
}

function outcomeOf(error: unknown): GraphqlOutcome {
  if (error instanceof StoreUnavailableError) return 'store-unavailable'
  if (!(error instanceof BffError)) return 'failed'
  switch (error.code) {
    case 'provider-rate-limited':
    case 'provider-unavailable':
    case 'provider-timeout':
      return error.code
    case 'reconnect-required':
    case 'plan-ended':
    case 'connection-disconnected':
      return 'connection-ended'
    default:
      return 'refused'
  }
}
