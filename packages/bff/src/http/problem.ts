import { PROBLEM_STATUS, type Problem } from '@counterfoil/bff-api/problem'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { UnknownKeyError } from '#crypto/sealed-box.ts'
import { BffError, PROBLEM_TITLES } from './errors.ts'

/** Returns the problem to report. An error of no known kind is a bug of ours: status 500, without its message. */
export function toProblem(error: unknown): BffError {
  if (error instanceof BffError) return error
  if (error instanceof StoreUnavailableError || error instanceof UnknownKeyError) {
    return new BffError('store-unavailable', { cause: error, retryAfterSeconds: error.retryAfterSeconds })
  }
  if (error instanceof URIError) return new BffError('bad-request', { cause: error })
  return new BffError('internal-error', { cause: error })
}

/** Returns the problem as it is sent to a program, without its cause. */
export function buildProblem(problem: BffError, requestId: RequestId): Problem {
  return {
    type: `urn:counterfoil:problem:${problem.code}`,
    title: PROBLEM_TITLES[problem.code],
    status: PROBLEM_STATUS[problem.code],
    code: problem.code,
    requestId,
  }
}

/** Returns `Retry-After` in whole seconds, at least 1; undefined if a retry would not help. */
export function retryAfterOf(problem: BffError): string | undefined {
  const seconds = problem.retryAfterSeconds
  return seconds === undefined ? undefined : String(Math.max(1, Math.ceil(seconds)))
}

/**
 * Logs a problem: as an error with its cause if the fault is on our side (status 500 or above), else as information.
 * @param mayWrite Returns false if this caller has used up its log lines of this minute.
 */
export function logProblem(
  logger: { error(fields: object): void; info(fields: object): void },
  problem: BffError,
  requestId: RequestId,
  mayWrite: (isFault: boolean) => boolean = () => true,
): void {
  const isFault = problem.status >= 500
  // A bug of ours is always logged: it is rare, and its stack is the only trace of it.
  if (problem.code !== 'internal-error' && !mayWrite(isFault)) return
  const facts = {
    event: 'problem',
    problem: problem.code,
    requestId,
    reference: referenceOf(requestId),
    ...problem.log,
  }
  if (isFault) {
    const outage = problem.isProviderAway ? 'provider' : undefined
    logger.error({ ...facts, outage, err: problem.cause ?? problem })
  } else {
    const { cause } = problem
    logger.info(cause instanceof Error ? { ...facts, cause: cause.message } : facts)
  }
}
