import { asAccessToken, asConnectionId, asRefreshToken, asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { exampleTokens } from '#connections/testing/connection-examples.ts'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { createStoreTime } from '#redis/store-time.ts'
import { createRevocationStore } from './revocation-store.ts'

const FERN = asConnectionId('fern')
const MINUTE_MS = 60_000
const tokens = (name: string) =>
  exampleTokens({
    ...{ id: asTokenSetId(name), accessToken: asAccessToken(`access-${name}`) },
    refreshToken: asRefreshToken(`refresh-${name}`),
  })

let server: TestRedis
let redis: Redis
/** Done right before a connection is put on the list at its due time. */
let before: { readonly zadd: () => Promise<void> } | undefined

beforeEach(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  return async () => {
    redis.disconnect()
    await server.close()
  }
})

const box = createSealedBox([{ id: 'k1', key: randomBytes(32) }])
const storeOf = (client: Redis) =>
  createRevocationStore({ redis: client, box, storeTime: createStoreTime({ redis: client }) })
/** The same connection to Redis, but another process acts before its first `ZADD`. */
const interrupted = () =>
  new Proxy(redis, {
    get(target, name: keyof Redis) {
      if (name !== 'zadd' || before === undefined) return Reflect.get(target, name, target)
      return async (...args: Parameters<Redis['zadd']>) => {
        const { zadd: happen } = before ?? {}
        before = undefined
        await happen?.()
        return target.zadd(...args)
      }
    },
  })

const takeDue = () => storeOf(redis).takeDue({ leaseMs: MINUTE_MS, limit: 10 })

describe('the list of connections with pending revocations', () => {
  it('returns a connection again when its next item is due', async () => {
    await storeOf(redis).add(FERN, [tokens('later')], MINUTE_MS)
    await storeOf(redis).scheduleNext(FERN)
    expect(await takeDue()).toEqual([])
    await storeOf(redis).add(FERN, [tokens('now')], 0)
    await storeOf(redis).scheduleNext(FERN)
    expect(await takeDue()).toEqual([FERN])
  })

  it('does not delay tokens that another process adds while the next time is being set', async () => {
    await storeOf(redis).add(FERN, [tokens('later')], MINUTE_MS)
    before = { zadd: () => storeOf(redis).add(FERN, [tokens('now')], 0) }
    await storeOf(interrupted()).scheduleNext(FERN)
    expect(await takeDue()).toEqual([FERN])
  })

  it('keeps a connection without items in its place', async () => {
    await storeOf(redis).scheduleNext(FERN)
    expect(await redis.zcard('revocations')).toBe(0)
  })
})
