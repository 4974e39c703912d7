import { createMetricsRoutes } from '@counterfoil/service/metrics'
import { requestIdMiddleware } from '@counterfoil/service/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/request-log-middleware'
import type { RequestHandler } from 'express'
import { requestContextMiddleware } from '#http/request-context-middleware.ts'
import { createHealthRoutes } from '#operations/health-routes.ts'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import { createRequestRulesMiddleware } from '#request-rules/request-rules-middleware.ts'
import { securityHeadersMiddleware } from '#security/security-headers-middleware.ts'
import type { Dependencies } from './dependencies.ts'

/** What every request passes, in this order, before anything is done for it. */
export function joinCommon(deps: Dependencies, isStopping: () => boolean): readonly RequestHandler[] {
  const { config, logger, mayLog } = deps
  return [
    requestIdMiddleware(),
    requestLogMiddleware({ logger, mayWrite: (req, status) => mayLog(req, status >= 500) }),
    requestContextMiddleware({ tracing: deps.telemetry?.tracing }),
    securityHeadersMiddleware({ publicUrl: config.publicUrl }),
    // No session, no store: alive and served whatever happens behind.
    createHealthRoutes({ proveStore: () => deps.store.proveWritable(), isStopping }),
    createMetricsRoutes({ registry: deps.registry, token: config.metricsToken }),
    createAssetRoutes({ web: deps.web }),
    createRequestRulesMiddleware({
      checkRules: deps.checkRules,
      session: deps.session,
      readSession: deps.reader.read,
    }),
  ]
}
