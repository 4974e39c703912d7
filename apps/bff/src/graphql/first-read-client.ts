import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import type { FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { Logger } from '@counterfoil/service/logger'
import type { ConcurrencyLimit } from '#limits/concurrency.ts'
import type { RateLimits } from '#limits/rate-limits-store.ts'
import type { BffMetrics, GraphqlOutcome } from '#operations/bff-metrics.ts'
import type { TraceContext } from '#telemetry/trace.ts'
import { BffError } from '#http/errors.ts'
import { toProblem } from '#http/problem.ts'
import { readGoodData } from './answer-keeper.ts'
import type { CallerSession } from './graphql-ports.ts'
import { createGraphqlRequestReader, type ResolvedOperation } from './graphql-request.ts'
import { outcomeOf } from './graphql-outcome.ts'
import type { CallProvider, Listener, ProviderCallDeps } from './graphql-ports.ts'
import { problemOfTokenUse } from './token-problem.ts'

/** So long a page is kept open for its answer; then it reads for itself. */
export const FIRST_READ_DEADLINE_MS = 4000

/** A page that is being answered, and whose it is. */
export interface ReadingPage {
  readonly session: CallerSession
  readonly requestId: string
  readonly trace: TraceContext | undefined
  readonly headers: IncomingHttpHeaders
  /** May one more line about this caller be written? */
  readonly mayLog: () => boolean
  /** The browser's connection. */
  readonly res: Listener
}

export interface FirstReaderDeps extends Pick<ProviderCallDeps, 'clock' | 'tokens'> {
  readonly operations: OperationManifest
  readonly limits: RateLimits
  /** By session digest; shared with `POST /graphql`. */
  readonly concurrency: ConcurrencyLimit
  readonly callProvider: CallProvider
  readonly metrics: Pick<BffMetrics, 'graphql'>
  readonly logger: Pick<Logger, 'info'>
  readonly deadlineMs?: number
}

/**
 * Reads what a page asks first while the page is rendered: the same operations, permissions, limits and way to the provider
 * as `POST /graphql`.
 *
 * @returns What may stand in the page: a complete answer without errors, about that version of that connection. Undefined for
 * anything else, and when the browser has gone or the deadline has passed: the page then asks for itself, and hears why.
 * Never rejects.
 */
export function createFirstReader(
  deps: FirstReaderDeps,
): (query: FirstQuery, page: ReadingPage) => Promise<FirstAnswer | undefined> {
  const resolve = createQueryResolver(deps.operations)
  const deadlineMs = deps.deadlineMs ?? FIRST_READ_DEADLINE_MS

  return async (query, page) => {
    const startedAtMs = deps.clock()
    const patience = waitAtMost(page.res, deadlineMs)
    try {
      const { outcome, answer } = await Promise.race([
        read(query, page, patience).catch((error: unknown) => {
          const { code } = toProblem(error)
          if (page.mayLog()) deps.logger.info({ event: 'page.not-read', code, requestId: page.requestId })
          return { outcome: outcomeOf(error), answer: undefined }
        }),
        patience.over.then((): Read => ({
          outcome: page.res.closed ? 'browser-gone' : 'provider-timeout',
          answer: undefined,
        })),
      ])
      deps.metrics.graphql(outcome, deps.clock() - startedAtMs)
      return answer
    } finally {
      patience.end()
    }
  }

  async function read(query: FirstQuery, page: ReadingPage, patience: Listener): Promise<Read> {
    const { session, requestId, trace, headers } = page
    const { connectionId, version } = query
    const verdict = await deps.limits.consume('graphql', session.sessionDigest)
    if (patience.closed) return GIVEN_UP
    if (!verdict.allowed) throw new BffError('rate-limited')
    const leave = deps.concurrency.enter(session.sessionDigest)
    if (leave === undefined) throw new BffError('rate-limited')
    patience.once('close', leave)

    const operation = resolve(query)
    const access = await deps.tokens.get(connectionId, Promise.resolve(session.principalId))
    if (access.kind !== 'use') throw problemOfTokenUse(access, deps.clock())
    // It changed since the page was judged.
    if (access.connection.version !== version) throw new BffError('connection-not-found')
    if (!operation.scopes.every((scope) => allowsScope(access.connection.scopes, scope))) {
      throw new BffError('permission-missing')
    }
    const call = { connectionId, access, operation, requestId, trace, incoming: headers, res: patience }
    const answer = await deps.callProvider(call)
    if (answer === undefined) return GIVEN_UP
    const data = readGoodData(answer)
    answer.discard()
    if (data === undefined) return { outcome: 'relayed', answer: undefined }
    return { outcome: 'relayed', answer: { ...query, data, readAt: new Date(deps.clock()).toISOString() } }
  }
}

interface Read {
  readonly outcome: GraphqlOutcome
  readonly answer: FirstAnswer | undefined
}

const GIVEN_UP: Read = { outcome: 'browser-gone', answer: undefined }

/** Closes with `res`, when `ms` have passed, or at `end`, whichever is first. */
function waitAtMost(res: Listener, ms: number): Listener & { readonly over: Promise<void>; end(): void } {
  const events = new EventEmitter()
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let closed = false
  const timer = setTimeout(end, ms)
  if (res.closed) end()
  else res.once('close', end)
  function end(): void {
    if (closed) return
    closed = true
    clearTimeout(timer)
    resolve()
    events.emit('close')
  }
  return {
    get closed() {
      return closed
    },
    once: (event, listener) => events.once(event, listener),
    over,
    end,
  }
}

/** Answers how to find the operation that a page asks first. @throws BffError */
function createQueryResolver(operations: OperationManifest): (query: FirstQuery) => ResolvedOperation {
  const readRequest = createGraphqlRequestReader(operations)
  const hashes = new Map(Object.entries(operations).map(([hash, { name }]) => [name, hash]))
  return ({ operationName, variables }) => {
    const persistedQuery = { version: 1, sha256Hash: hashes.get(operationName) ?? '' }
    const resolved = readRequest(JSON.stringify({ variables, extensions: { persistedQuery } }))
    if (resolved.kind === 'operation') return resolved.operation
    throw new BffError(resolved.code, { log: { reason: resolved.reason } })
  }
}
