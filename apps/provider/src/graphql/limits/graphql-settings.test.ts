import { readSettings } from '@counterfoil/service/settings/config-faults'
import { describe, expect, it } from 'vitest'
import { readGraphqlSettings } from './graphql-settings.ts'

describe(readGraphqlSettings, () => {
  it('has a default for every setting', () => {
    expect(readGraphqlSettings(readSettings({}))).toEqual({
      limits: { maxDepth: 15, maxAliases: 100, maxTokens: 3_000, maxCost: 100_000 },
      maxAnonymousTokens: 1_000,
      maxBodyBytes: 1_000_000,
      maxStatementsMs: 10_000,
      rates: {
        perToken: 1_200,
        pointsPerToken: 2_500_000,
        perApplication: 6_000,
        perAddress: 120,
        newDocumentsPerAddress: 20,
      },
      rateStore: 'memory',
      explorer: true,
    })
  })

  it('reads each setting by its name', () => {
    const names = [
      'MAX_DEPTH',
      'MAX_ALIASES',
      'MAX_TOKENS',
      'MAX_COST',
      'MAX_ANONYMOUS_TOKENS',
      'MAX_BODY_BYTES',
      'CALLS_PER_MINUTE_PER_TOKEN',
      'CALLS_PER_MINUTE_PER_APPLICATION',
      'CALLS_PER_MINUTE_PER_ADDRESS',
      'NEW_DOCUMENTS_PER_MINUTE_PER_ADDRESS',
      'MAX_STATEMENTS_MS',
      'POINTS_PER_MINUTE_PER_TOKEN',
    ]
    const settings = readSettings({
      ...Object.fromEntries(names.map((name, index) => [`PROVIDER_GRAPHQL_${name}`, String(index + 1)])),
      PROVIDER_GRAPHQL_RATE_STORE: 'database',
      PROVIDER_GRAPHQL_EXPLORER: 'false',
    })
    expect(readGraphqlSettings(settings)).toEqual({
      limits: { maxDepth: 1, maxAliases: 2, maxTokens: 3, maxCost: 4 },
      maxAnonymousTokens: 5,
      maxBodyBytes: 6,
      maxStatementsMs: 11,
      rates: {
        perToken: 7,
        pointsPerToken: 12,
        perApplication: 8,
        perAddress: 9,
        newDocumentsPerAddress: 10,
      },
      rateStore: 'database',
      explorer: false,
    })
    settings.finish()
    const memory = readSettings({ PROVIDER_GRAPHQL_RATE_STORE: 'memory' })
    expect(readGraphqlSettings(memory).rateStore).toBe('memory')
    memory.finish()
  })

  it('reports every fault at once', () => {
    const settings = readSettings({ PROVIDER_GRAPHQL_MAX_DEPTH: '0', PROVIDER_GRAPHQL_RATE_STORE: 'redis' })
    readGraphqlSettings(settings)
    expect(() => settings.finish()).toThrow(/MAX_DEPTH[^]*RATE_STORE/)
  })
})
