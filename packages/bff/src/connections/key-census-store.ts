import type { Redis } from 'ioredis'
import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { keyIdOf } from '#crypto/sealed-box.ts'
import { parseConnection } from './connection-codec.ts'
import type { ConnectionStore } from './connection-store.ts'
import { connectionKey, pendingRevocationsKey, keyIdOfPendingRevocation } from './pending-revocation.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'

/** The number of sealed texts in the store, by the id of their key. */
type KeyCensus = Readonly<Record<string, number>>

const LOCK_KEY = 'keys:census'
/** The minimum time in milliseconds between counts, by one process at a time: each count reads every record. */
const CENSUS_EVERY_MS = 300_000
const PAGE = 500

/**
 * Creates the function that counts sealed texts by key, and seals again those that are not under the newest key: an operator then
 * knows that an older key may be removed. Attempts, relayed answers and journal entries are not counted, because they expire within
 * the hour. Nor are the cookies of devices.
 * @returns undefined if a process has counted a moment ago
 */
export function createKeyCensus(deps: {
  readonly redis: Redis
  readonly connections: Pick<ConnectionStore, 'find'>
  readonly principals: Pick<PrincipalStore, 'connectionIds'>
  /** Functions that seal a connection's other data again, and return the id of the key of each text. */
  readonly beside: readonly ((
    connectionId: ConnectionId,
    principalId: PrincipalId,
  ) => Promise<readonly string[]>)[]
}): () => Promise<KeyCensus | undefined> {
  const { redis } = deps

  async function* membersOf<Id extends string>(list: string): AsyncGenerator<Id> {
    let cursor = '0'
    do {
      const [next, row] = await redis.zscan(list, cursor, 'COUNT', PAGE)
      cursor = next
      for (let index = 0; index < row.length; index += 2) yield (row[index] ?? '') as Id
    } while (cursor !== '0')
  }

  async function keyOfConnection(connectionId: ConnectionId): Promise<string | undefined> {
    try {
      await deps.connections.find(connectionId)
      const text = await redis.get(connectionKey(connectionId))
      const sealed = text === null ? null : parseConnection(text).record.tokens
      return sealed === null ? undefined : (keyIdOf(sealed) ?? 'none')
    } catch {
      // An unreadable record is reported when a request reads it.
      return 'none'
    }
  }

  return async () => {
    if ((await redis.set(LOCK_KEY, '1', 'PX', CENSUS_EVERY_MS, 'NX')) !== 'OK') return undefined
    const counts = new Map<string, number>()
    const count = (keyId: string | undefined) => {
      if (keyId !== undefined) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
    for await (const principalId of membersOf<PrincipalId>('sweep:principals')) {
      for (const id of await deps.principals.connectionIds(principalId)) {
        count(await keyOfConnection(id))
        for (const reseal of deps.beside) for (const keyId of await reseal(id, principalId)) count(keyId)
      }
    }
    for await (const connectionId of membersOf<ConnectionId>('revocations')) {
      for (const text of await redis.hvals(pendingRevocationsKey(connectionId)))
        count(keyIdOfPendingRevocation(text) ?? 'none')
    }
    return Object.fromEntries(counts)
  }
}
