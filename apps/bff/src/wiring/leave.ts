import type { Clock } from '@counterfoil/service/clock'
import { randomId } from '@counterfoil/service/random'
import type { Request } from 'express'
import type { BrowserId, DigestOf, LeaveId } from '@counterfoil/oauth/ids'
import type { joinConnections } from './connections.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { createLeaveStore } from '#leave/leave-store.ts'
import { createLeaving } from '#leave/leaving.ts'

/** Signing out, disconnecting all, being forgotten. */
export function joinLeaving(
  deps: Pick<
    ReturnType<typeof joinConnections>,
    'connections' | 'principals' | 'revocation' | 'revocationOf'
  > & {
    readonly store: RedisClient
    readonly changes: SessionChanges
    readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
    readonly clock: Clock
  },
) {
  return {
    leaving: createLeaving<Request>({
      connections: deps.connections,
      revocation: deps.revocation,
      sessions: deps.changes,
      lookAgain: (principalId) => deps.principals.schedule(principalId, 0),
      leaves: createLeaveStore({ redis: deps.store.redis }),
      revocationOf: deps.revocationOf,
      browserOf: deps.browserOf,
      newId: () => randomId() as LeaveId,
      clock: deps.clock,
    }),
  }
}
