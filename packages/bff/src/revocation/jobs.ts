import type { AttemptId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { Revocation } from './revocation.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { Job, JobRun } from './revocation-worker.ts'

/** Creates the jobs for everything that has to be ended at the provider: the list and the work of each kind. */
export function createRevocationJobs(ports: {
  readonly revocation: Pick<Revocation, 'revokePending' | 'endUnused' | 'forgetPrincipal' | 'revokeForgotten'>
  /** Connections with pending revocations. */
  readonly pendingRevocations: Job<ConnectionId>['list']
  /** Principals of whom a connection may have been unused for too long. */
  readonly principals: Job<PrincipalId>['list']
  /** The journal of exchanges whose answers may have been lost. */
  readonly journal: { readonly list: Job<AttemptId>['list'] }
  readonly settleExchange: Job<AttemptId>['run']
  readonly changes: Pick<SessionChanges, 'lastEndsInMs' | 'endForgotten'>
  readonly logger: Pick<Logger, 'info'>
}) {
  const { revocation, changes, principals } = ports
  return {
    revoke: {
      list: ports.pendingRevocations,
      async run(connectionId: ConnectionId): Promise<JobRun> {
        const run = await revocation.revokePending(connectionId)
        return run.kind === 'again' ? run : { kind: 'done' }
      },
    },
    sweep: {
      list: principals,
      async run(principalId: PrincipalId): Promise<JobRun> {
        await revocation.revokeForgotten(principalId)
        // The sessions that an interrupted forgetting has left.
        await changes.endForgotten(principalId)
        const ends = await Promise.all([changes.lastEndsInMs(principalId), revocation.endUnused(principalId)])
        const living = ends.filter((endsInMs) => endsInMs !== undefined)
        if (living.length > 0) await principals.schedule(principalId, Math.min(...living) + 1)
        else {
          await revocation.forgetPrincipal(principalId, 'idle')
          ports.logger.info({ event: 'principal.forgotten' })
        }
        return { kind: 'done' }
      },
    },
    exchange: { list: ports.journal.list, run: ports.settleExchange },
  }
}
