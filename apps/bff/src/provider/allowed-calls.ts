import { METADATA_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import type { Dispatcher } from 'undici'
import type { ProviderConfig } from './provider-config.ts'

/**
 * THE LIST of what the BFF asks of other servers, as methods and whole addresses. None of them is put together from anything
 * that a request brings.
 *
 * @see OAuth 2.0 for Browser-Based Applications, "Proxying Requests to Resource Servers"
 */
export function listAllowedCalls({
  authUrl,
  graphqlUrl,
}: Pick<ProviderConfig, 'authUrl' | 'graphqlUrl'>): readonly string[] {
  return [
    `POST ${authUrl}${TOKEN_PATH}`,
    `POST ${authUrl}${REVOKE_PATH}`,
    `GET ${authUrl}${METADATA_PATH}`,
    `POST ${graphqlUrl}`,
  ]
}

/** Refuses every call that is not on the list, before a connection is opened for it. */
export function refuseOtherCalls(allowed: readonly string[]): Dispatcher.DispatcherComposeInterceptor {
  const known = new Set(allowed.map((call) => call.replace(/ .*/, (url) => ` ${new URL(url.trim()).href}`)))
  return (dispatch) => (options, handler) => {
    const { method, origin, path } = options
    if (!known.has(`${method} ${String(origin)}${path}`))
      throw new Error('a call that is not on the list of allowed calls')
    return dispatch(options, handler)
  }
}
