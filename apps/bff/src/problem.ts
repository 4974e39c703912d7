import { PROBLEM_STATUS, type Problem } from '@counterfoil/bff-api/problem'
import { referenceOf } from '@counterfoil/service/reference'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { BffError, PROBLEM_TITLES } from './errors.ts'

/** Anything thrown → the problem that is told. What is in no table is a bug of ours: 500, masked. */
export function toProblem(error: unknown): BffError {
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

/** What a program is told. Nothing of the cause is in it. */
export function buildProblem(problem: BffError, requestId: string): Problem {
  return {
    type: `urn:counterfoil:problem:${problem.code}`,
    title: PROBLEM_TITLES[problem.code],
    status: PROBLEM_STATUS[problem.code],
    code: problem.code,
    requestId,
  }
}

/** `Retry-After` in whole seconds, never 0; undefined when trying again is not what helps. */
export function retryAfterOf(problem: BffError): string | undefined {
  const seconds = problem.retryAfterSeconds
  return seconds === undefined ? undefined : String(Math.max(1, Math.ceil(seconds)))
}

/** How a problem is logged: an error when the fault is on our side, with its cause. */
export function logProblem(
  logger: { error(fields: object): void; info(fields: object): void },
  problem: BffError,
  requestId: string,
): void {
  const facts = {
    event: 'problem',
    problem: problem.code,
    requestId,
    reference: referenceOf(requestId),
    ...problem.log,
  }
  if (problem.status >= 500) logger.error({ ...facts, err: problem.cause ?? problem })
  else {
    const { cause } = problem
    logger.info(cause instanceof Error ? { ...facts, cause: cause.message } : facts)
  }
}
