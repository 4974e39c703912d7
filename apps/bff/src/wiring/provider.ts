import { Agent } from 'undici'
import { createGraphqlUpstream } from '#graphql/graphql-upstream-client.ts'
import { createProviderAllowance } from '#limits/provider-allowance-store.ts'
import { listAllowedCalls, refuseOtherCalls } from '#provider/allowed-calls.ts'
import { createIdentityProbe } from '#provider/identity-probe-client.ts'
import { showProviderPools } from '#operations/provider-pools.ts'
import { createProviderAbilities } from '#provider/metadata-client.ts'
import { createTokenEndpoint } from '#provider/token-endpoint-client.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { createCallRecorder } from '#operations/provider-calls.ts'
import type { Opened } from './opened.ts'

export type Provider = ReturnType<typeof joinProvider>

const UPSTREAM_TOTAL_MS = 60_000
const UPSTREAM_CONNECTIONS = 128

/** Everything that calls the provider. */
export function joinProvider(opened: Opened) {
  const { config, overrides, redis, clock, wait, redirectUri } = opened
  const { provider } = config
  const { authUrl, graphqlUrl } = provider
  const recordCall = createCallRecorder({
    metrics: opened.metrics,
    tracing: opened.telemetry?.tracing,
    clock,
  })
  const startCall = (call: string) => recordCall({ call, trace: presentTrace() })
  const allowOnly = refuseOtherCalls(listAllowedCalls(provider))
  const agent = new Agent({ connect: { timeout: 3000 }, connections: 32, keepAliveTimeout: 4000 })
  const dispatcher = agent.compose(allowOnly)
  const totalTimeoutMs = overrides.upstreamTotalMs ?? UPSTREAM_TOTAL_MS
  const upstream = createGraphqlUpstream({
    url: graphqlUrl,
    timeoutMs: config.upstreamTimeoutMs,
    totalTimeoutMs,
    maxConnections: UPSTREAM_CONNECTIONS,
    allowOnly,
  })
  showProviderPools(opened.registry, { graphql: upstream.countPool, endpoints: () => agent.stats })
  return {
    endpoint: createTokenEndpoint({
      ...{ provider, redirectUri, dispatcher, wait, startCall },
      timeoutMs: config.tokenTimeoutMs,
    }),
    probe: createIdentityProbe({ graphqlUrl, dispatcher, startCall }),
    abilities: createProviderAbilities({ authUrl, setting: provider.pkce, dispatcher, clock }),
    upstream,
    recordCall,
    allowance: createProviderAllowance({ redis, clock, wait, limits: provider.graphqlLimits }),
    async closeProvider() {
      await upstream.close()
      await agent.close()
    },
  }
}
