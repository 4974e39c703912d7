import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { createMetricsRoutes } from '@counterfoil/service/telemetry/metrics'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/telemetry/request-log-middleware'
import express, { type Application, type RequestHandler } from 'express'
import type { RequestListener } from 'node:http'
import { createFiguresRoutes, createListRoutes } from '#api/reading-routes.ts'
import { createBrowserReportRoutes } from '#browser/browser-report-routes.ts'
import { requestContextMiddleware } from '#http/request-context-middleware.ts'
import { createAddressCheck } from '#mount/own-addresses.ts'
import { SetupError } from '#mount/setup.ts'
import { createHealthRoutes } from '#operations/health-routes.ts'
import { errorMiddleware, refuse } from '#problems/error-middleware.ts'
import { createRequestRulesMiddleware } from '#request-rules/request-rules-middleware.ts'
import { endWithUnreadBody } from '#request-rules/request-rules.ts'
import { securityHeadersMiddleware } from '#security/security-headers-middleware.ts'
import { formerCookiesMiddleware, renameFormerCookies } from '#session/former-cookies-middleware.ts'
import { ownPeopleMiddleware } from '#session/own-people-middleware.ts'
import type { Engine } from './engine.ts'

/** What a server has beside the engine, where the whole address is its own. */
export interface ServerParts {
  /** Needs neither a session nor the store: answered while the store is away, too. */
  readonly open: readonly RequestHandler[]
  /** Whatever address is left. */
  readonly pages: RequestHandler
}

/** The whole of a server; a request goes through it from top to bottom. */
export function createServerApp(engine: Engine, parts: ServerParts): RequestListener {
  const app = quietApp(engine)
  app.use(...commonMiddleware(engine, [...parts.open, browserReports(engine)]), ...engine.routes)
  app.use(createFiguresRoutes(engine), createListRoutes(engine))
  app.use(['/api', '/connect', '/graphql', '/health', '/metrics'], refuse('not-found'))
  app.use(parts.pages)
  app.use(errorMiddleware(engine))
  return (req, res) => {
    // The one address that is asked all the time does not walk through Express; the request rules are the same.
    if (req.url === BFF_PATHS.graphql || req.url?.startsWith(`${BFF_PATHS.graphql}?`) === true)
      return answerGraphql(engine, req, res)
    endWithUnreadBody(req, res)
    return app(req, res)
  }
}

/** What an app mounts. Addresses that are not the engine's go on to the app as they came. */
export function createMountedApp(engine: Engine): Application {
  const { logger, config, people } = engine
  const { basePath = '' } = config
  const app = quietApp(engine)
  app.use(...commonMiddleware(engine, []))
  if (people !== undefined) app.use(ownPeopleMiddleware(people, engine.cookies))
  app.use(...engine.routes)
  app.use(errorMiddleware(engine))

  const isOwnAddress = createAddressCheck(people !== undefined)
  const serve: RequestHandler = async (req, res, next) => {
    await people?.ask(req)
    if (req.path === BFF_PATHS.graphql) return answerGraphql(engine, req, res)
    endWithUnreadBody(req, res)
    return app(req, res, next)
  }
  const noteWrongAddress = createAddressNote(engine)
  const routes = quietApp(engine)
  routes.on('mount', (parent) => refuseParser(parent, routes.mountpath))
  routes.use(basePath === '' ? '/' : basePath, (req, res, next) => {
    if (!isOwnAddress(req.path)) return next('router')
    noteWrongAddress(req)
    // The session of an app with its own sign-in is what says whose the request is.
    const isMixed = people === undefined && 'session' in req
    const fault = isMixed ? SESSION_FAULT : isParsed(req) ? PARSER_FAULT : undefined
    if (fault === undefined) return serve(req, res, next)
    // An error of Express: its page shows the sentence while developing, and nothing of it in production.
    logger.error({ event: 'engine.misplaced', message: fault })
    return next(new SetupError([{ option: 'routes', message: fault }]))
  })
  return routes
}

/** What every request passes, in this order, before anything is done for it. */
function commonMiddleware(engine: Engine, open: readonly RequestHandler[]): readonly RequestHandler[] {
  const { config, cookies, logger, mayLog } = engine
  const { publicUrl, metricsToken, sessionAbsoluteMs } = config
  return [
    requestIdMiddleware(),
    requestLogMiddleware({ logger, mayWrite: (req, status) => mayLog(req, status >= 500) }),
    requestContextMiddleware({ tracing: engine.tracing }),
    engine.requests.middleware,
    securityHeadersMiddleware({ publicUrl }),
    // Neither needs a session or the store: they are answered while the store is away, too.
    createHealthRoutes({ proveReadable: engine.store.proveReadable, isStopping: engine.isStopping }),
    createMetricsRoutes({ registry: engine.registry, token: metricsToken }),
    ...open,
    formerCookiesMiddleware(cookies, sessionAbsoluteMs / 1000),
    createRequestRulesMiddleware({
      checkRules: engine.checkRules,
      openSession: engine.openSession,
      reader: engine.reader,
    }),
  ]
}

function browserReports({ clock, logger, metrics }: Engine): RequestHandler {
  return createBrowserReportRoutes({
    clock,
    onReport(report) {
      metrics.browserReport(report)
      logger.warn({ event: 'browser.report', ...report })
    },
  })
}

const answerGraphql = (engine: Engine, ...[req, res]: Parameters<RequestListener>): void => {
  engine.requests.observe(req, res, () => BFF_PATHS.graphql)
  if (engine.cookies.isSecure) renameFormerCookies(req)
  engine.graphqlListener(req, res)
}

/** An app that adds nothing of Express to an answer. */
function quietApp({ config }: Pick<Engine, 'config'>): Application {
  const app = express()
  // An error beyond the error middleware must not be shown with its stack.
  app.set('env', 'production')
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', config.trustedProxies)
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
function createAddressNote({ config, logger }: Pick<Engine, 'config' | 'logger'>) {
  let isNoted = false
  return ({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): void => {
    const { origin, 'sec-fetch-site': site } = headers
    if (isNoted || site !== 'same-origin' || typeof origin !== 'string' || origin === config.publicUrl) return
    isNoted = true
    const message = `publicUrl is not where browsers are; write publicUrl: '${origin.slice(0, 200)}'.`
    logger.error({ event: 'engine.wrong-public-url', message })
  }
}

/** What body-parser, and so `express.json()` and its like, call their middleware. */
const PARSERS: ReadonlySet<string> = new Set(['jsonParser', 'urlencodedParser', 'textParser', 'rawParser'])

const PARSER_FAULT =
  'A body parser is before books.routes and has read what only Counterfoil may read; move app.use(books.routes) above the line app.use(express.json()), or whichever parser it is.'

const SESSION_FAULT =
  'A session is open before books.routes, which has its own; move app.use(books.routes) above the line app.use(session({ … })).'

/** Returns true if a stack of Express has a body parser. @param stack Its layers, in their order. */
function hasBodyParser(stack: readonly { readonly name?: string }[]): boolean {
  return stack.some(({ name }) => name !== undefined && PARSERS.has(name))
}

/**
 * Returns true if something has read the body of a request, or was ready to: a body parser leaves `body` even where there is
 * nothing to read.
 */
function isParsed(request: object): boolean {
  return (
    'body' in request ||
    '_body' in request ||
    ('readableDidRead' in request && request.readableDidRead === true)
  )
}
