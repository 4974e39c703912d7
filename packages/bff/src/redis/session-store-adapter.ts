import type { Redis } from 'ioredis'
import { UNREPLICATED, type Confirm } from './confirm.ts'

type SessionRedis = Pick<Redis, 'get' | 'set' | 'del' | 'pttl' | 'eval'>

/**
 * The commands that connect-redis 10 calls on its client, with the signatures of another Redis library, and those of our own store.
 * With a plain ioredis client connect-redis stores nothing that it can find again, and every session is lost without an error.
 *
 * The methods of connect-redis that read all sessions (`all`, `ids`, `length`, `clear`) scan the whole database; nothing calls
 * them, and there is no `mGet` and no `scanIterator` for them here.
 */
export interface SessionStoreClient {
  get(key: string): Promise<string | null>
  /** Changes only an existing key: a write that is slower than a sign-out does not restore the session. */
  set(
    ...entry: readonly [
      key: string,
      value: string,
      options: { readonly expiration: { readonly type: 'EX'; readonly value: number } },
    ]
  ): Promise<'OK' | null>
  /**
   * Notes in a session when it was used, and lets it live for `seconds` from now on. Does nothing to a key that is gone, or that
   * was {@link SessionStoreClient.limit limited}.
   */
  touch(key: string, seen: { readonly atMs: number; readonly seconds: number }): Promise<boolean>
  /** Deletes the keys, and resolves once a failover cannot restore them. @throws NotReplicatedError */
  del(keys: readonly string[]): Promise<number>
  /** Deletes the key like {@link SessionStoreClient.del}, but resolves as soon as the primary has deleted it. */
  drop(key: string): Promise<void>
  /** Reserves an unused key for {@link SessionStoreClient.set}; its value is empty until then. */
  reserve(key: string, seconds: number): Promise<void>
  /** Lets the key expire after `seconds` at the latest, whatever is set and however often it is touched. */
  limit(key: string, seconds: number): Promise<void>
  /** Returns the time in milliseconds until the key expires; undefined if there is no such key. */
  leftMs(key: string): Promise<number | undefined>
}

/** The first character of a value that {@link SessionStoreClient.limit} was called on. */
const LIMITED = '!'

/** KEYS: key. ARGV: value, seconds. */
const SET = `
local stored = redis.call('GET', KEYS[1])
if not stored then return false end
if string.sub(stored, 1, 1) == '${LIMITED}' then return redis.call('SET', KEYS[1], '${LIMITED}' .. ARGV[1], 'KEEPTTL') end
return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])`

/** KEYS: key. ARGV: time of use, seconds. Changes of the session by other requests are kept. */
const TOUCH = `
local stored = redis.call('GET', KEYS[1])
if not stored or string.sub(stored, 1, 1) == '${LIMITED}' then return 0 end
local session = cjson.decode(stored)
session.seenAtMs = tonumber(ARGV[1])
redis.call('SET', KEYS[1], cjson.encode(session), 'EX', ARGV[2])
return 1`

/** KEYS: key. ARGV: milliseconds. */
const LIMIT = `
local stored = redis.call('GET', KEYS[1])
if not stored or string.sub(stored, 1, 1) == '${LIMITED}' then return 0 end
local left = math.min(redis.call('PTTL', KEYS[1]), tonumber(ARGV[1]))
redis.call('SET', KEYS[1], '${LIMITED}' .. stored, 'PX', left)
return 1`

/** Creates the adapter between connect-redis 10 and ioredis 6: single server, Sentinel and Cluster. */
export function createSessionStoreClient(
  redis: SessionRedis,
  confirm: Confirm = UNREPLICATED,
): SessionStoreClient {
  return {
    async get(key) {
      const value = await redis.get(key)
      return value?.startsWith(LIMITED) === true ? value.slice(LIMITED.length) : value
    },
    async set(key, value, { expiration }) {
      return (await redis.eval(SET, 1, key, value, expiration.value)) === 'OK' ? 'OK' : null
    },
    touch: async (key, { atMs, seconds }) => (await redis.eval(TOUCH, 1, key, atMs, seconds)) === 1,
    async del(keys) {
      // One by one: on a cluster the keys are in different slots.
      const counts = await Promise.all(keys.map((key) => confirm(key, () => redis.del(key))))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async drop(key) {
      await redis.del(key)
    },
    async reserve(key, seconds) {
      await redis.set(key, '', 'EX', seconds, 'NX')
    },
    async limit(key, seconds) {
      await redis.eval(LIMIT, 1, key, seconds * 1000)
    },
    async leftMs(key) {
      const leftMs = await redis.pttl(key)
      return leftMs < 0 ? undefined : leftMs
    },
  }
}
