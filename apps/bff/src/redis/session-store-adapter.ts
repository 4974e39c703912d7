/** The Redis commands that sessions need. */
export interface SessionRedis {
  get(key: string): Promise<string | null>
  set(key: string, value: string, unit: 'EX', seconds: number): Promise<unknown>
  set(key: string, value: string): Promise<unknown>
  expire(key: string, seconds: number): Promise<number>
  del(key: string): Promise<number>
}

/** One server that holds keys. */
export interface ScannableRedis {
  scan(
    cursor: string,
    match: 'MATCH',
    pattern: string,
    count: 'COUNT',
    hint: number,
  ): Promise<[string, string[]]>
}

/**
 * What connect-redis 10 calls on its client: the words of another Redis library.
 * Handed a raw ioredis client it stores nothing it can find again, and every session is lost without an error.
 */
export interface SessionStoreClient {
  get(key: string): Promise<string | null>
  set(
    key: string,
    value: string,
    options?: { readonly expiration: { readonly type: 'EX'; readonly value: number } },
  ): Promise<'OK'>
  expire(key: string, seconds: number): Promise<boolean>
  del(keys: readonly string[]): Promise<number>
  mGet(keys: readonly string[]): Promise<(string | null)[]>
  scanIterator(options: { readonly MATCH: string; readonly COUNT: number }): AsyncIterable<readonly string[]>
}

/**
 * The adapter between connect-redis 10 and ioredis 6: single server, Sentinel and Cluster.
 * Several keys go out as single commands, because on a cluster they live in different slots.
 */
export function createSessionStoreClient(store: {
  readonly redis: SessionRedis
  primaries(): readonly ScannableRedis[]
}): SessionStoreClient {
  const { redis } = store
  return {
    get: (key) => redis.get(key),
    async set(key, value, options) {
      // Anything but the known shape would store a session that never expires.
      if (options === undefined) await redis.set(key, value)
      else if (options.expiration.type === 'EX') await redis.set(key, value, 'EX', options.expiration.value)
      else throw new TypeError('only EX is supported')
      return 'OK'
    },
    expire: async (key, seconds) => (await redis.expire(key, seconds)) === 1,
    async del(keys) {
      const counts = await Promise.all(keys.map((key) => redis.del(key)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    mGet: (keys) => Promise.all(keys.map((key) => redis.get(key))),
    async *scanIterator({ MATCH, COUNT }) {
      for (const primary of store.primaries()) {
        let cursor = '0'
        do {
          const [next, keys] = await primary.scan(cursor, 'MATCH', MATCH, 'COUNT', COUNT)
          cursor = next
          yield keys
        } while (cursor !== '0')
      }
    },
  }
}
