import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { randomId } from '@counterfoil/service/values/random'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { EngineConfig } from '../config.ts'
import type { MayLog } from '#limits/request-log-limit.ts'
import { policyHeaders, smallPagePolicy } from '@counterfoil/service/http/content-security-policy'
import { chooseAppearance, type Appearance } from '#browser/preferences.ts'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { renderProblemPage } from './problem-page.ts'
import { BffError } from '#http/errors.ts'
import { PREFIX } from '#session/cookie-names.ts'
import { buildProblem, logProblem, retryAfterOf, toProblem } from '#http/problem.ts'

/** True if the answer is shown as a page to a person; false if a program reads it as JSON. */
function isNavigation(req: Request): boolean {
  const mode = req.get('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  if (/^\/(api|graphql)(\/|$)/.test(req.path)) return false
  return req.accepts(['json', 'html']) === 'html'
}

/** Returns language and theme of the browser. The name of the cookie depends on the public address; both names are read here. */
function appearanceOf(req: Request): Appearance {
  const jar = parseCookies(req.headers.cookie)
  const preferences = jar.get(`${PREFIX}preferences`) ?? jar.get('counterfoil-preferences')
  return chooseAppearance({ cookie: preferences, acceptLanguage: req.get('accept-language') })
}

/** The facts of the app on the page of a problem. */
interface AppFacts {
  readonly app: string
  readonly supportUrl: string | undefined
}

/** Answers with a problem: a page to people, `application/problem+json` to programs. Never cached, never a redirect. */
function sendProblem(req: Request, res: Response, problem: BffError, about: AppFacts): void {
  const requestId = requestIdOf(res)
  res.status(PROBLEM_STATUS[problem.code])
  res.setHeader('Cache-Control', 'no-store')
  // The rest of the body is not read: the connection ends with the answer.
  if (!req.complete) res.setHeader('Connection', 'close')
  const retryAfter = retryAfterOf(problem)
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter)
  if (isNavigation(req)) {
    const nonce = randomId()
    res.set(policyHeaders(smallPagePolicy(nonce)))
    const { code } = problem
    const reference = referenceOf(requestId)
    const appearance = appearanceOf(req)
    res.type('html').send(renderProblemPage({ code, reference, nonce, appearance, ...about }))
    return
  }
  res.type('application/problem+json').send(JSON.stringify(buildProblem(problem, requestId)))
}

/** Creates the last middleware, which answers and logs every failure. */
export function errorMiddleware(deps: {
  readonly logger: Logger
  readonly mayLog?: MayLog
  readonly config: Pick<EngineConfig, 'publicUrl' | 'appName' | 'supportUrl'>
}): ErrorRequestHandler {
  const { publicUrl, supportUrl, appName: app = new URL(publicUrl).host } = deps.config
  return (error: unknown, req, res, next) => {
    const problem = toProblem(error)
    logProblem(deps.logger, problem, requestIdOf(res), (isFault) => deps.mayLog?.(req, isFault) ?? true)
    // The answer has begun (express-session reports a failed save this late): it can only be cut off.
    if (res.headersSent) {
      next(error)
      return
    }
    sendProblem(req, res, problem, { app, supportUrl })
  }
}

/** Creates a handler that refuses every request with `code`, for example of a method that an address does not take. */
export function refuse(code: ProblemCode, headers: Readonly<Record<string, string>> = {}): RequestHandler {
  return (_req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    throw new BffError(code)
  }
}
