import type { ConnectionState } from '@counterfoil/bff-api/connection'
import type { ConnectOutcome } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS, CONNECTION_PAGE, withoutSlashesAtEnd } from '@counterfoil/bff-api/paths'
import type { FirstQuery, SessionView } from '@counterfoil/bff-api/session'
import { requestIdMiddleware, requestIdOf } from '@counterfoil/service/request-id-middleware'
import { createMetricsRoutes } from '@counterfoil/service/metrics'
import { requestLogMiddleware } from '@counterfoil/service/request-log-middleware'
import express, { type Request, type Response } from 'express'
import type { RequestListener } from 'node:http'
import type { AttemptId, LeaveId } from '@counterfoil/oauth/ids'
import { createConnectCallbackRoutes } from '#connect/connect-callback-routes.ts'
import { createConnectStartRoutes } from '#connect/connect-start-routes.ts'
import { createConnectResultRoutes } from './connect/connect-result-routes.ts'
import type { StoredConnectResult } from './connect/connect-result.ts'
import { isPrefetch } from './http/prefetch.ts'
import { createConnectionRoutes } from './api/connection-routes.ts'
import { offsetMsOf, viewDays } from './connections/activity-history.ts'
import { createAnswerKeeper } from '#graphql/answer-keeper-client.ts'
import { createFirstReader } from '#graphql/first-read-client.ts'
import { createGraphqlListener } from '#graphql/graphql-routes.ts'
import { createProviderCaller } from '#graphql/provider-call.ts'
import { createHealthRoutes } from './operations/health-routes.ts'
import { createLeaveRoutes } from '#leave/leave-routes.ts'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { endWithUnreadBody } from '#request-rules/request-rules.ts'
import { createRequestRulesMiddleware } from '#request-rules/request-rules-middleware.ts'
import { securityHeadersMiddleware, setClearSiteData } from '#security/security-headers-middleware.ts'
import { parseCookies } from '@counterfoil/service/cookies'
import { createSessionRoutes, setBrowserCookie } from './api/session-routes.ts'
import { presentSession } from '#session/session-responder.ts'
import type { Dependencies } from './wiring/dependencies.ts'
import { errorMiddleware, refuse } from './pages/error-middleware.ts'
import { presentTrace, requestContextMiddleware } from './http/request-context-middleware.ts'
import { readQuery } from './http/request-parts.ts'

/** Nothing can be read at this moment. */
const BROKEN: ReadonlySet<ConnectionState> = new Set(['trouble', 'plan_ended', 'reconnect'])

/** The whole app as one list; a request goes through it from top to bottom. */
export function createApp(deps: Dependencies, isStopping: () => boolean): RequestListener {
  const { config, logger, metrics, clock, limits, web, mayLog } = deps
  const { publicUrl } = config
  const { checkRules } = deps
  const app = express()
  // What is thrown beyond the error middleware must not be shown with its stack.
  app.set('env', 'production')
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustedProxies)
  app.set('query parser', 'simple')

  app.use(requestIdMiddleware())
  app.use(requestLogMiddleware({ logger, mayWrite: (req, status) => mayLog(req, status >= 500) }))
  app.use(requestContextMiddleware(deps))
  app.use(securityHeadersMiddleware({ publicUrl }))
  // No session, no store: alive and served whatever happens behind.
  app.use(createHealthRoutes({ proveStore: () => deps.store.proveWritable(), isStopping }))
  app.use(createMetricsRoutes({ registry: deps.registry, token: config.metricsToken }))
  app.use(createAssetRoutes({ web }))
  app.use(createRequestRulesMiddleware({ checkRules, session: deps.session, readSession: deps.reader.read }))
  app.use(
    createConnectStartRoutes({
      ...deps,
      provider: config.provider,
      findConnection: deps.connections.find,
      consumeStart: (key) => limits.consume('connect', key),
      onAttempt: metrics.attempt,
    }),
  )
  app.use(createConnectCallbackRoutes({ ...deps, issuer: config.provider.issuer, onEnd: noteEnd }))
  app.use(createConnectResultRoutes({ ...deps, onAttempt: metrics.attempt }))
  app.use(createSessionRoutes({ ...deps, onEnded: metrics.sessionEnded }))
  app.use(
    createLeaveRoutes({
      ...deps,
      setClearSiteData,
      onEnded: metrics.sessionEnded,
      onLeft: (fact) => logger.info({ event: 'person.left', ...fact, businessName: undefined }),
    }),
  )
  app.use(
    createConnectionRoutes({
      ...deps,
      viewFacts: { requestedScopes: config.provider.scopes, unusedMs: config.connectionUnusedMs },
      timeZoneCookie: deps.cookies.timeZone,
      consumeCheckUp: (connectionId) => limits.consume('check-up', connectionId),
      onDisconnect: (fact) => logger.info({ event: 'connection.disconnected', ...fact }),
    }),
  )
  app.use(['/api', '/connect', '/graphql', '/health', '/metrics'], refuse('not-found'))
  app.use(
    createPageRoutes({
      web,
      publicUrl,
      providerAuthUrl: config.provider.authUrl,
      loadBoot,
      readFirst,
    }),
  )
  app.use(errorMiddleware({ logger, mayLog, supportUrl: config.supportUrl }))

  // What `POST /graphql` and pages that are rendered share on their way to the provider.
  const calls = {
    operations: web.operations,
    tokens: deps.accessTokens,
    connections: deps.connections,
    limits,
    concurrency: deps.concurrency.graphql,
    callProvider: createProviderCaller({
      tokens: deps.accessTokens,
      connections: deps.connections,
      upstream: deps.upstream,
      answers: createAnswerKeeper({ keep: deps.lastReads.keep, clock }),
      allowance: deps.allowance,
      clock,
      metrics,
      tracing: deps.tracing,
    }),
    clock,
    logger,
    mayLog,
    metrics,
  }
  const firstReader = createFirstReader(calls)
  // The one address that is asked all the time does not walk through Express; the request rules are the same.
  const graphql = createGraphqlListener({
    ...calls,
    publicUrl,
    checkRules,
    sessions: deps.reader,
    tracing: deps.tracing,
  })
  return (req, res) => {
    if (isGraphql(req.url)) return graphql(req, res)
    endWithUnreadBody(req, res)
    return app(req, res)
  }

  async function loadBoot(req: Request, res: Response) {
    const loaded = await deps.views.load({
      cookieHeader: req.headers.cookie,
      acceptLanguage: req.get('accept-language'),
      session: presentSession(res),
    })
    setBrowserCookie(res, deps.cookies, loaded)
    const resultId = readQuery(req).get('result')
    const connectResult =
      resultId === null
        ? null
        : await deps.views.findConnectResult(resultId as AttemptId, {
            browserId: loaded.browserId,
            principalId: loaded.session?.principalId,
          })
    const nowMs = clock()
    const timeZone = loaded.view.timeZone ?? 'UTC'
    const days =
      loaded.selected === undefined || withoutSlashesAtEnd(req.path) !== CONNECTION_PAGE
        ? {}
        : {
            recentDays: viewDays(loaded.selected.activityHistory, loaded.selected.connectedAtMs, {
              nowMs,
              timeZone,
            }),
          }
    const leaveId = readQuery(req).get('left')
    const left =
      leaveId === null ? null : ((await deps.leaving.find(leaveId as LeaveId, loaded.browserId)) ?? null)
    if (loaded.selected !== undefined && loaded.selected.health.state !== 'disconnected') {
      const { id: connectionId, businessName } = loaded.selected
      deps.device.remember(res, parseCookies(req.headers.cookie), { connectionId, businessName })
      await deps.connections.use(loaded.selected, offsetMsOf(nowMs, timeZone))
    }
    const lastRead = await findLastRead(loaded.view)
    return {
      session: loaded.view,
      connectResult,
      left,
      ...days,
      ...lastRead,
      now: new Date(nowMs).toISOString(),
    }
  }

  /** Undefined for a page that nobody looks at yet. */
  function readFirst(req: Request, res: Response, query: FirstQuery) {
    const session = presentSession(res)
    if (session === undefined || isPrefetch(req)) return undefined
    return firstReader(query, {
      session,
      requestId: requestIdOf(res),
      trace: presentTrace(),
      headers: req.headers,
      mayLog: () => mayLog(req),
      res,
    })
  }

  /** For a page whose figures cannot be read now: what it showed before. */
  async function findLastRead({ connections, selectedConnectionId }: SessionView) {
    const shown = connections.find(({ id }) => id === selectedConnectionId)
    if (shown === undefined || !BROKEN.has(shown.state)) return {}
    const answers = await deps.lastReads.list(shown.id)
    return { lastRead: { connectionId: shown.id, version: shown.version, answers } }
  }

  function noteEnd(
    connectResult: StoredConnectResult,
    facts: { readonly requestId: string; readonly reason?: string },
  ): void {
    const { outcome, intent, reference, connectionId } = connectResult.result
    // The page says that it is noted: nobody but us can mend that.
    const level = outcome === 'misconfigured' ? 'error' : 'info'
    logger[level]({ event: 'attempt.ended', outcome, intent, reference, connectionId, ...facts })
    metrics.attempt(attemptWord(outcome))
  }
}

function attemptWord(outcome: ConnectOutcome): 'connected' | 'mismatched' | 'declined' | 'failed' {
  switch (outcome) {
    case 'connected':
    case 'connected_less':
    case 'still_connected':
    case 'switched':
    case 'plan_ended':
      return 'connected'
    case 'mismatch':
      return 'mismatched'
    case 'declined':
    case 'no_business':
      return 'declined'
    case 'expired':
    case 'other_business':
    case 'other_person':
    case 'other_account':
    case 'provider_failed':
    case 'misconfigured':
    case 'rate_limited':
      return 'failed'
  }
}

/** The one path, with or without a query. */
function isGraphql(url: string | undefined): boolean {
  return url === BFF_PATHS.graphql || url?.startsWith(`${BFF_PATHS.graphql}?`) === true
}
