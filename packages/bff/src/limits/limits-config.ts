import type { SettingsReader } from '@counterfoil/service/settings/config-faults'
import type { RateLimitSettings } from './rate-limits-store.ts'

export interface LimitsConfig extends RateLimitSettings {
  readonly graphqlConcurrencyPerSession: number
  readonly maxBodyBytes: number
}

/** Reads the limits of one browser, address or session; faults are noted in `settings`. */
export function parseLimits(settings: SettingsReader): LimitsConfig {
  const limit = (setting: Uppercase<string>, range: { readonly fallback: number; readonly max: number }) =>
    settings.integer(setting, { min: 1, ...range })
  const max = 10_000_000
  return {
    connectStartsPerTenMinutes: limit('BFF_CONNECT_STARTS_PER_TEN_MINUTES', { fallback: 30, max: 1_000_000 }),
    graphqlPerMinutePerSession: limit('BFF_GRAPHQL_PER_MINUTE_PER_SESSION', { fallback: 600, max }),
    apiPerMinutePerSession: limit('BFF_API_PER_MINUTE_PER_SESSION', { fallback: 600, max }),
    requestsPerMinutePerAddress: limit('BFF_REQUESTS_PER_MINUTE_PER_ADDRESS', { fallback: 3000, max }),
    graphqlConcurrencyPerSession: limit('BFF_GRAPHQL_CONCURRENCY_PER_SESSION', { fallback: 12, max: 10_000 }),
    maxBodyBytes: settings.integer('BFF_MAX_BODY_BYTES', { min: 1024, max: 16_777_216, fallback: 262_144 }),
  }
}
