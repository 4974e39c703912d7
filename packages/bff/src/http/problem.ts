import { PROBLEM_STATUS, type Problem } from '@counterfoil/bff-api/problem'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import { BffError, PROBLEM_TITLES } from './errors.ts'

/** Anything thrown → the problem that is reported. What is in no table is a bug of ours: 500, masked. */
export function toProblem(error: unknown): BffError {
  if (error instanceof BffError) return error
  if (error instanceof StoreUnavailableError || error instanceof UnknownKeyError) {
    return new BffError('store-unavailable', { cause: error, retryAfterSeconds: error.retryAfterSeconds })
  }
  if (error instanceof URIError) return new BffError('bad-request', { cause: error })
  return new BffError('internal-error', { cause: error })
}

/** What a program receives. Nothing of the cause is in it. */
export function buildProblem(problem: BffError, requestId: RequestId): Problem {
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

/**
 * How a problem is logged: an error when the fault is on our side, with its cause.
 * @param mayWrite False once this caller has had its log lines of the minute.
 */
export function logProblem(
  logger: { error(fields: object): void; info(fields: object): void },
  problem: BffError,
  requestId: RequestId,
  mayWrite: (isFault: boolean) => boolean = () => true,
): void {
  const isFault = problem.status >= 500
  // A bug of ours is rare, and its stack is the only trace of it.
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
