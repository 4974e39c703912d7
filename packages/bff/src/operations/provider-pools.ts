import { Gauge, type Registry } from 'prom-client'

const SOCKET_STATES = ['connected', 'free'] as const
const CALL_STATES = ['running', 'pending', 'queued'] as const

/** The counts by undici of the sockets to one origin, and of the calls that use or wait for one. */
type PoolCount = Readonly<
  Partial<Record<(typeof SOCKET_STATES)[number] | (typeof CALL_STATES)[number], number | boolean>>
>

/** The counts of each origin. */
export type PoolCounts = Readonly<Record<string, PoolCount>>

/** The connection pools. `graphql`: queries of pages; `endpoints`: tokens, revocations, metadata, and queries of our own. */
type ProviderPools = Readonly<Record<'graphql' | 'endpoints', () => PoolCounts>>

/** Adds gauges with the present state of the pools at each reading of the metrics. */
export function showProviderPools(registry: Registry, pools: ProviderPools): void {
  showStates(registry, pools, {
    name: 'counterfoil_provider_sockets',
    help: 'Sockets to the provider by state: connected; free, of these, without a call.',
    states: SOCKET_STATES,
  })
  showStates(registry, pools, {
    name: 'counterfoil_provider_open_calls',
    help: 'Calls to the provider by state: running; pending, not sent yet; queued, of these, without a socket.',
    states: CALL_STATES,
  })
}

function showStates(
  registry: Registry,
  pools: ProviderPools,
  {
    name,
    help,
    states,
  }: { readonly name: string; readonly help: string; readonly states: readonly (keyof PoolCount)[] },
): void {
  void new Gauge({
    name,
    help,
    labelNames: ['pool', 'origin', 'state'],
    registers: [registry],
    collect() {
      // An origin that is not called any more has no sample.
      this.reset()
      for (const [pool, count] of Object.entries(pools))
        for (const [origin, counts] of Object.entries(count()))
          for (const state of states) this.set({ pool, origin, state }, Number(counts[state] ?? 0))
    },
  })
}
