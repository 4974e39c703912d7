import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { ConnectionChange } from '#connections/connection-notice.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { Tracer } from '@counterfoil/service/tracing'
import type { Registry } from 'prom-client'
import type { RefreshStep } from '#refresh/refresh-ports.ts'

/** What an app hands in, and what a test may replace. */
export interface Overrides {
  /** The app's own registry of metrics. */
  readonly registry?: Registry | undefined
  /** The app's own tracer. */
  readonly tracer?: Tracer | undefined
  /** Receives each change of a connection once, in the process that made it. */
  readonly onConnectionChange?: (record: ConnectionRecord, change: ConnectionChange) => void
  readonly logger?: Logger
  readonly clock?: Clock
  /** How much later than it is the store's clock shall be. */
  readonly storeAheadMs?: () => number
  /** How long a refresh lock lasts without renewal; the claim of a change lasts three times as long. */
  readonly leaseMs?: number
  readonly heartbeatMs?: number
  readonly revokeEveryMs?: number
  /** How long a whole answer of the provider may take. */
  readonly upstreamTotalMs?: number
  /** Given one round of the background work, for a test that says when. */
  readonly onBackground?: (round: () => Promise<void>) => void
  /** Called at every step of a refresh; a test may end the process there. */
  readonly onStep?: (step: RefreshStep, connectionId: ConnectionId) => void | Promise<void>
}
