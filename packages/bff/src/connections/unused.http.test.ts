import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, DOWN } from '@counterfoil/testkit/bff-world'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

const DAY_MS = 86_400_000
const UNUSED_DAYS = 10
/** The lease in milliseconds that a process has for its check of one person. */
const LEASE_MS = 60_000

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
/** The milliseconds by which the clock of the BFF is ahead. */
let aheadMs: number

const ENV = {
  BFF_CONNECTION_UNUSED_DAYS: String(UNUSED_DAYS),
  BFF_SESSION_IDLE_MINUTES: '43200',
  BFF_SESSION_ABSOLUTE_HOURS: '8760',
  BFF_SWEEP_SECONDS: '1',
}

beforeEach(async () => {
  aheadMs = 0
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider({ accessTokenSeconds: 365 * 86_400 })
  bff = await startBff({ redisUrl: redis.url, provider, env: ENV })
  maria = createBffPerson(bff.url)
  return async () => {
    await bff.close()
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

const byName = async () =>
  Object.fromEntries(
    (await maria.session()).connections.map((connection) => [connection.businessName, connection]),
  )
/** Waits until the sweeper has checked the person after this call and has scheduled the next check. */
async function untilSwept(): Promise<void> {
  const [member = ''] = await store.zrange('sweep:principals', '0', '-1')
  if (member === '') return
  await store.zadd('sweep:principals', 0, member)
  await until('the sweeper has looked', async () => {
    const score = await store.zscore('sweep:principals', member)
    // During a check, the list contains the end of its lease: time that passes now would be missing from the schedule.
    return score === null || Number(score) > Date.now() + aheadMs + LEASE_MS
  })
}
const advance = (ms: number): void => {
  aheadMs += ms
  bff.advance(ms)
}

describe('an unused connection', () => {
  it('is disconnected and revoked even if the person is signed in and uses another one, and shows the reason', async () => {
    await maria.connect()
    provider.person(BAKERY)
    await maria.connect()
    const bakery = (await byName())[BAKERY.businessName]
    for (let day = 0; day <= UNUSED_DAYS; day += 1) {
      expect((await maria.query(bakery?.id ?? '')).status).toBe(200)
      await until('the use is noted', async () => {
        const usedAt = Date.parse((await byName())[BAKERY.businessName]?.lastUsedAt ?? '')
        return usedAt > Date.now() + day * DAY_MS - 3_700_000
      })
      advance(DAY_MS)
    }
    await until(
      'the other one has ended',
      async () => (await byName())['Fake & Co']?.state === 'disconnected',
    )
    expect((await byName())['Fake & Co']).toMatchObject({ reason: 'unused', endsUnusedAt: null })
    expect((await byName())[BAKERY.businessName]).toMatchObject({ state: 'connected' })
    await until('its tokens are dead', () => provider.aliveTokens().length === 2)
    expect((await maria.query(bakery?.id ?? '')).status).toBe(200)
    // What is shown of it goes with everything else of the person.
    expect((await maria.post(`/api/connections/${(await byName())['Fake & Co']?.id}/dismiss`)).status).toBe(
      200,
    )
  })

  it('shows its expiry, and is kept until that day', async () => {
    await maria.connect()
    const { lastUsedAt, endsUnusedAt } = await maria.connection()
    expect(Date.parse(endsUnusedAt ?? '') - Date.parse(lastUsedAt)).toBe(UNUSED_DAYS * DAY_MS)
    expect((await maria.session()).unusedDays).toBe(UNUSED_DAYS)
    await store.del(...(await store.keys('sess:*')))
    advance((UNUSED_DAYS - 1) * DAY_MS)
    await untilSwept()
    expect(provider.aliveTokens()).toHaveLength(2)
    advance(DAY_MS)
    await until('it is over', () => provider.aliveTokens().length === 0)
    await until('nothing is left', async () =>
      (await store.keys('*')).every((key) =>
        /^(limit|connect-result|clock|attempts|attempt|probe)/.test(key),
      ),
    )
  })

  it('is used by a displayed page and by a query, but not by a page that is only open', async () => {
    await maria.connect()
    const used = async () => Date.parse((await maria.connection()).lastUsedAt)
    const first = await used()
    advance(2 * 3_600_000)
    await maria.session()
    await maria.get('/api/connections/none/days')
    expect(await used()).toBe(first)
    await maria.visit()
    expect((await used()) - first).toBeGreaterThanOrEqual(3_600_000)
    const second = await used()
    advance(2 * 3_600_000)
    await maria.query((await maria.connection()).id)
    await until('it is noted', async () => (await used()) - second >= 3_600_000)
  })

  it('stores its use without a write for each use', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    await maria.query(id)
    const use = async () => {
      await maria.visit()
      await maria.query(id)
      return store.get(`connection:{${id}}`)
    }
    let before = await use()
    await until('the notes of the first uses are written', async () => before === (before = await use()))
    for (let times = 0; times < 20; times += 1) {
      await use()
      advance(1000)
    }
    expect(await use()).toBe(before)
  })

  it('is ended once by one of several processes, even if the provider does not answer', async () => {
    provider.always('revoke', DOWN)
    const second = await startBff({
      redisUrl: redis.url,
      provider,
      env: { ...bff.env, BFF_PORT: '0' },
    })
    await maria.connect()
    await store.del(...(await store.keys('sess:*')))
    for (const process of [bff, second]) process.advance((UNUSED_DAYS + 1) * DAY_MS)
    await until('it is over', async () => (await store.keys('principal:*')).length === 0)
    expect(provider.aliveTokens()).toHaveLength(2)
    provider.always('revoke')
    for (const process of [bff, second]) process.advance(600_000)
    await until('its tokens are dead', () => provider.aliveTokens().length === 0)
    await second.close()
  })

  it('is not ended while a query that has just begun uses it', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    advance((UNUSED_DAYS - 1) * DAY_MS)
    await maria.query(id)
    await until(
      'the use is noted',
      async () => Date.parse((await maria.connection()).lastUsedAt) > Date.now() + DAY_MS,
    )
    advance(2 * DAY_MS)
    await untilSwept()
    expect((await maria.connection()).state).toBe('connected')
  })
})

describe('the stored data of a person', () => {
  it('are checked again for unused connections without a session, and are small', async () => {
    await maria.connect()
    await maria.post('/api/sign-out', { everywhere: true })
    await store.del(...(await store.keys('limit:*')), ...(await store.keys('connect-result:*')))
    await untilSwept()
    const [, due] = await store.zrange('sweep:principals', '0', '-1', 'WITHSCORES')
    expect(Number(due) - Date.now()).toBeGreaterThan((UNUSED_DAYS - 1) * DAY_MS)
    const keys = (await store.keys('*')).filter((key) => /^(principal|connection):/.test(key))
    const sizes = await Promise.all(keys.map((key) => store.memory('USAGE', key)))
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    expect(keys).toHaveLength(3)
    expect(bytes).toBeLessThan(1280)
  })

  it('do not grow by signing in and out', async () => {
    await maria.connect()
    await until('it settles', async () => (await store.keys('sess:*')).length === 1)
    const count = async () =>
      (await store.keys('*')).filter((key) => /^(principal|connection|sess|sweep)/.test(key)).length
    await maria.post('/api/sign-out', { everywhere: true })
    const before = await count()
    for (let times = 0; times < 5; times += 1) {
      await maria.connect({ intent: 'sign_in' })
      await maria.post('/api/sign-out', { everywhere: times % 2 === 0 })
    }
    await until('what was replaced is dead', () => provider.aliveTokens().length === 2)
    await until('the store is as before', async () => (await count()) <= before)
  })
})
