import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { RefreshStep } from '#refresh/refresh-ports.ts'

/** What a test may replace. */
export interface Overrides {
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
