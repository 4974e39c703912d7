import { readSettings } from '@counterfoil/service/config-faults'
import { describe, expect, it } from 'vitest'
import { readGraphqlSettings } from './graphql-settings.ts'

describe(readGraphqlSettings, () => {
  it('has a default for everything', () => {
    expect(readGraphqlSettings(readSettings({}))).toEqual({
      limits: { maxDepth: 15, maxAliases: 100, maxTokens: 3_000, maxCost: 100_000 },
      maxAnonymousTokens: 1_000,
      maxBodyBytes: 1_000_000,
      rates: { perToken: 600, perApplication: 6_000, perAddress: 120, newDocumentsPerAddress: 20 },
      rateStore: 'memory',
      explorer: true,
    })
  })

  it('tells every fault at once', () => {
    const settings = readSettings({ PROVIDER_GRAPHQL_MAX_DEPTH: '0', PROVIDER_GRAPHQL_RATE_STORE: 'redis' })
    readGraphqlSettings(settings)
    expect(() => settings.finish()).toThrow(/MAX_DEPTH[^]*RATE_STORE/)
  })
})
