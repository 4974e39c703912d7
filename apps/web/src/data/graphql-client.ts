import {
  Client,
  cacheExchange,
  CombinedError,
  makeOperation,
  mapExchange,
  type Exchange,
  type Operation,
  type OperationResult,
} from 'urql'
import { filter, make, mergeMap, pipe, takeUntil, type Source } from 'wonka'
import { BFF_PATHS, CONNECTION_HEADER, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { requestIdOf, send, transportErrorOf } from './bff-client.ts'
import { hashOf, nameOf } from './document-parts.ts'
import { failureFrom, failureOf, failureOfGraphql, FailureError, type Failure } from './failure.ts'
import { createLimit, type Limit } from './limit.ts'

/** More at once would only make the provider say "slow down". */
const MAX_IN_FLIGHT = 6

/**
 * A GraphQL client for one version of one connection, and for nothing else: its cache can never show the figures of
 * one business under the name of another. A new connection version gets a new client.
 *
 * @param onConnectionChanged Called when an answer says that the connection is not what the page believes.
 */
export function createGraphqlClient(
  connectionId: ConnectionId,
  onConnectionChanged: (failure: Failure) => void,
): Client {
  return new Client({
    url: BFF_PATHS.graphql,
    requestPolicy: 'cache-and-network',
    preferGetMethod: false,
    exchanges: [
      cacheExchange,
      mapExchange({
        onError: (error) => {
          const failure = failureOfError(error, false)
          if (failure.kind === 'connection_changed' || failure.kind === 'session_ended')
            onConnectionChanged(failure)
        },
      }),
      persistedFetchExchange(connectionId),
    ],
  })
}

/**
 * What an urql error means to the person.
 * @param hasData Did a part of the answer come with it?
 */
export function failureOfError(error: CombinedError, hasData: boolean): Failure {
  if (error.networkError) return failureFrom(error.networkError)
  return failureOfGraphql(error.graphQLErrors, hasData)
}

/** Sends the hash of a query instead of its text: the BFF forwards only the app's own operations. */
function persistedFetchExchange(connectionId: ConnectionId): Exchange {
  const limit = createLimit(MAX_IN_FLIGHT)
  return () => (operations) =>
    pipe(
      operations,
      filter(({ kind }) => kind === 'query' || kind === 'mutation'),
      mergeMap((operation) =>
        pipe(
          answerOf(operation, connectionId, limit),
          takeUntil(
            pipe(
              operations,
              filter(({ kind, key }) => kind === 'teardown' && key === operation.key),
            ),
          ),
        ),
      ),
    )
}

/**
 * The answer to one operation. It is sent a moment later: an effect that is taken back at once asks nothing.
 */
function answerOf(operation: Operation, connectionId: ConnectionId, limit: Limit): Source<OperationResult> {
  return make(({ next, complete }) => {
    const aborter = new AbortController()
    const { signal } = aborter
    const run = async () => {
      await Promise.resolve()
      if (signal.aborted) return
      const answer = await limit(() => request(operation, connectionId, signal))
      if (signal.aborted) return
      next(answer)
      complete()
    }
    void run()
    return () => aborter.abort()
  })
}

async function request(
  operation: Operation,
  connectionId: ConnectionId,
  signal: AbortSignal,
): Promise<OperationResult> {
  try {
    const name = nameOf(operation.query)
    const hash = hashOf(operation.query)
    if (hash === undefined) throw new Error(`no hash for the operation ${name}`)
    const response = await send(BFF_PATHS.graphql, {
      method: 'POST',
      signal,
      headers: {
        accept: 'application/graphql-response+json, application/json, application/problem+json',
        'content-type': 'application/json',
        [REQUEST_HEADER]: '1',
        [CONNECTION_HEADER]: connectionId,
      },
      body: JSON.stringify({
        operationName: name,
        variables: operation.variables,
        extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
      }),
    })
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('application/problem+json') || !type.includes('json'))
      throw new FailureError(failureOf(await transportErrorOf(response), Date.now()))
    const answer = await readAnswer(response)
    return result(
      operation,
      answer.data,
      answer.errors?.length ? new CombinedError({ graphQLErrors: answer.errors, response }) : undefined,
    )
  } catch (thrown) {
    const networkError = thrown instanceof Error ? thrown : new Error(String(thrown))
    return result(operation, undefined, new CombinedError({ networkError }))
  }
}

type Answer = { readonly data?: unknown; readonly errors?: CombinedError['graphQLErrors'] }

/** Half an answer, or something else under the name of one: the provider did not answer. */
async function readAnswer(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    const requestId = requestIdOf(response)
    throw new FailureError({ kind: 'provider_down', ...(requestId === undefined ? {} : { requestId }) })
  }
}

function result(operation: Operation, data: unknown, error: CombinedError | undefined): OperationResult {
  return {
    operation: makeOperation(operation.kind, operation),
    data,
    ...(error === undefined ? {} : { error }),
    stale: false,
    hasNext: false,
  }
}
