import { Gauge, type Registry } from 'prom-client'

const SOCKET_STATES = ['connected', 'free'] as const
const CALL_STATES = ['running', 'pending', 'queued'] as const

/** What undici counts of the sockets to one origin, and of the calls that have or want one. */
type PoolCount = Readonly<
  Partial<Record<(typeof SOCKET_STATES)[number] | (typeof CALL_STATES)[number], number | boolean>>
>

/** By origin. */
export type PoolCounts = Readonly<Record<string, PoolCount>>

/** `graphql`: queries of pages; `endpoints`: tokens, revocations, metadata, and questions of our own. */
type ProviderPools = Readonly<Record<'graphql' | 'endpoints', () => PoolCounts>>

/** Shows the pools as they are when somebody asks. */
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
      // An origin that nobody calls any more has no line.
      this.reset()
      for (const [pool, count] of Object.entries(pools))
        for (const [origin, counts] of Object.entries(count()))
          for (const state of states) this.set({ pool, origin, state }, Number(counts[state] ?? 0))
    },
  })
}
