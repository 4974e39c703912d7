import express, { type Express } from 'express'
import { createMetricsRoutes } from '@counterfoil/service/metrics'
import { createRequestMetrics } from '@counterfoil/service/request-metrics'
import { requestIdMiddleware } from '@counterfoil/service/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/request-log-middleware'
import { createAuthorizeRoutes } from '#authorize/authorize-routes.ts'
import { createGraphqlRoutes } from '#graphql/graphql-routes.ts'
import { createBrowserSessionStore } from './users/browser-session-store.ts'
import { networkOf } from '@counterfoil/service/network'
import { createMetadataRoutes } from '#metadata/metadata-routes.ts'
import { createPagesRoutes } from './wiring/pages.ts'
import { createPageResponder } from './pages/page-responder.ts'
import { createTokenRoutes } from '#tokens/token-routes.ts'
import type { ProviderDependencies } from './wiring/dependencies.ts'
import { strictTransportMiddleware } from './http/strict-transport-middleware.ts'
import { errorMiddleware } from './http/error-middleware.ts'
import { createHealthRoutes } from './operations/health-routes.ts'

/** Everything the provider answers, in the order in which it is asked. */
export function createApp(
  deps: ProviderDependencies,
  options: { readonly isStopping: () => boolean },
): Express {
  const { config, logger, clock, db } = deps
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const sessions = createBrowserSessionStore(db, clock, isSecure)
  const responder = createPageResponder(deps)
  const pages = {
    findAccounts: sessions.findAccounts,
    sendBadLink: (req: express.Request, res: express.Response, status?: 405) =>
      responder.sendErrorPage(req, res, { kind: 'bad_link', ...(status === undefined ? {} : { status }) }),
    sendTooMany: (req: express.Request, res: express.Response, againAtMs: number) =>
      responder.sendErrorPage(req, res, { kind: 'too_many', againAtMs }),
  }

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  // Whatever fails beyond our own last stop is answered without its stack.
  app.set('env', 'production')
  app.set('trust proxy', config.trustedProxies)

  app.use(
    createHealthRoutes({ db: deps.health, metrics: deps.providerMetrics, isStopping: options.isStopping }),
  )
  app.use(requestIdMiddleware())
  app.use(createRequestMetrics(deps.metrics, 'provider').middleware)
  if (deps.telemetry !== undefined) app.use(deps.telemetry.middleware)
  app.use(
    requestLogMiddleware({
      logger,
      mayWrite: (req, status) => deps.lines.mayWrite(networkOf(req.ip ?? 'unknown'), status >= 500),
    }),
  )
  if (isSecure) app.use(strictTransportMiddleware())
  app.use(createTokenRoutes({ ...deps, metrics: deps.providerMetrics }))
  app.use(createMetricsRoutes({ registry: deps.metrics, token: config.metricsToken }))
  app.use(createMetadataRoutes({ ...deps, name: config.name }))
  app.use(createGraphqlRoutes(deps))
  app.use(createAuthorizeRoutes({ ...deps, metrics: deps.providerMetrics, pages }))
  app.use(createPagesRoutes({ ...deps, responder }))
  app.use((req, res) => responder.sendErrorPage(req, res, { kind: 'not_found' }))
  app.use(
    errorMiddleware({
      logger,
      sendNotFound: (req, res) => responder.sendErrorPage(req, res, { kind: 'not_found' }),
      sendFault: (req, res, status) =>
        responder.sendErrorPage(req, res, { kind: status === 503 ? 'closed' : 'fault' }),
    }),
  )
  return app
}
