import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import express, { type Application, type RequestHandler } from 'express'
import { isOwnAddress } from '#mount/own-addresses.ts'
import { hasBodyParser, isParsed, PARSER_FAULT, SESSION_FAULT } from '#mount/parser-check.ts'
import { SetupError } from '#mount/setup.ts'
import { errorMiddleware } from '#problems/error-middleware.ts'
import { endWithUnreadBody } from '#request-rules/request-rules.ts'
import { renameFormerCookies } from '#session/former-cookies-middleware.ts'
import { joinCommon } from './wiring/common.ts'
import type { Dependencies } from './wiring/dependencies.ts'
import type { joinGraphql } from './wiring/graphql.ts'
import { joinRoutes } from './wiring/routes.ts'

/** What an app mounts. Addresses that are not the engine's go on to the app as they came. */
export function createMountedApp(
  deps: Dependencies,
  graphql: Pick<ReturnType<typeof joinGraphql>, 'listener'>,
  isStopping: () => boolean,
): Application {
  const { logger, mayLog, config } = deps
  const { basePath = '' } = config
  const engine = quietApp()
  engine.set('trust proxy', config.trustedProxies)
  engine.use(...joinCommon(deps, isStopping, []), ...joinRoutes(deps))
  engine.use(errorMiddleware({ logger, mayLog, supportUrl: config.supportUrl }))

  const serve: RequestHandler = (req, res, next) => {
    if (req.path !== BFF_PATHS.graphql) {
      endWithUnreadBody(req, res)
      return engine(req, res, next)
    }
    deps.requests.observe(req, res, () => BFF_PATHS.graphql)
    if (deps.cookies.isSecure) renameFormerCookies(req)
    return graphql.listener(req, res)
  }
  const noteWrongAddress = createAddressNote(deps)
  const routes = quietApp()
  routes.on('mount', (parent) => refuseParser(parent, routes.mountpath))
  routes.use(basePath === '' ? '/' : basePath, (req, res, next) => {
    if (!isOwnAddress(req.path)) return next('router')
    noteWrongAddress(req)
    const fault = 'session' in req ? SESSION_FAULT : isParsed(req) ? PARSER_FAULT : undefined
    if (fault === undefined) return serve(req, res, next)
    // An error of Express: its page shows the sentence while developing, and nothing of it in production.
    logger.error({ event: 'engine.misplaced', message: fault })
    return next(new SetupError([{ option: 'routes', message: fault }]))
  })
  return routes
}

/** An app that adds nothing of Express to an answer. */
function quietApp(): Application {
  const app = express()
  // An error beyond the error middleware must not be shown with its stack.
  app.set('env', 'production')
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  return app
}

/** @throws SetupError from the line `app.use(books.routes)` */
function refuseParser(parent: Application, mountpath: string | readonly string[]): void {
  if (mountpath !== '/') {
    const message = `books.routes is mounted at ${String(mountpath)}; write app.use(books.routes) and basePath: '${String(mountpath)}'.`
    throw new SetupError([{ option: 'basePath', message }])
  }
  if (hasBodyParser(parent.router.stack)) throw new SetupError([{ option: 'routes', message: PARSER_FAULT }])
}

/** Writes one line if a browser says that it is at another address than the public one. */
function createAddressNote({ config, logger }: Pick<Dependencies, 'config' | 'logger'>) {
  let isNoted = false
  return ({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): void => {
    const { origin, 'sec-fetch-site': site } = headers
    if (isNoted || site !== 'same-origin' || typeof origin !== 'string' || origin === config.publicUrl) return
    isNoted = true
    const message = `publicUrl is not where browsers are; write publicUrl: '${origin.slice(0, 200)}'.`
    logger.error({ event: 'engine.wrong-public-url', message })
  }
}
