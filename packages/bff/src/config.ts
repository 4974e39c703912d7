import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger, LogLevel } from '@counterfoil/service/telemetry/logger'
import type { TelemetryConfig } from '@counterfoil/service/telemetry/telemetry'
import type { Tracer } from '@counterfoil/service/telemetry/tracing'
import type { Registry } from 'prom-client'
import type { ConnectionChange } from '#connections/connection-notice.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { TokenKey } from '#crypto/key-config.ts'
import type { LimitsConfig } from '#limits/limits-config.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { RedisConfig } from '#redis/redis-config.ts'
import type { PersonOf } from '#principals/own-people.ts'
import type { RefreshStep } from '#refresh/refresh-ports.ts'

/** What the engine is set up with, read and checked. */
export interface EngineConfig {
  /** Where browsers reach the app, for example `https://app.example`; an origin without a path. */
  readonly publicUrl: string
  /** What people call the app; by default the host of its address. */
  readonly appName?: string | undefined
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

/** What an app hands in, and what a test may replace. */
export interface Overrides {
  /** The app's own registry of metrics. */
  readonly registry?: Registry | undefined
  /** The app's own tracer. */
  readonly tracer?: Tracer | undefined
  /** The app's own sign-in. */
  readonly person?: PersonOf | undefined
  /** Receives each change of a connection once, in the process that made it. */
  readonly onConnectionChange?: (record: ConnectionRecord, change: ConnectionChange) => void
  readonly logger?: Logger
  readonly clock?: Clock
  /** How much later than it is the store's clock shall be. */
  readonly storeAheadMs?: (() => number) | undefined
  /** How long a refresh lock lasts without renewal; the claim of a change lasts three times as long. */
  readonly leaseMs?: number | undefined
  readonly heartbeatMs?: number
  readonly revokeEveryMs?: number
  /** How long a whole answer of the provider may take. */
  readonly upstreamTotalMs?: number
  /** Given one round of the background work, for a test that says when. */
  readonly onBackground?: (round: () => Promise<void>) => void
  /** Called at every step of a refresh; a test may end the process there. */
  readonly onStep?: ((step: RefreshStep, connectionId: ConnectionId) => void | Promise<void>) | undefined
}
