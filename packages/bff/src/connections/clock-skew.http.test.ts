import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { afterEach, describe, expect, it } from 'vitest'

const HOUR_MS = 3_600_000
const NEVER_MS = 3_600_000
const MARIA = {
  userId: 'VXNlcjptYXJpYQ==',
  email: 'maria@harbour.example',
  businessId: 'QnVzaW5lc3M6bWFyaWE=',
}
const SAM = { userId: 'VXNlcjpzYW0=', email: 'sam@harbour.example', businessId: 'QnVzaW5lc3M6c2Ft' }

let redis: TestRedis
let provider: FakeProvider
let front: TestBff
let worker: TestBff
let maria: BffPerson

/**
 * Starts two processes on one Redis: `front` serves people, `worker` does the background work.
 * @param skewMs How many milliseconds the worker's clock is ahead of the front's; that of Redis is right.
 */
async function start(skewMs: number): Promise<void> {
  redis = await startRedis()
  provider = await startFakeProvider()
  provider.person(MARIA)
  front = await startBff({
    redisUrl: redis.url,
    provider,
    env: { BFF_SWEEP_SECONDS: '3600' },
    overrides: { storeAheadMs: () => 0, revokeEveryMs: NEVER_MS },
  })
  worker = await startBff({
    redisUrl: redis.url,
    provider,
    env: { ...front.env, BFF_PORT: '0', BFF_SWEEP_SECONDS: '1' },
    overrides: { clock: () => Date.now() + skewMs, storeAheadMs: () => 0, revokeEveryMs: 10 },
  })
  maria = createBffPerson(front.url)
}

afterEach(async () => {
  await front.close()
  await worker.close()
  await provider.close()
  await redis.close()
})

const revoked = () => provider.callsOf('revoke').map((call) => call.fields['token'])

/** Waits until the worker has processed everything that was due at the time of the call. */
async function untilWorkerWasRound(): Promise<void> {
  // Rounds do not overlap: the second item is seen by a round that began after the first one ended.
  for (let times = 0; times < 2; times += 1) {
    const before = provider.aliveTokens()
    const { id } = await maria.connection()
    await maria.connect({ intent: 'reconnect', connection_id: id })
    await until('the replaced tokens are dead', () => before.some((token) => revoked().includes(token)))
  }
}

describe.each([
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('a process whose clock is %s', (_name, skewMs) => {
  it('revokes due tokens at once', async () => {
    await start(skewMs)
    await maria.connect()
    await untilWorkerWasRound()
    expect(provider.aliveTokens()).toHaveLength(2)
    expect((await maria.query((await maria.connection()).id)).status).toBe(200)
  })

  it('does not revoke tokens that another process is about to store', async () => {
    await start(skewMs)
    await maria.connect()
    const sam = createBffPerson(front.url)
    provider.person(SAM)
    const release = Promise.withResolvers<void>()
    // Sam's tokens were received, and are pending revocations until they are stored; the identity query takes long.
    for (let asked = 0; asked < 2; asked += 1)
      provider.next('graphql', { kind: 'hold', until: release.promise })
    const asked = provider.callsOf('graphql').length
    const connecting = sam.connect()
    await until('both questions are asked', () => provider.callsOf('graphql').length === asked + 2)
    const [access = '', refresh = ''] = provider.aliveTokens().slice(-2)
    provider.person(MARIA)
    await untilWorkerWasRound()
    expect(revoked()).not.toContain(access)
    expect(revoked()).not.toContain(refresh)
    release.resolve()
    expect((await connecting).connectResult?.outcome).toBe('connected')
    await untilWorkerWasRound()
    expect((await sam.query((await sam.connection()).id)).status).toBe(200)
    expect(provider.isAlive(refresh)).toBe(true)
  })

  it('does not treat a running exchange as lost', async () => {
    await start(skewMs)
    await maria.connect()
    const sam = createBffPerson(front.url)
    provider.person(SAM)
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const exchanges = provider.callsOf('token').length
    const connecting = sam.connect()
    await until('the code is used', () => provider.callsOf('token').length === exchanges + 1)
    provider.person(MARIA)
    await untilWorkerWasRound()
    release.resolve()
    expect((await connecting).connectResult?.outcome).toBe('connected')
    expect((await sam.query((await sam.connection()).id)).status).toBe(200)
    const codes = provider.callsOf('token').map((call) => call.fields['code'])
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('does not delete the data of a signed-in person', async () => {
    await start(skewMs)
    await maria.connect()
    await maria.post('/api/session/extend')
    // Signing out elsewhere makes the sweeper check the person.
    const phone = createBffPerson(front.url)
    await phone.connect()
    await phone.post('/api/sign-out', { everywhere: false })
    await untilWorkerWasRound()
    expect((await maria.query((await maria.connection()).id)).status).toBe(200)
  })
})
