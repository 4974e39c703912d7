import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { Redis } from 'ioredis'
import type { BrowserId, ConnectionId, DigestOf, LeaveId } from '@counterfoil/oauth/ids'

export interface StoredLeave {
  readonly result: LeaveResult
  /** The digest of the browser that may read it. */
  readonly browser: DigestOf<BrowserId>
  /** Whose revocations the result waits for. */
  readonly connectionIds: readonly ConnectionId[]
}

export interface LeaveStore {
  save(leave: StoredLeave): Promise<void>
  find(leaveId: LeaveId): Promise<StoredLeave | undefined>
}

/** As long as the result of an attempt. */
const LEAVE_LIFE_MS = 10 * 60_000
const leaveKey = (leaveId: LeaveId) => `leave:${leaveId}`

export function createLeaveStore({ redis }: { readonly redis: Redis }): LeaveStore {
  return {
    async save(leave) {
      await redis.set(leaveKey(leave.result.id), JSON.stringify(leave), 'PX', LEAVE_LIFE_MS)
    },
    async find(leaveId) {
      const text = await redis.get(leaveKey(leaveId))
      return text === null ? undefined : (JSON.parse(text) as StoredLeave)
    },
  }
}
