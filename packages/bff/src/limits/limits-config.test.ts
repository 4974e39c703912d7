import { readSettings, type Environment } from '@counterfoil/service/settings/config-faults'
import { describe, expect, it } from 'vitest'
import { parseLimits } from './limits-config.ts'

function parse(env: Environment) {
  const settings = readSettings(env)
  return { limits: parseLimits(settings), faults: settings.faults().map(({ setting }) => setting) }
}

const DEFAULTS = {
  connectStartsPerTenMinutes: 30,
  graphqlPerMinutePerSession: 600,
  apiPerMinutePerSession: 600,
  requestsPerMinutePerAddress: 3000,
  graphqlConcurrencyPerSession: 12,
  maxBodyBytes: 262_144,
}

describe(parseLimits, () => {
  it('has default limits for browsers if nothing is set', () => {
    expect(parse({})).toEqual({ limits: DEFAULTS, faults: [] })
  })

  it.each([
    ['BFF_CONNECT_STARTS_PER_TEN_MINUTES', 'connectStartsPerTenMinutes', 1, 1_000_000],
    ['BFF_GRAPHQL_PER_MINUTE_PER_SESSION', 'graphqlPerMinutePerSession', 1, 10_000_000],
    ['BFF_API_PER_MINUTE_PER_SESSION', 'apiPerMinutePerSession', 1, 10_000_000],
    ['BFF_REQUESTS_PER_MINUTE_PER_ADDRESS', 'requestsPerMinutePerAddress', 1, 10_000_000],
    ['BFF_GRAPHQL_CONCURRENCY_PER_SESSION', 'graphqlConcurrencyPerSession', 1, 10_000],
    ['BFF_MAX_BODY_BYTES', 'maxBodyBytes', 1024, 16_777_216],
  ])('accepts %s from its minimum to its maximum, and nothing beyond', (setting, limit, min, max) => {
    for (const value of [min, max])
      expect(parse({ [setting]: String(value) })).toEqual({
        limits: { ...DEFAULTS, [limit]: value },
        faults: [],
      })
    for (const value of [min - 1, max + 1])
      expect(parse({ [setting]: String(value) }).faults).toEqual([setting])
  })
})
