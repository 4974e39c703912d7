import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import express from 'express'
import type { RequestListener } from 'node:http'
import { createFiguresRoutes } from './api/figures-routes.ts'
import { createBrowserReportRoutes } from '#browser-reports/browser-report-routes.ts'
import { createAssetRoutes } from '#pages/asset-routes.ts'
import type { WebBuild } from '#pages/web-build-files.ts'
import { createListRoutes } from './api/list-routes.ts'
import { errorMiddleware, refuse } from '@counterfoil/bff/problems/error-middleware'
import { endWithUnreadBody } from '@counterfoil/bff/request-rules/request-rules'
import { renameFormerCookies } from '@counterfoil/bff/session/former-cookies-middleware'
import { joinCommon } from '@counterfoil/bff/wiring/common'
import type { Dependencies } from '@counterfoil/bff/wiring/dependencies'
import { joinGraphql } from '@counterfoil/bff/wiring/graphql'
import { joinPages } from './wiring/pages.ts'
import { joinRoutes } from '@counterfoil/bff/wiring/routes'

/** The whole app; a request goes through it from top to bottom. */
export function createApp(deps: Dependencies, web: WebBuild, isStopping: () => boolean): RequestListener {
  const { config, logger, mayLog } = deps
  const graphql = joinGraphql(deps)
  const app = express()
  // What is thrown beyond the error middleware must not be shown with its stack.
  app.set('env', 'production')
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustedProxies)
  app.set('query parser', 'simple')

  // Neither needs a session or the store: they are answered while the store is away, too.
  const reports = createBrowserReportRoutes({
    clock: deps.clock,
    onReport(report) {
      deps.metrics.browserReport(report)
      logger.warn({ event: 'browser.report', ...report })
    },
  })
  app.use(...joinCommon(deps, isStopping, [createAssetRoutes({ web }), reports]))
  app.use(...joinRoutes(deps), createFiguresRoutes({ ...deps, readFigures: graphql.readFigures }))
  app.use(createListRoutes({ ...deps, readList: graphql.readList, lists: graphql.lists }))
  app.use(['/api', '/connect', '/graphql', '/health', '/metrics'], refuse('not-found'))
  app.use(joinPages(deps, web, graphql))
  app.use(errorMiddleware({ logger, mayLog, supportUrl: config.supportUrl }))

  return (req, res) => {
    // The one address that is asked all the time does not walk through Express; the request rules are the same.
    if (isGraphql(req.url)) {
      deps.requests.observe(req, res, () => BFF_PATHS.graphql)
      if (deps.cookies.isSecure) renameFormerCookies(req)
      return graphql.listener(req, res)
    }
    endWithUnreadBody(req, res)
    return app(req, res)
  }
}

/** The one path, with or without a query. */
function isGraphql(url: string | undefined): boolean {
  return url === BFF_PATHS.graphql || url?.startsWith(`${BFF_PATHS.graphql}?`) === true
}
