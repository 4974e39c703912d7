import type { AttemptId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { Revocation } from './revocation.ts'
import type { Job } from './revocation-worker.ts'

/** What {@link createRevocationJobs} needs of the world. */
export interface RevocationJobsPorts {
  readonly revocation: Pick<Revocation, 'revokePending' | 'endUnused' | 'forgetPrincipal' | 'revokeForgotten'>
  /** Connections with pending revocations. */
  readonly pendingRevocations: Job<ConnectionId>['list']
  /** Principals of whom a connection may have gone unused for too long. */
  readonly principals: Job<PrincipalId>['list']
  /** Exchanges whose answer we may never have seen. */
  readonly exchanges: Job<AttemptId>['list']
  readonly settleExchange: Job<AttemptId>['run']
  readonly sessions: {
    /** Time until the last session of the principal ends; undefined when there is none. */
    lastEndsInMs(principalId: PrincipalId): Promise<number | undefined>
    /** Ends what an earlier forgetting had no time for. */
    endForgotten(principalId: PrincipalId): Promise<void>
  }
  readonly onSwept: (principalId: PrincipalId) => void
}

/** Everything that waits to be ended at the provider: the list and the work of each kind. */
export function createRevocationJobs(ports: RevocationJobsPorts): {
  readonly revoke: Job<ConnectionId>
  readonly sweep: Job<PrincipalId>
  readonly exchange: Job<AttemptId>
} {
  const { revocation, sessions, principals } = ports
  return {
    revoke: {
      list: ports.pendingRevocations,
      async run(connectionId) {
        const run = await revocation.revokePending(connectionId)
        return run.kind === 'again' ? run : { kind: 'done' }
      },
    },
    sweep: {
      list: principals,
      async run(principalId) {
        await revocation.revokeForgotten(principalId)
        await sessions.endForgotten(principalId)
        const ends = await Promise.all([
          sessions.lastEndsInMs(principalId),
          revocation.endUnused(principalId),
        ])
        const living = ends.filter((endsInMs) => endsInMs !== undefined)
        if (living.length > 0) await principals.schedule(principalId, Math.min(...living) + 1)
        else {
          await revocation.forgetPrincipal(principalId, 'idle')
          ports.onSwept(principalId)
        }
        return { kind: 'done' }
      },
    },
    exchange: { list: ports.exchanges, run: ports.settleExchange },
  }
}
