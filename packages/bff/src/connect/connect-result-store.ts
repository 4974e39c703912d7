import type { Redis } from 'ioredis'
import type { AttemptId } from '@counterfoil/oauth/ids'
import {
  CONNECT_RESULT_LIFE_MS,
  type ConnectResultState,
  type StoredConnectResult,
} from './connect-result.ts'

/** The lifetime in milliseconds of the mark "being finished": longer than the exchange and the queries after it may take. */
const WORKING_LIFE_MS = 60_000
const WORKING = 'working'

const resultKey = (resultId: AttemptId) => `connect-result:${resultId}`

export type ConnectResultStore = ReturnType<typeof createConnectResultStore>

export function createConnectResultStore({ redis }: { readonly redis: Redis }) {
  return {
    /** Records that the attempt came back and is being finished. */
    async begin(resultId: AttemptId): Promise<void> {
      // Never replaces a stored result: another request finished the attempt first.
      await redis.set(resultKey(resultId), WORKING, 'PX', WORKING_LIFE_MS, 'NX')
    },
    async save(connectResult: StoredConnectResult): Promise<void> {
      const key = resultKey(connectResult.result.id)
      await redis.set(key, JSON.stringify(connectResult), 'PX', CONNECT_RESULT_LIFE_MS)
    },
    async find(resultId: AttemptId): Promise<ConnectResultState | undefined> {
      const text = await redis.get(resultKey(resultId))
      if (text === null) return undefined
      return text === WORKING
        ? { kind: 'working' }
        : { kind: 'done', connectResult: JSON.parse(text) as StoredConnectResult }
    },
    /** Stores a decision unless there is one, and returns the first decision, which counts. */
    async decide(resultId: AttemptId, choice: 'keep' | 'switch'): Promise<string> {
      const key = `${resultKey(resultId)}:decision`
      return (await redis.set(key, choice, 'PX', CONNECT_RESULT_LIFE_MS, 'NX', 'GET')) ?? choice
    },
  }
}
