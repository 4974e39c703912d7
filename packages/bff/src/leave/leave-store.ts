import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { Redis } from 'ioredis'
import type { BrowserId, ConnectionId, DigestOf, LeaveId } from '@counterfoil/oauth/ids'

export interface StoredLeave {
  readonly result: LeaveResult
  /** The digest of the id of the browser that may read the result. */
  readonly browser: DigestOf<BrowserId>
  /** The ids of the connections whose revocations the result waits for. */
  readonly connectionIds: readonly ConnectionId[]
}

/** The time in milliseconds that a result is kept. It equals that of the result of a connect attempt. */
const LEAVE_LIFE_MS = 10 * 60_000
const leaveKey = (leaveId: LeaveId) => `leave:${leaveId}`

export type LeaveStore = ReturnType<typeof createLeaveStore>

export function createLeaveStore({ redis }: { readonly redis: Redis }) {
  return {
    async save(leave: StoredLeave): Promise<void> {
      await redis.set(leaveKey(leave.result.id), JSON.stringify(leave), 'PX', LEAVE_LIFE_MS)
    },
    async find(leaveId: LeaveId): Promise<StoredLeave | undefined> {
      const text = await redis.get(leaveKey(leaveId))
      return text === null ? undefined : (JSON.parse(text) as StoredLeave)
    },
  }
}
