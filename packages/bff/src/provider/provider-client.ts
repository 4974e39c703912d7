import type { CallSpan } from '@counterfoil/service/telemetry/tracing'
import { Agent, type Dispatcher } from 'undici'
import type { ProviderAddresses, ProviderProfile } from '#provider-profile/provider-profile.ts'
import { createIdTokenVerifier } from './id-token-client.ts'
import { createIdentifyPerson } from './identify-person.ts'
import { createIdentityProbe } from './identity-probe-client.ts'
import { createProviderMetadata } from './metadata-client.ts'
import { createTokenEndpoint } from './token-endpoint-client.ts'

/** Creates all calls to the provider but those of GraphQL. A call that is not on the list of allowed calls is refused. */
export function createProviderCalls(deps: {
  readonly profile: ProviderProfile
  readonly redirectUri: string
  readonly timeoutMs: number
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Records a call as a span of the present request's trace, if there is one. */
  readonly startCall: (name: string) => CallSpan | undefined
}) {
  const { profile, clock, startCall } = deps
  const guard = createCallGuard(listAllowedCalls(profile))
  const agent = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const dispatcher = agent.compose(guard.refuseOthers)
  const metadata = createProviderMetadata({ profile, dispatcher, clock, onAddresses: guard.allow })
  // Read early, so that the first page knows where people sign in.
  if (profile.addresses.authorize === undefined) void metadata.abilities()
  const probe = createIdentityProbe({ profile, metadata, dispatcher, startCall })
  const verifyIdToken = createIdTokenVerifier({ clientId: profile.clientId, metadata, dispatcher, clock })
  const identify = createIdentifyPerson({ profile, probe, verifyIdToken })
  return {
    metadata,
    probe,
    endpoint: createTokenEndpoint({ ...deps, metadata, dispatcher, identify }),
    refuseOthers: guard.refuseOthers,
    countPool: () => agent.stats,
    close: () => agent.close(),
  }
}

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
