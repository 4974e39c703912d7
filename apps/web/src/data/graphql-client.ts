import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { counterfoilExchange } from '@counterfoil/react/urql'
import { cacheExchange, Client, type CombinedError, mapExchange } from 'urql'
import { requestIdOf, send, transportErrorOf } from './bff-client.ts'
import { type Failure, FailureError, failureFrom, failureOf, failureOfGraphql } from './failure.ts'
import { hashOf } from './graphql-query.ts'

/**
 * Creates a GraphQL client for one version of one connection: its cache can never show the figures of one business under the name
 * of another. A new connection version gets a new client.
 *
 * @param onConnectionChanged Called when an answer reports another connection state than the page has.
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
      counterfoilExchange({ connectionId, hashOf, fetch: send, toError }),
    ],
  })
}

/**
 * Returns the failure of an urql error.
 * @param hasData True if a part of the answer came with it.
 */
export function failureOfError(error: CombinedError, hasData: boolean): Failure {
  if (error.networkError) return failureFrom(error.networkError)
  return failureOfGraphql(error.graphQLErrors, hasData)
}

/** Returns the error of a response. A truncated answer or one of another type means that the provider did not answer. */
async function toError(response: Response, { isCut }: { readonly isCut: boolean }): Promise<FailureError> {
  if (!isCut) return new FailureError(failureOf(await transportErrorOf(response), Date.now()))
  const requestId = requestIdOf(response)
  return new FailureError({ kind: 'provider_down', ...(requestId === undefined ? {} : { requestId }) })
}
