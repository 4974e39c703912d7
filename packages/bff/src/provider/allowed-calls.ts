import type { Dispatcher } from 'undici'
import type { ProviderAddresses, ProviderProfile } from '#provider-profile/provider-profile.ts'

/**
 * THE LIST of what the BFF asks of other servers, as methods and whole addresses. None of them is put together from anything
 * that a request brings.
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

/** Returns the calls (method and address) that these endpoints of a provider allow. */
function callsOf({ token, revoke, userinfo, jwks }: Partial<ProviderAddresses>): readonly string[] {
  const calls = {
    [`POST ${token}`]: token,
    [`POST ${revoke}`]: revoke,
    [`GET ${userinfo}`]: userinfo,
    [`GET ${jwks}`]: jwks,
  }
  return Object.entries(calls).flatMap(([call, url]) => (url === undefined ? [] : [call]))
}

/** Refuses every call that is not on the list, before a connection is opened for it. */
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
    /** Puts the addresses of metadata on the list. */
    allow(addresses: Partial<ProviderAddresses>): void {
      for (const call of callsOf(addresses)) known.add(normalize(call))
    },
  }
}

const normalize = (call: string): string => call.replace(/ .*/, (url) => ` ${new URL(url.trim()).href}`)
