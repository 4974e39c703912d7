import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { createMetricsRoutes } from '@counterfoil/service/telemetry/metrics'
import { requestIdMiddleware } from '@counterfoil/service/telemetry/request-id-middleware'
import { requestLogMiddleware } from '@counterfoil/service/telemetry/request-log-middleware'
import express, { type Application, type RequestHandler } from 'express'
import type { RequestListener } from 'node:http'
import { createFiguresRoutes, createListRoutes } from '#api/reading-routes.ts'
import { createBrowserReportRoutes } from '#browser/browser-report-routes.ts'
import { requestContextMiddleware } from '#http/request-context-middleware.ts'
import { SetupError } from '#mount/setup.ts'
import { createHealthRoutes } from '#operations/health-routes.ts'
import { errorMiddleware, refuse } from '#problems/error-middleware.ts'
import { createRequestRulesMiddleware } from '#request-rules/request-rules-middleware.ts'
import { endWithUnreadBody } from '#request-rules/request-rules.ts'
import { securityHeadersMiddleware } from '#security/security-headers-middleware.ts'
import { formerCookiesMiddleware, renameFormerCookies } from '#session/former-cookies-middleware.ts'
import { ownPeopleMiddleware } from '#session/own-people-middleware.ts'
import type { Engine } from './engine.ts'

/** The parts of a standalone server beside the engine. The whole origin belongs to it. */
export interface ServerParts {
  /** Handlers that need neither a session nor the store: they also respond while the store is unavailable. */
  readonly open: readonly RequestHandler[]
  /** Handles every remaining address. */
  readonly pages: RequestHandler
}

/** Creates the request listener of a standalone server. A request passes its handlers from top to bottom. */
export function createServerApp(engine: Engine, parts: ServerParts): RequestListener {
  const app = quietApp(engine)
  app.use(...commonMiddleware(engine, [...parts.open, browserReports(engine)]), ...engine.routes)
  app.use(createFiguresRoutes(engine), createListRoutes(engine))
  app.use(['/api', '/connect', '/graphql', '/health', '/metrics'], refuse('not-found'))
  app.use(parts.pages)
  app.use(errorMiddleware(engine))
  return (req, res) => {
    // The busiest address bypasses Express; the same request rules apply to it.
    if (req.url === BFF_PATHS.graphql || req.url?.startsWith(`${BFF_PATHS.graphql}?`) === true)
      return answerGraphql(engine, req, res)
    endWithUnreadBody(req, res)
    return app(req, res)
  }
}

/** Creates the Express app that a host app mounts. Requests that are not for the engine are passed on unchanged. */
export function createMountedApp(engine: Engine): Application {
  const { logger, config, people } = engine
  const { basePath = '' } = config
  const app = quietApp(engine)
  app.use(...commonMiddleware(engine, []))
  if (people !== undefined) app.use(ownPeopleMiddleware(people, engine.cookies))
  app.use(...engine.routes)
  app.use(errorMiddleware(engine))

  const isOwnAddress = createAddressCheck(engine)
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
    // An app with its own sign-in identifies the person by its session, so that one may be open.
    const isMixed = people === undefined && 'session' in req
    const fault = isMixed ? SESSION_FAULT : isParsed(req) ? PARSER_FAULT : undefined
    if (fault === undefined) return serve(req, res, next)
    // Express shows the message on its error page in development and hides it in production.
    logger.error({ event: 'engine.misplaced', message: fault })
    return next(new SetupError([{ option: 'routes', message: fault }]))
  })
  return routes
}

/** Returns the middleware that every request passes first, in this order. */
function commonMiddleware(engine: Engine, open: readonly RequestHandler[]): readonly RequestHandler[] {
  const { config, cookies, logger, mayLog } = engine
  const { publicUrl, metricsToken, sessionAbsoluteMs } = config
  return [
    requestIdMiddleware(),
    requestLogMiddleware({ logger, mayWrite: (req, status) => mayLog(req, status >= 500) }),
    requestContextMiddleware({ tracing: engine.tracing }),
    engine.requests.middleware,
    securityHeadersMiddleware({ publicUrl }),
    // Neither needs a session or the store: both respond while the store is unavailable.
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

/** Creates an Express app that adds no headers of Express to a response. */
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

/** Refuses to be mounted at a path, or after a body parser. @throws SetupError from the line `app.use(books.routes)` */
function refuseParser(parent: Application, mountpath: string | readonly string[]): void {
  if (mountpath !== '/') {
    const message = `books.routes is mounted at ${String(mountpath)}; write app.use(books.routes) and basePath: '${String(mountpath)}'.`
    throw new SetupError([{ option: 'basePath', message }])
  }
  if (hasBodyParser(parent.router.stack)) throw new SetupError([{ option: 'routes', message: PARSER_FAULT }])
}

/** Creates a check that logs one error if the `Origin` of a browser is not the public URL. */
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

/** The names of the middleware functions of body-parser, and so of `express.json()` and its like. */
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

/** The addresses that only the app of this repository has. */
const NOT_MOUNTED: readonly string[] = [
  BFF_PATHS.connectionFigures,
  BFF_PATHS.connectionList,
  BFF_PATHS.connectionLetter,
  BFF_PATHS.connectionLetterChoice,
  BFF_PATHS.letterStop,
]
/** The addresses that sign people out or remember them. An app with its own sign-in does that itself. */
const OF_SIGN_IN: readonly string[] = [
  BFF_PATHS.signOut,
  BFF_PATHS.signOutForm,
  BFF_PATHS.signedOutAtProvider,
  BFF_PATHS.forgetMe,
  BFF_PATHS.forgetMeForm,
  BFF_PATHS.deviceForget,
  BFF_PATHS.deviceForgetForm,
  BFF_PATHS.sessions,
  BFF_PATHS.sessionEnd,
  BFF_PATHS.sessionExtend,
]

/**
 * Returns a function that is true for the paths of the engine. All other paths belong to the app: the engine neither checks nor
 * changes them. The path has neither base path nor query.
 */
function createAddressCheck({ people }: Pick<Engine, 'people'>): (path: string) => boolean {
  const left = new Set(people === undefined ? NOT_MOUNTED : [...NOT_MOUNTED, ...OF_SIGN_IN])
  const own = Object.values(BFF_PATHS)
    .filter((path) => !left.has(path))
    .map((path) => new RegExp(`^${path.replaceAll(':id', '[^/]+')}/?$`, 'i'))
  return (path) => own.some((pattern) => pattern.test(path))
}
