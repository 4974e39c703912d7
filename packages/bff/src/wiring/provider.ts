import { Agent } from 'undici'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { createProviderAllowance } from '#limits/provider-allowance-store.ts'
import { createCallGuard, listAllowedCalls } from '#provider/allowed-calls.ts'
import { createIdentityProbe } from '#provider/identity-probe-client.ts'
import { showProviderPools } from '#operations/provider-pools.ts'
import { createIdTokenVerifier } from '#provider/id-token-client.ts'
import { createIdentifyPerson } from '#provider/identify-person.ts'
import { createProviderMetadata } from '#provider/metadata-client.ts'
import { createTokenEndpoint } from '#provider/token-endpoint-client.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { createCallRecorder } from '#operations/provider-calls.ts'
import type { Opened } from './opened.ts'

export type Provider = ReturnType<typeof joinProvider>

const UPSTREAM_TOTAL_MS = 60_000
const UPSTREAM_CONNECTIONS = 128
/** Of a provider that nothing is proxied to. */
const NO_LIMITS = { perMinutePerConnection: 1, perMinute: 1 }

/** Everything that calls the provider. */
export function joinProvider(opened: Opened) {
  const { config, overrides, redis, clock, wait, redirectUri } = opened
  const { provider: profile } = config
  const recordCall = createCallRecorder({
    metrics: opened.metrics,
    tracing: opened.telemetry?.tracing,
    clock,
  })
  const startCall = (call: string) => recordCall({ call, trace: presentTrace() })
  const guard = createCallGuard(listAllowedCalls(profile))
  const allowOnly = guard.refuseOthers
  const agent = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const dispatcher = agent.compose(allowOnly)
  const metadata = createProviderMetadata({ profile, dispatcher, clock, onAddresses: guard.allow })
  // So that the first page knows where people sign in.
  if (profile.addresses.authorize === undefined) void metadata.abilities()
  const probe = createIdentityProbe({ profile, metadata, dispatcher, startCall })
  const verifyIdToken = createIdTokenVerifier({ clientId: profile.clientId, metadata, dispatcher, clock })
  const totalTimeoutMs = overrides.upstreamTotalMs ?? UPSTREAM_TOTAL_MS
  const upstream = createGraphqlUpstream({
    // Without one no operation is allowed, and the guard refuses the call.
    url: profile.graphql?.url ?? profile.realm,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs,
    maxConnections: UPSTREAM_CONNECTIONS,
    allowOnly,
  })
  showProviderPools(opened.registry, { graphql: upstream.countPool, endpoints: () => agent.stats })
  return {
    endpoint: createTokenEndpoint({
      ...{ profile, metadata, redirectUri, dispatcher, wait, startCall },
      identify: createIdentifyPerson({ profile, probe, verifyIdToken }),
      timeoutMs: config.tokenTimeoutMs,
    }),
    probe,
    metadata,
    abilities: metadata.abilities,
    upstream,
    recordCall,
    allowance: createProviderAllowance({ redis, clock, wait, limits: profile.graphql?.limits ?? NO_LIMITS }),
    async closeProvider() {
      await upstream.close()
      await agent.close()
    },
  }
}
