import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import { createRecentKeys } from '@counterfoil/service/values/bounded-map'
import { createCircuitBreaker } from '#provider/circuit-breaker.ts'
import { isRefreshable } from '#connections/token-set.ts'
import type { Lease } from '#redis/lease.ts'
import { fallBack, resultOf, type AccessTokenResult } from './access-token-result.ts'
import { noteRefusal, readOutcome, type Report } from './refresh-outcome.ts'
import type { RefreshPorts } from './refresh-ports.ts'
import { spendRefreshToken } from './spend-refresh-token.ts'
import { createTokenRescue } from './token-rescue.ts'
import { decideTokenUse } from './token-use.ts'

/** The pause in milliseconds between two attempts to refresh a token that is still valid. */
const EARLY_RETRY_MS = 5000
const MAX_EARLY_WAITS = 10_000

/**
 * Creates the refresh for the holder of the lock: read the record again, store the intent, send the refresh token, store by the id
 * of the spent tokens. New tokens are either stored or wait for their revocation: the store knows every valid token.
 */
export function createRefresh(ports: RefreshPorts) {
  const { clock } = ports
  const rescue = createTokenRescue(ports)
  const circuit = createCircuitBreaker(ports)
  const putOff = createRecentKeys<ConnectionId>(MAX_EARLY_WAITS, { lifetimeMs: EARLY_RETRY_MS, clock })

  return {
    /** @returns undefined if the lease was lost before the refresh token was sent */
    async run(
      connectionId: ConnectionId,
      refusedToken: AccessToken | undefined,
      lease: Pick<Lease, 'secure' | 'isSafe'>,
    ): Promise<AccessTokenResult | undefined> {
      const beganAtMs = clock()
      const report: Report = (outcome, more = {}) =>
        ports.onRefresh?.({ connectionId, outcome, ...more, tookMs: clock() - beganAtMs })
      // Read again under the lock: the holder before us may have refreshed the tokens.
      const record = await ports.connections.find(connectionId)
      if (record === undefined) return { kind: 'missing' }
      const decision = decideTokenUse(record, clock(), refusedToken)
      if (decision.kind !== 'refresh') return resultOf(record, decision)
      const { tokens: spent, fallback } = decision
      if (!isRefreshable(spent)) {
        // The tokens cannot be refreshed, and only the person can get others.
        return noteRefusal({ ports, record, spent }, { kind: 'unreadable' }, false)
      }
      const rescued = rescue.find(connectionId, spent)
      if (rescued !== undefined) {
        // This process holds the tokens of an earlier refresh in memory; the store lost them or never had them.
        await rescued.write()
        return readOutcome(ports, connectionId, { refusedToken })
      }
      const retryAtMs = circuit.enter()
      if (retryAtMs !== undefined) {
        report('circuit_open')
        return fallBack(record, fallback, retryAtMs)
      }
      return spendRefreshToken({
        ...{ ports, rescue, report, record, spent, fallback, refusedToken, lease },
        noteAnswer: (isFailure) => (isFailure ? circuit.noteFailure(connectionId) : circuit.noteSuccess()),
        putOff: () => putOff.add(connectionId),
      })
    },
    /** Returns true if an early refresh of this connection failed a moment ago. Then its present token is used further. */
    isWaiting: putOff.has,
    settle: rescue.settle,
  }
}
