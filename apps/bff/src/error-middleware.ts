import { PROBLEM_STATUS, type Problem, type ProblemCode } from '@counterfoil/bff-api/problem'
import type { Logger } from '@counterfoil/service/logger'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { renderProblemPage } from './problem-page.ts'
import { BffError, PROBLEM_TITLES } from './errors.ts'

/** Anything thrown → the problem that is told. What is in no table is a bug of ours: 500, masked. */
function toProblem(error: unknown): BffError {
  if (error instanceof BffError) return error
  if (error instanceof StoreUnavailableError) {
    return new BffError('store-unavailable', { cause: error, retryAfterSeconds: error.retryAfterSeconds })
  }
  const type: unknown =
    typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  // Faults of express's own body readers.
  if (type === 'entity.too.large') return new BffError('payload-too-large', { cause: error })
  if (type === 'entity.parse.failed' || type === 'request.aborted' || type === 'request.size.invalid') {
    return new BffError('bad-request', { cause: error })
  }
  if (type === 'charset.unsupported' || type === 'encoding.unsupported') {
    return new BffError('unsupported-media-type', { cause: error })
  }
  if (error instanceof URIError) return new BffError('bad-request', { cause: error })
  return new BffError('internal-error', { cause: error })
}

/** Does a person look at the answer (a page), or a program (JSON)? */
function isNavigation(req: Request): boolean {
  const mode = req.get('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  if (/^\/(api|graphql)(\/|$)/.test(req.path)) return false
  return req.accepts(['json', 'html']) === 'html'
}

/** Answers with a problem: a page to people, `application/problem+json` to programs. Never cached, never a redirect. */
export function sendProblem(req: Request, res: Response, problem: BffError): void {
  const requestId = requestIdOf(res)
  res.status(PROBLEM_STATUS[problem.code])
  res.setHeader('Cache-Control', 'no-store')
  if (problem.retryAfterSeconds !== undefined) {
    res.setHeader('Retry-After', String(Math.max(1, Math.ceil(problem.retryAfterSeconds))))
  }
  if (isNavigation(req)) {
    res.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    res.type('html').send(renderProblemPage(problem.code, referenceOf(requestId)))
    return
  }
  const body: Problem = {
    type: `urn:counterfoil:problem:${problem.code}`,
    title: PROBLEM_TITLES[problem.code],
    status: PROBLEM_STATUS[problem.code],
    code: problem.code,
    requestId,
  }
  res.type('application/problem+json').send(JSON.stringify(body))
}

/** The last middleware: every failure ends here. */
export function errorMiddleware(deps: { readonly logger: Logger }): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const problem = toProblem(error)
    const requestId = requestIdOf(res)
    const facts = {
      event: 'problem',
      problem: problem.code,
      requestId,
      reference: referenceOf(requestId),
      ...problem.log,
    }
    if (problem.status >= 500) deps.logger.error({ ...facts, err: problem.cause ?? problem })
    else
      deps.logger.info({
        ...facts,
        ...(problem.cause instanceof Error ? { cause: problem.cause.message } : {}),
      })
    // The answer has begun (express-session reports a failed save this late): all that is left is to cut it.
    if (res.headersSent) {
      next(error)
      return
    }
    sendProblem(req, res, problem)
  }
}

/** For an address that takes other methods. */
export function refuse(code: ProblemCode, headers: Readonly<Record<string, string>> = {}): RequestHandler {
  return (_req, res) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    throw new BffError(code)
  }
}
