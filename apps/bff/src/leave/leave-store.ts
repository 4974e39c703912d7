import type { LeaveResult } from '@counterfoil/bff-api/leave'
import type { Redis } from 'ioredis'

/** What came of leaving, as it is stored. */
export interface StoredLeave {
  readonly result: LeaveResult
  /** The digest of the browser that may read it. */
  readonly browser: string
  /** Whose revocations the result waits for. */
  readonly connectionIds: readonly string[]
}

export interface LeaveStore {
  save(leave: StoredLeave): Promise<void>
  find(leaveId: string): Promise<StoredLeave | undefined>
}

/** As long as the result of an attempt. */
const LEAVE_LIFE_MS = 10 * 60_000
const LEAVE_ID = /^[A-Za-z0-9_-]{16,64}$/
const leaveKey = (leaveId: string) => `leave:${leaveId}`

export function createLeaveStore({ redis }: { readonly redis: Redis }): LeaveStore {
  return {
    async save(leave) {
      await redis.set(leaveKey(leave.result.id), JSON.stringify(leave), 'PX', LEAVE_LIFE_MS)
    },
    async find(leaveId) {
      const text = LEAVE_ID.test(leaveId) ? await redis.get(leaveKey(leaveId)) : null
      return text === null ? undefined : (JSON.parse(text) as StoredLeave)
    },
  }
}
