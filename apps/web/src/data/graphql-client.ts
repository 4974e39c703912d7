import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { counterfoilExchange } from '@counterfoil/react/urql'
import { cacheExchange, Client, type CombinedError, mapExchange } from 'urql'
import { requestIdOf, send, transportErrorOf } from './bff-client.ts'
import { type Failure, FailureError, failureFrom, failureOf, failureOfGraphql } from './failure.ts'
import { hashOf } from './graphql-query.ts'

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
      counterfoilExchange({ connectionId, hashOf, fetch: send, toError }),
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

/** Half an answer, or something else under the name of one: the provider did not answer. */
async function toError(response: Response, isCut: boolean): Promise<FailureError> {
  if (!isCut) return new FailureError(failureOf(await transportErrorOf(response), Date.now()))
  const requestId = requestIdOf(response)
  return new FailureError({ kind: 'provider_down', ...(requestId === undefined ? {} : { requestId }) })
}
