import { requestIdMiddleware } from '@counterfoil/service/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/request-log-middleware'
import express, { type Express } from 'express'
import type { Dependencies } from './dependencies.ts'
import { errorMiddleware, refuse } from './error-middleware.ts'

/** The whole app as one list; a request goes through it from top to bottom. */
export function createApp(deps: Dependencies): Express {
  const { config, logger } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustedProxies)
  app.set('query parser', 'simple')

  app.use(requestIdMiddleware())
  app.use(requestLogMiddleware({ logger }))

  app.use(refuse('not-found'))
  app.use(errorMiddleware({ logger }))
  return app
}
