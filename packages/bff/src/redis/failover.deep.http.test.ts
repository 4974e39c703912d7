import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { startRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { startRedisSentinel } from '@counterfoil/testkit/redis-sentinel'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'

/** One primary with its replica, of a set of either kind; `failOver` promotes the replica. */
type Pair = { readonly primary: TestRedis; readonly replica: TestRedis; failOver(): Promise<void> }

let closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
  closers = []
})
function later<T extends { close(): Promise<unknown> }>(thing: T): T {
  closers.push(() => thing.close())
  return thing
}

type World = {
  readonly provider: FakeProvider
  readonly bff: TestBff
  readonly maria: BffPerson
  /** Returns the primary and replica that hold this key. */
  readonly pairOf: (key: string) => Promise<Pair>
  /** All of the set, each with its replica. */
  readonly pairs: readonly Pair[]
}

/** A time-out in milliseconds that is never reached, so that only the test promotes a replica. */
const NEVER_MS = 600_000

const KINDS = {
  async sentinel() {
    const set = later(await startRedisSentinel({ downAfterMs: NEVER_MS }))
    const env = { BFF_REDIS_MODE: 'sentinel', BFF_REDIS_SENTINEL_NAME: set.name }
    return { url: set.url, env, pairs: [set], pairOf: async () => set }
  },
  async cluster() {
    const cluster = later(await startRedisCluster({ replicas: true, nodeTimeoutMs: NEVER_MS }))
    const pairs = cluster.nodes.map((primary, index): Pair => {
      const replica = cluster.replicas[index] ?? primary
      return { primary, replica, failOver: () => cluster.failOver(replica) }
    })
    const pairOf = async (key: string) => {
      const node = await cluster.nodeOf(key)
      const pair = pairs.find(({ primary }) => primary === node)
      if (pair === undefined) throw new Error(`nobody keeps ${key}`)
      return pair
    }
    return { url: cluster.url, env: { BFF_REDIS_MODE: 'cluster' }, pairs, pairOf }
  },
} as const

async function start(kind: keyof typeof KINDS): Promise<World> {
  const { url, env, pairs, pairOf } = await KINDS[kind]()
  const provider = later(await startFakeProvider({ rotate: true }))
  // The replicas of a test share two cores with everything else; a frozen one never answers, however long the time-out.
  const settings = { ...env, BFF_REDIS_REPLICA_TIMEOUT_MS: '1000' }
  const bff = later(await startBff({ redisUrl: url, provider, env: settings }))
  const maria = createBffPerson(bff.url)
  await isReady(bff)
  expect((await maria.connect()).connectResult?.outcome).toBe('connected')
  return { provider, bff, maria, pairs, pairOf }
}

const isReady = (bff: TestBff) =>
  until('the BFF is ready', async () => (await fetch(`${bff.url}/health/ready`)).status === 200)

/** Freezes the replica: it gets no further writes, and keeps those it was sent already. */
async function freeze({ primary, replica }: Pair): Promise<void> {
  replica.pause()
  const admin = new Redis(primary.url)
  await admin.call('CLIENT', 'KILL', 'TYPE', 'replica')
  admin.disconnect()
}

/** Kills the primary and promotes the replica with the data it has. */
async function failOver(pair: Pair, bff: TestBff): Promise<void> {
  await pair.primary.kill()
  pair.replica.resume()
  await pair.failOver()
  const admin = new Redis(pair.replica.url, { maxRetriesPerRequest: null })
  admin.on('error', () => undefined)
  await until('the replica is the primary', async () =>
    (await admin.info('replication')).includes('role:master'),
  )
  admin.disconnect()
  await isReady(bff)
}

/**
 * Returns the session as soon as it can be read: each Sentinel announces a failover when it learns of it, and each time the
 * BFF looks for the primary again.
 */
const sessionOf = (person: BffPerson) =>
  until('the session is told', async () => {
    const answer = await person.get('/api/session')
    return answer.status === 503 ? undefined : answer.json<Awaited<ReturnType<BffPerson['session']>>>()
  })

const sessionIdOf = (person: BffPerson, { url }: TestBff) =>
  decodeURIComponent(/counterfoil-session=([^;]+)/.exec(person.agent.cookies(url))?.[1] ?? '')
    .slice(2)
    .split('.')[0] ?? ''

function thiefOf(person: BffPerson, { url }: TestBff): BffPerson {
  const thief = createBffPerson(url)
  const cookie = /counterfoil-session=([^;]+)/.exec(person.agent.cookies(url))?.[1] ?? ''
  thief.agent.setCookie(url, 'counterfoil-session', cookie)
  return thief
}

describe.each(['sentinel', 'cluster'] as const)('a Redis failover (%s)', (kind) => {
  it('loses no confirmed change: ended sessions stay ended, and connections and refreshed tokens are kept', async () => {
    const { provider, bff, maria, pairOf } = await start(kind)
    const { id } = await maria.connection()
    const phone = createBffPerson(bff.url)
    expect((await phone.connect()).connectResult?.outcome).toBe('still_connected')
    const thief = thiefOf(phone, bff)
    provider.killAccessTokens()
    bff.advance(3000)
    expect((await maria.query(id)).status).toBe(200)
    const pair = await pairOf(`connection:{${id}}`)
    expect((await phone.post('/api/sign-out', { everywhere: false })).status).toBe(200)
    await failOver(pair, bff)
    expect((await sessionOf(maria)).connections).toHaveLength(1)
    provider.killAccessTokens()
    bff.advance(3000)
    expect((await sessionOf(thief)).person).toBeNull()
    expect(bff.logs()).not.toContain('store.unreplicated')
  })

  it('delays the confirmation of a sign-out while no replica accepts it, and the sign-out is done in the end', async () => {
    const { bff, maria, pairOf } = await start(kind)
    const pair = await pairOf(`sess:${sessionIdOf(maria, bff)}`)
    const thief = thiefOf(maria, bff)
    await freeze(pair)
    const answer = await maria.post('/api/sign-out', { everywhere: false })
    expect(answer.status).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'store-unavailable' })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(bff.logs()).toContain('store.unreplicated')
    await failOver(pair, bff)
    // The failover has brought the session back; it is ended again.
    await until('the session has ended', async () => (await sessionOf(thief)).person === null)
  })

  it('keeps refreshed tokens that no replica had', async () => {
    const { provider, bff, maria, pairOf } = await start(kind)
    const { id } = await maria.connection()
    const pair = await pairOf(`connection:{${id}}`)
    await freeze(pair)
    provider.killAccessTokens()
    bff.advance(3000)
    expect((await maria.query(id)).status).toBe(200)
    expect(bff.logs()).toContain('store.unreplicated')
    await failOver(pair, bff)
    await until('the connection reads', async () => (await maria.query(id)).status === 200)
    provider.killAccessTokens()
    bff.advance(3000)
    await until('it can be refreshed again', async () => (await maria.query(id)).status === 200)
    expect((await sessionOf(maria)).connections[0]?.state).toBe('connected')
  })

  it('prevents the exchange of a code while its tokens could not be stored', async () => {
    const { provider, bff, pairs } = await start(kind)
    for (const pair of pairs) await freeze(pair)
    const sam = createBffPerson(bff.url)
    const stop = await sam.start({}, { stopAt: `${bff.url}/connect/callback` })
    const exchanges = provider.callsOf('token').length
    const answer = await sam.agent.send('GET', stop.location ?? '')
    expect(answer.status).toBe(503)
    expect(provider.callsOf('token')).toHaveLength(exchanges)
    for (const pair of pairs) pair.replica.resume()
  })
})
