import { createMetricsRoutes } from '@counterfoil/service/metrics'
import { requestIdMiddleware } from '@counterfoil/service/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/request-log-middleware'
import type { RequestHandler } from 'express'
import { requestContextMiddleware } from '#http/request-context-middleware.ts'
import { createHealthRoutes } from '#operations/health-routes.ts'
import { createRequestRulesMiddleware } from '#request-rules/request-rules-middleware.ts'
import { securityHeadersMiddleware } from '#security/security-headers-middleware.ts'
import { formerCookiesMiddleware } from '#session/former-cookies-middleware.ts'
import type { Dependencies } from './dependencies.ts'

/**
 * What every request passes, in this order, before anything is done for it.
 * @param open Routes that need neither a session nor the store.
 */
export function joinCommon(
  deps: Dependencies,
  isStopping: () => boolean,
  open: readonly RequestHandler[],
): readonly RequestHandler[] {
  const { config, logger, mayLog } = deps
  return [
    requestIdMiddleware(),
    requestLogMiddleware({ logger, mayWrite: (req, status) => mayLog(req, status >= 500) }),
    requestContextMiddleware({ tracing: deps.telemetry?.tracing }),
    deps.requests.middleware,
    securityHeadersMiddleware({ publicUrl: config.publicUrl }),
    // Neither needs a session or the store: they are answered while the store is away, too.
    createHealthRoutes({ proveReadable: () => deps.store.proveReadable(), isStopping }),
    createMetricsRoutes({ registry: deps.registry, token: config.metricsToken }),
    ...open,
    formerCookiesMiddleware(deps.cookies, config.sessionAbsoluteMs / 1000),
    createRequestRulesMiddleware({
      checkRules: deps.checkRules,
      openSession: deps.openSession,
      reader: deps.reader,
    }),
  ]
}
