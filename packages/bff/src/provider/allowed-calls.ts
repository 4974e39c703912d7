import type { Dispatcher } from 'undici'
import type { ProviderAddresses, ProviderProfile } from '#provider-profile/provider-profile.ts'

/**
 * Lists all calls of the BFF to other servers, as method and whole address. No address contains any value of a request.
 *
 * @see OAuth 2.0 for Browser-Based Applications, "Proxying Requests to Resource Servers"
 */
export function listAllowedCalls(
  profile: Pick<ProviderProfile, 'addresses' | 'metadataUrls' | 'graphql' | 'person' | 'business'>,
): readonly string[] {
  const questions = [profile.person, profile.business].flatMap((question) =>
    question?.from === 'userinfo' && question.url !== undefined ? [`GET ${question.url}`] : [],
  )
  return [
    ...callsOf(profile.addresses),
    ...profile.metadataUrls.map((url) => `GET ${url}`),
    ...questions,
    ...(profile.graphql === undefined ? [] : [`POST ${profile.graphql.url}`]),
  ]
}

/** Returns the calls (method and address) to these endpoints of a provider. */
function callsOf({ token, revoke, userinfo, jwks }: Partial<ProviderAddresses>): readonly string[] {
  const calls = {
    [`POST ${token}`]: token,
    [`POST ${revoke}`]: revoke,
    [`GET ${userinfo}`]: userinfo,
    [`GET ${jwks}`]: jwks,
  }
  return Object.entries(calls).flatMap(([call, url]) => (url === undefined ? [] : [call]))
}

/** Creates an interceptor that refuses every call that is not on the list, before a connection is opened. */
export function createCallGuard(allowed: readonly string[]) {
  const known = new Set(allowed.map(normalize))
  const refuseOthers: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const { method, origin, path } = options
    if (!known.has(`${method} ${String(origin)}${path}`))
      throw new Error('a call that is not on the list of allowed calls')
    return dispatch(options, handler)
  }
  return {
    refuseOthers,
    /** Adds the addresses of the metadata to the list. */
    allow(addresses: Partial<ProviderAddresses>): void {
      for (const call of callsOf(addresses)) known.add(normalize(call))
    },
  }
}

const normalize = (call: string): string => call.replace(/ .*/, (url) => ` ${new URL(url.trim()).href}`)
