import type { RefreshLocks } from './refresh-lock-store.ts'
import type { AccessToken, ConnectionId, RefreshToken, TokenSetId } from '@counterfoil/oauth/ids'
import type { ConnectionStore } from '#connections/connection-store.ts'
import type { TokenOutcome } from '#provider/token-outcome.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'

/** The steps of a refresh, in order. A test may stop the process at each. */
export const REFRESH_STEPS = ['locked', 'intent-stored', 'secured', 'spent', 'stored', 'released'] as const
export type RefreshStep = (typeof REFRESH_STEPS)[number]

export interface RefreshReport {
  readonly connectionId: ConnectionId
  readonly outcome:
    TokenOutcome['kind'] | 'foreign' | 'lost_to_newer' | 'lost_lease' | 'store_failed' | 'circuit_open'
  readonly cause?: string | undefined
  /** The members of the answer that were missing or invalid; the values of the record are used instead. */
  readonly oddFields?: readonly string[] | undefined
  readonly tookMs: number
}

export interface RefreshPorts {
  /** Called when the circuit opens (the provider is not called) and when it closes. */
  readonly onCircuit?: (isOpen: boolean) => void
  readonly connections: Pick<ConnectionStore, 'find' | 'update' | 'confirm'>
  readonly endpoint: {
    refresh(refreshToken: RefreshToken, mayStillSend: () => boolean): Promise<TokenOutcome>
    revoke(token: AccessToken | RefreshToken): Promise<unknown>
  }
  readonly pendingRevocations: Pick<RevocationStore, 'add'>
  readonly clock: () => number
  /** Returns a number from 0 up to 1. */
  readonly random: () => number
  readonly newId: () => TokenSetId
  readonly wait: (ms: number) => Promise<void>
  readonly onRefresh?: (report: RefreshReport) => void
  readonly onStep?: ((step: RefreshStep, connectionId: ConnectionId) => void | Promise<void>) | undefined
}

/** The dependencies of {@link createAccessTokens}. */
export interface AccessTokensPorts extends RefreshPorts {
  readonly locks: RefreshLocks
  /** Receives the milliseconds that a caller waited for another process. */
  readonly onLockWait?: (ms: number) => void
}
