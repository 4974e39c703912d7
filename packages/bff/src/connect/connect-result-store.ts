import type { Redis } from 'ioredis'
import type { AttemptId } from '@counterfoil/oauth/ids'
import {
  CONNECT_RESULT_LIFE_MS,
  type ConnectResultState,
  type StoredConnectResult,
} from './connect-result.ts'

export interface ConnectResultStore {
  /** Records that the attempt came back and is being finished. */
  begin(resultId: AttemptId): Promise<void>
  save(connectResult: StoredConnectResult): Promise<void>
  find(resultId: AttemptId): Promise<ConnectResultState | undefined>
  /** Stores a decision unless there is one, and returns the first decision, which counts. */
  decide(resultId: AttemptId, choice: 'keep' | 'switch'): Promise<string>
}

/** The lifetime in milliseconds of the mark "being finished": longer than the exchange and the queries after it may take. */
const WORKING_LIFE_MS = 60_000
const WORKING = 'working'

const resultKey = (resultId: AttemptId) => `connect-result:${resultId}`

export function createConnectResultStore({ redis }: { readonly redis: Redis }): ConnectResultStore {
  return {
    async begin(resultId) {
      // Never replaces a stored result: another request finished the attempt first.
      await redis.set(resultKey(resultId), WORKING, 'PX', WORKING_LIFE_MS, 'NX')
    },
    async save(connectResult) {
      await redis.set(
        resultKey(connectResult.result.id),
        JSON.stringify(connectResult),
        'PX',
        CONNECT_RESULT_LIFE_MS,
      )
    },
    async find(resultId) {
      const text = await redis.get(resultKey(resultId))
      if (text === null) return undefined
      return text === WORKING
        ? { kind: 'working' }
        : { kind: 'done', connectResult: JSON.parse(text) as StoredConnectResult }
    },
    async decide(resultId, choice) {
      return (
        (await redis.set(
          `${resultKey(resultId)}:decision`,
          choice,
          'PX',
          CONNECT_RESULT_LIFE_MS,
          'NX',
          'GET',
        )) ?? choice
      )
    },
  }
}
