import type { Secrets } from '@counterfoil/service/config-faults'
import type { TelemetryConfig } from '@counterfoil/service/telemetry'
import type { LogLevel } from '@counterfoil/service/logger'
import type { TokenKey } from '#crypto/key-config.ts'
import type { LimitsConfig } from '#limits/limits-config.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { RedisConfig } from '#redis/redis-config.ts'

/** What the engine is set up with, read and checked. */
export interface EngineConfig {
  /** Where browsers reach the app, for example `https://app.example`; an origin without a path. */
  readonly publicUrl: string
  /** Where the engine is mounted, for example `/books`; undefined at the root. */
  readonly basePath?: string | undefined
  /** Pages of the app have the business in their address, `/b/<key>/…`: people return to the one they connected. */
  readonly hasBusinessPages: boolean
  readonly redis: RedisConfig
  /** The first signs, all are accepted. */
  readonly sessionSecrets: Secrets
  /** The first seals, all open. */
  readonly tokenKeys: readonly TokenKey[]
  readonly provider: ProviderProfile
  readonly sessionIdleMs: number
  readonly sessionAbsoluteMs: number
  /** How long a connection lives that its person does not use. */
  readonly connectionUnusedMs: number
  /** How long the provider may take to answer one token or revoke call. */
  readonly tokenTimeoutMs: number
  /** How long the provider may take to begin its answer to a GraphQL call. */
  readonly upstreamTimeoutMs: number
  /** Lines about requests of one address in a minute. */
  readonly logLinesPerMinute: number
  /** How often what no session can reach is looked for. */
  readonly sweepEveryMs: number
  /** Where people write to when we have set something up wrong; undefined: pages offer no way to. */
  readonly supportUrl: string | undefined
  /** Number of proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: number
  readonly limits: LimitsConfig
  /** Where `/metrics` is served; undefined switches it off. */
  readonly metricsToken: string | undefined
  /** What is sent to an OpenTelemetry collector; undefined switches recording off. */
  readonly telemetry: TelemetryConfig | undefined
  readonly logLevel: LogLevel
}
