import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { describe, expect, it } from 'vitest'
import { showProviderPools, type PoolCounts } from './provider-pools.ts'

describe('the socket pool metrics of the provider', () => {
  it('show the pools at the time of the scrape by origin, without removed origins', async () => {
    const registry = createMetrics({ service: 'bff' })
    let endpoints: PoolCounts = {
      'https://a.example': { connected: 3, free: 1, running: 2, pending: 1, queued: 0 },
    }
    showProviderPools(registry, { graphql: () => ({}), endpoints: () => endpoints })
    const lines = async () =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('counterfoil_provider_'))
    const label = (state: string) =>
      `{pool="endpoints",origin="https://a.example",state="${state}",service="bff"}`
    expect(await lines()).toEqual([
      `counterfoil_provider_sockets${label('connected')} 3`,
      `counterfoil_provider_sockets${label('free')} 1`,
      `counterfoil_provider_open_calls${label('running')} 2`,
      `counterfoil_provider_open_calls${label('pending')} 1`,
      `counterfoil_provider_open_calls${label('queued')} 0`,
    ])
    endpoints = {}
    expect(await lines()).toEqual([])
  })
})
