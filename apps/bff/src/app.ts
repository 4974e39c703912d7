import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import express from 'express'
import type { RequestListener } from 'node:http'
import { createFiguresRoutes } from './api/figures-routes.ts'
import { createListRoutes } from './api/list-routes.ts'
import { errorMiddleware, refuse } from '#pages/error-middleware.ts'
import { endWithUnreadBody } from '#request-rules/request-rules.ts'
import { renameFormerCookies } from '#session/former-cookies-middleware.ts'
import { joinCommon } from './wiring/common.ts'
import type { Dependencies } from './wiring/dependencies.ts'
import { joinGraphql } from './wiring/graphql.ts'
import { joinPages } from './wiring/pages.ts'
import { joinRoutes } from './wiring/routes.ts'

/** The whole app; a request goes through it from top to bottom. */
export function createApp(deps: Dependencies, isStopping: () => boolean): RequestListener {
  const { config, logger, mayLog } = deps
  const graphql = joinGraphql(deps)
  const app = express()
  // What is thrown beyond the error middleware must not be shown with its stack.
  app.set('env', 'production')
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustedProxies)
  app.set('query parser', 'simple')

  app.use(...joinCommon(deps, isStopping))
  app.use(...joinRoutes(deps), createFiguresRoutes({ ...deps, readFigures: graphql.readFigures }))
  app.use(createListRoutes({ ...deps, readList: graphql.readList, lists: graphql.lists }))
  app.use(['/api', '/connect', '/graphql', '/health', '/metrics'], refuse('not-found'))
  app.use(joinPages(deps, graphql))
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
