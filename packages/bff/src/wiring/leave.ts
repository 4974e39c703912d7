import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { LeaveId } from '@counterfoil/oauth/ids'
import { randomId } from '@counterfoil/service/random'
import { createLeaveStore } from '#leave/leave-store.ts'
import { createLeaving } from '#leave/leaving.ts'
import type { Connected } from './connections.ts'
import type { Opened } from './opened.ts'
import type { Provider } from './provider.ts'
import type { Sessions } from './sessions.ts'
import type { Stores } from './stores.ts'

/** Signing out, disconnecting all, being forgotten. */
export function joinLeaving(deps: Opened & Stores & Provider & Connected & Sessions) {
  return createLeaving({
    ...deps,
    sessions: deps.changes,
    lookAgain: (principalId) => deps.principals.schedule(principalId, 0),
    clientId: deps.config.provider.clientId,
    signedOutUri: `${deps.config.publicUrl}${deps.config.basePath ?? ''}${BFF_PATHS.signedOutAtProvider}`,
    leaves: createLeaveStore({ redis: deps.redis }),
    newId: () => randomId() as LeaveId,
  })
}
