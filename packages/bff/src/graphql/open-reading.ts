import type { IncomingHttpHeaders } from 'node:http'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import type { FirstQuery } from '@counterfoil/bff-api/session'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { ConnectionRecord } from '#connections/connection.ts'
import { BffError } from '#http/errors.ts'
import type { ConcurrencyLimit } from '#limits/concurrency.ts'
import type { LimitName, RateLimits } from '#limits/rate-limits-store.ts'
import { refuseBeyond } from '#request-rules/request-rules.ts'
import type { ReadSession } from '#session/session-reader.ts'
import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import type { CallProvider, Listener, ProviderCallDeps } from './graphql-ports.ts'
import { createGraphqlRequestReader, type ResolvedOperation } from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { problemOfTokenUse } from './token-problem.ts'

export interface Caller {
  readonly session: Pick<ReadSession, 'principalId' | 'sessionDigest'>
  readonly requestId: RequestId
  readonly trace: TraceContext | undefined
  readonly headers: IncomingHttpHeaders
}

/** A connection whose data can be read now. */
export interface OpenReading {
  readonly connection: ConnectionRecord
  /**
   * Sends one operation of the app, under the same kind of limits as `POST /graphql`.
   * @param read Receives the answer; the call counts as running until it has ended.
   * @returns undefined if the listener has closed
   * @throws BffError
   */
  ask<Read>(
    operation: Pick<FirstQuery, 'operationName' | 'variables'>,
    read: (answer: UpstreamAnswer) => Read | Promise<Read>,
  ): Promise<Read | undefined>
}

export interface ReadingDeps extends Pick<ProviderCallDeps, 'clock' | 'tokens'> {
  readonly operations: OperationManifest
  readonly limits: RateLimits
  /** The rate limit of a session's calls; by default that of `POST /graphql`. */
  readonly limit?: LimitName
  /** The limit of concurrent calls by session digest; shared with `POST /graphql` if the rate limit is. */
  readonly concurrency: ConcurrencyLimit
}

/** Creates the function that opens one version of one connection for reading. */
export function createReadingOpener(
  deps: ReadingDeps,
  callProvider: CallProvider,
): (
  about: Pick<FirstQuery, 'connectionId' | 'version'>,
  caller: Caller,
  listener: Listener,
) => Promise<OpenReading> {
  const resolve = createOperationResolver(deps.operations)

  return async ({ connectionId, version }, { session, requestId, trace, headers }, listener) => {
    const access = await deps.tokens.get(connectionId, Promise.resolve(session.principalId))
    if (access.kind !== 'use') throw problemOfTokenUse(access, deps.clock())
    const { connection } = access
    // The connection has changed since the page was checked.
    if (connection.version !== version) throw new BffError('connection-not-found')
    return {
      connection,
      async ask(about, read) {
        const verdict = await deps.limits.consume(deps.limit ?? 'graphql', session.sessionDigest)
        if (listener.closed) return undefined
        refuseBeyond(verdict, deps.limit ?? 'graphql', deps.clock)
        const leave = deps.concurrency.enter(session.sessionDigest)
        if (leave === undefined) throw new BffError('rate-limited')
        const hearing = hearUntilEnd(listener)
        try {
          const operation = resolve(about)
          if (!operation.scopes.every((scope) => allowsScope(connection.scopes, scope))) {
            throw new BffError('permission-missing')
          }
          const { listener: res } = hearing
          const call = { connectionId, access, operation, requestId, trace, incoming: headers, res }
          const answer = await callProvider(call)
          return answer === undefined ? undefined : await read(answer)
        } finally {
          hearing.end()
          leave()
        }
      },
    }
  }
}

/** Returns a listener for one call whose handlers are removed at its end, so that hundreds of calls leave none behind. */
function hearUntilEnd(listener: Listener): { readonly listener: Listener; readonly end: () => void } {
  const hearers: (() => void)[] = []
  return {
    listener: {
      get closed() {
        return listener.closed
      },
      once: (event, hear) => {
        hearers.push(hear)
        return listener.once(event, hear)
      },
    },
    end: () => hearers.forEach((hear) => listener.off?.('close', hear)),
  }
}

/** Creates the function that finds an operation by its name. @throws BffError */
function createOperationResolver(
  operations: OperationManifest,
): (query: Pick<FirstQuery, 'operationName' | 'variables'>) => ResolvedOperation {
  const readRequest = createGraphqlRequestReader(operations)
  const hashes = new Map(Object.entries(operations).map(([hash, { name }]) => [name, hash]))
  return ({ operationName, variables }) => {
    const persistedQuery = { version: 1, sha256Hash: hashes.get(operationName) ?? '' }
    const resolved = readRequest(JSON.stringify({ variables, extensions: { persistedQuery } }))
    if (resolved.kind === 'operation') return resolved.operation
    throw new BffError(resolved.code, { log: { reason: resolved.reason } })
  }
}
