import { randomBytes } from 'node:crypto'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { expect, it } from 'vitest'
import { createSealedBox } from '#crypto/sealed-box.ts'

it('the revocation worker processes pending revocations that an earlier version stored', async () => {
  await using redis = await startRedis()
  const store = new Redis(redis.url)
  const provider = await startFakeProvider()
  const key = randomBytes(32)
  const box = createSealedBox([{ id: 'k1', key }])
  const nowMs = Date.now()
  // Keys and values as they have always been, word by word; no code of today writes them here.
  const tokens = JSON.stringify(['t1', 'access-old', 'refresh-old', 'user:read', nowMs, nowMs, nowMs])
  const item = box.seal({ text: tokens, context: 'connection:{c1}:revocations' })
  await store.hset('connection:{c1}:revocations', 't1', `${nowMs - 1000}|request-1|${item}`)
  await store.zadd('revocations', nowMs - 1000, 'c1')
  const exchange = JSON.stringify({
    code: 'code-old',
    redirectUri: 'http://localhost/connect/callback',
    beganAtMs: nowMs - 60_000,
  })
  await store.set('exchange:e1', box.seal({ text: exchange, context: 'exchange:e1' }), 'PX', 3_600_000)
  await store.zadd('exchanges', nowMs - 1, 'e1')
  await store.hset('principal:{p1}', { userId: 'u1' })
  await store.zadd('sweep:principals', nowMs - 1, 'p1')

  const bff = await startBff({
    redisUrl: redis.url,
    provider,
    env: { BFF_TOKEN_KEYS: `k1:${key.toString('base64')}`, BFF_SWEEP_SECONDS: '1' },
  })
  const left = async () =>
    Promise.all(['revocations', 'exchanges', 'sweep:principals'].map((list) => store.zcard(list)))
  await until('every list is empty', async () => (await left()).every((count) => count === 0))
  const bodies = ['revoke', 'token'].map((kind) =>
    JSON.stringify(provider.callsOf(kind as 'revoke' | 'token')),
  )
  expect(bodies[0]).toContain('refresh-old')
  expect(bodies[0]).toContain('access-old')
  expect(bodies[1]).toContain('code-old')
  expect(await store.exists('connection:{c1}:revocations', 'exchange:e1', 'principal:{p1}')).toBe(0)
  await bff.close()
  await provider.close()
  store.disconnect()
})
