import type { LeaveId } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/random'
import { createLeaveStore } from '#leave/leave-store.ts'
import { createLeaving } from '#leave/leaving.ts'
import type { Connected } from './connections.ts'
import type { Opened } from './opened.ts'
import type { Sessions } from './sessions.ts'
import type { Stores } from './stores.ts'

/** Signing out, disconnecting all, being forgotten. */
export function joinLeaving(deps: Opened & Stores & Connected & Sessions) {
  return createLeaving({
    ...deps,
    sessions: deps.changes,
    lookAgain: (principalId) => deps.principals.schedule(principalId, 0),
    leaves: createLeaveStore({ redis: deps.redis }),
    newId: () => randomId() as LeaveId,
  })
}
