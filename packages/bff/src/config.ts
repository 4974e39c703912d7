import type { FiguresReader } from '@counterfoil/bff-api/figures'
import type { OperationManifest } from '@counterfoil/bff-api/graphql'
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
import type { LetterWriting } from '#letter/letter-job.ts'
import type { LimitsConfig } from '#limits/limits-config.ts'
import type { ProviderProfile } from '#provider-profile/provider-profile.ts'
import type { RedisConfig } from '#redis/redis-config.ts'
import type { PersonOf } from '#principals/own-people.ts'
import type { RefreshStep } from '#refresh/refresh-ports.ts'

/** The settings of the engine, parsed and checked. */
export interface EngineConfig {
  /** The origin at which browsers reach the app, for example `https://app.example`; without a path. */
  readonly publicUrl: string
  /** The name of the app for people; by default the host of its address. */
  readonly appName?: string | undefined
  /** The path at which the engine is mounted, for example `/books`; undefined at the root. */
  readonly basePath?: string | undefined
  /** True if the addresses of the app's pages name the business, `/b/<key>/…`: people return to the one they connected. */
  readonly hasBusinessPages: boolean
  readonly redis: RedisConfig
  /** The secrets of signatures: the first signs, all are accepted. */
  readonly sessionSecrets: Secrets
  /** The keys of sealed texts: the first encrypts, all decrypt. */
  readonly tokenKeys: readonly TokenKey[]
  readonly provider: ProviderProfile
  readonly sessionIdleMs: number
  readonly sessionAbsoluteMs: number
  /** The time in milliseconds after which an unused connection ends. */
  readonly connectionUnusedMs: number
  /** The time limit in milliseconds of one token or revocation request to the provider. */
  readonly tokenTimeoutMs: number
  /** The time limit in milliseconds for the provider to begin its answer to a GraphQL call. */
  readonly upstreamTimeoutMs: number
  /** The maximum number of log lines per minute about requests from one address. */
  readonly logLinesPerMinute: number
  /** The interval in milliseconds of the sweep for data that no session can reach. */
  readonly sweepEveryMs: number
  /** The address that people write to about a fault of our configuration; pages show none if undefined. */
  readonly supportUrl: string | undefined
  /** Number of proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: number
  readonly limits: LimitsConfig
  /** The bearer token of `/metrics`; undefined switches `/metrics` off. */
  readonly metricsToken: string | undefined
  /** The settings of the export to an OpenTelemetry collector; undefined switches recording off. */
  readonly telemetry: TelemetryConfig | undefined
  readonly logLevel: LogLevel
}

/** The objects that an app passes in, and those that a test may replace. */
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
  /** Returns by how many milliseconds the store's clock shall be ahead. */
  readonly storeAheadMs?: (() => number) | undefined
  /** The lifetime in milliseconds of a refresh lock without renewal. A mutation's record lasts three times as long. */
  readonly leaseMs?: number | undefined
  readonly heartbeatMs?: number
  readonly revokeEveryMs?: number
  /** The time limit in milliseconds of a whole answer of the provider. */
  readonly upstreamTotalMs?: number
  /** Receives one round of the background work, so that a test decides when it runs. */
  readonly onBackground?: (round: () => Promise<void>) => void
  /** Called at every step of a refresh; a test may end the process there. */
  readonly onStep?: ((step: RefreshStep, connectionId: ConnectionId) => void | Promise<void>) | undefined
}

/** The queries that an app may send to the provider. */
export interface AppReads {
  readonly operations: OperationManifest
  readonly readFigures: FiguresReader
  /** Undefined if the app sends no letters. */
  readonly letter?: LetterWriting | undefined
}
