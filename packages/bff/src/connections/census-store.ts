import type { Redis } from 'ioredis'
import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { keyIdOf } from '#crypto/sealed-box.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { SealedStoreDeps } from '#redis/confirm.ts'
import { parseConnection } from './connection-codec.ts'
import type { HealthState } from './connection-state.ts'
import type { ConnectionStore } from './connection-store.ts'
import { connectionKey, keyIdOfPendingRevocation, pendingRevocationsKey } from './pending-revocation.ts'

/** The number of connections in each state; an estimate if there are more than {@link SAMPLED_PEOPLE} people. */
type ConnectionCensus = Readonly<Partial<Record<HealthState | 'unreadable', number>>>

const PEOPLE_KEY = 'sweep:principals'
const CENSUS_LOCK_KEY = 'census:connections:lock'
const CENSUS_KEY = 'census:connections'
/** The interval in milliseconds between counts. Only one process counts at a time. */
export const COUNT_EVERY_MS = 60_000
/** The lifetime in milliseconds of a count: it expires soon if no process counts any more. */
const KEPT_MS = 5 * COUNT_EVERY_MS
/** The number of people in a sample, which limits the cost. A state's share of 50 % is known to about 1 %. */
const SAMPLED_PEOPLE = 2_000
const AT_ONCE = 50

/**
 * Creates the count of connections by state for all processes together. It reads the records of people instead of adding up
 * changes, so a process that dies leaves no wrong number.
 */
export function createConnectionCensus(deps: {
  readonly redis: Redis
  readonly principals: Pick<PrincipalStore, 'connectionIds'>
  readonly sampledPeople?: number
}): () => Promise<ConnectionCensus | undefined> {
  const { redis, principals, sampledPeople = SAMPLED_PEOPLE } = deps

  async function stateOf(connectionId: ConnectionId): Promise<HealthState | 'unreadable' | undefined> {
    const text = await redis.get(connectionKey(connectionId))
    if (text === null) return undefined
    try {
      return parseConnection(text).record.health.state
    } catch {
      return 'unreadable'
    }
  }

  async function take(): Promise<ConnectionCensus> {
    const known = await redis.zcard(PEOPLE_KEY)
    // Each person is drawn at most once: with fewer people than the sample, all are counted.
    const people = (await redis.zrandmember(PEOPLE_KEY, sampledPeople)) as PrincipalId[]
    const counts = new Map<HealthState | 'unreadable', number>()
    for (let from = 0; from < people.length; from += AT_ONCE) {
      const ids = await Promise.all(people.slice(from, from + AT_ONCE).map(principals.connectionIds))
      for (const state of await Promise.all(ids.flat().map(stateOf)))
        if (state !== undefined) counts.set(state, (counts.get(state) ?? 0) + 1)
    }
    const share = people.length === 0 ? 1 : Math.max(1, known / people.length)
    return Object.fromEntries([...counts].map(([state, count]) => [state, Math.round(count * share)]))
  }

  return async () => {
    if ((await redis.set(CENSUS_LOCK_KEY, '1', 'PX', COUNT_EVERY_MS, 'NX')) === 'OK')
      await redis.set(CENSUS_KEY, JSON.stringify(await take()), 'PX', KEPT_MS)
    const text = await redis.get(CENSUS_KEY)
    return text === null ? undefined : (JSON.parse(text) as ConnectionCensus)
  }
}

/** The number of sealed texts in the store, by the id of their key. */
type KeyCensus = Readonly<Record<string, number>>

const KEYS_LOCK_KEY = 'keys:census'
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
    if ((await redis.set(KEYS_LOCK_KEY, '1', 'PX', CENSUS_EVERY_MS, 'NX')) !== 'OK') return undefined
    const counts = new Map<string, number>()
    const count = (keyId: string | undefined) => {
      if (keyId !== undefined) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
    for await (const principalId of membersOf<PrincipalId>(PEOPLE_KEY)) {
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

/** One field of a hash, and the sealed text in its value. */
interface SealedField {
  readonly field: string
  readonly value: string
  readonly sealed: string
  readonly context: string
}

/** Replaces a value if it is unchanged. KEYS: hash. ARGV: field, expected value, new value. */
const REPLACE = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`

/** Seals fields of the hash `key` again unless they are under the newest key. Returns the id of the key of each. */
export function resealFields(
  { redis, box }: SealedStoreDeps,
  key: string,
  fields: readonly SealedField[],
): Promise<readonly string[]> {
  const reseal = async ({ field, value, sealed, context }: SealedField) => {
    const opening = box.open({ sealed, context })
    if (opening.kind === 'opened' && opening.isOldKey) {
      const fresh = box.seal({ text: opening.text, context })
      const next = value.replace(sealed, fresh)
      if ((await redis.eval(REPLACE, 1, key, field, value, next)) === 1) return keyIdOf(fresh) ?? 'none'
    }
    return keyIdOf(sealed) ?? 'none'
  }
  return Promise.all(fields.map(reseal))
}
