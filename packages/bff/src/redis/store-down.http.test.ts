import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Boot, SessionView } from '@counterfoil/bff-api/session'
import { createBrowserAgent, type AgentAnswer, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { startRedisSentinel } from '@counterfoil/testkit/redis-sentinel'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_COMMAND_TIMEOUT_MS } from './redis-config.ts'

const api = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }
const METRICS_TOKEN = 'of-the-metrics-in-this-test-0123456789'
const STYLE = {
  contentType: 'text/css',
  identity: Buffer.from('main{}'),
  br: undefined,
  gzip: undefined,
  encodings: [],
  etag: 'e',
  isImmutable: true,
}

/** A connected person at a BFF whose Redis is about to fail. */
class World {
  readonly provider: FakeProvider
  readonly bff: TestBff
  readonly agent: BrowserAgent = createBrowserAgent()
  connectionId = ''

  constructor(provider: FakeProvider, bff: TestBff) {
    this.provider = provider
    this.bff = bff
  }

  static async start(redisUrl: string, env: Record<string, string> = {}): Promise<World> {
    const provider = await startFakeProvider()
    const web = { ...emptyWebBuild(), files: new Map([['/assets/a.css', STYLE]]) }
    const settings = {
      BFF_REDIS_COMMAND_TIMEOUT_MS: String(DEFAULT_COMMAND_TIMEOUT_MS),
      BFF_METRICS_TOKEN: METRICS_TOKEN,
      ...env,
    }
    const world = new World(
      provider,
      await startBff({ redisUrl, provider, env: settings, overrides: { web } }),
    )
    await until('the BFF is ready', async () => (await world.get('/health/ready')).status === 200)
    // On a busy machine a command may take longer than its deadline.
    await until('Maria is connected', () => world.connect())
    return world
  }

  async connect(): Promise<boolean> {
    const page = await this.agent.visit(`${this.bff.url}/`)
    const { session } = JSON.parse(/id="boot">(.*?)<\/script>/.exec(page.body)?.[1] ?? '') as Boot
    const from = `${this.bff.url}/`
    await this.agent.post(`${this.bff.url}/connect/start`, { csrf: session.csrfToken }, { from })
    const view = await this.get('/api/session', api)
    this.connectionId = view.json<SessionView>().connections[0]?.id ?? ''
    return this.connectionId !== ''
  }

  get(path: string, headers: Record<string, string> = {}): Promise<AgentAnswer> {
    return this.agent.send('GET', this.bff.url + path, { headers })
  }

  query(): Promise<AgentAnswer> {
    return this.agent.send('POST', `${this.bff.url}/graphql`, {
      headers: {
        ...api,
        origin: this.bff.url,
        'content-type': 'application/json',
        'x-counterfoil-connection': this.connectionId,
      },
      body: JSON.stringify(operationBody()),
    })
  }

  async close(): Promise<void> {
    await this.bff.close()
    await this.provider.close()
  }
}

let closers: (() => Promise<unknown>)[] = []
beforeEach(() => {
  closers = []
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
})
function later<T extends { close(): Promise<unknown> }>(thing: T): T {
  closers.push(() => thing.close())
  return thing
}

/** Expects that Redis cannot be read: requests that need it fail at once, all others are served. */
async function expectContract(world: World): Promise<void> {
  const silences = world.bff.logs().split('"event":"store.silent"').length
  const answers = await Promise.all([world.get('/api/session', api), world.query()])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.json<{ code: string }>().code).toBe('store-unavailable')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  }
  const page = await world.get('/', {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  })
  expect(page.status).toBe(503)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.headers['retry-after']).toBeDefined()

  expect((await world.get('/health/live')).status).toBe(200)
  expect((await world.get('/assets/a.css')).status).toBe(200)
  const ready = await world.get('/health/ready')
  expect(ready.status).toBe(503)
  expect(ready.headers['retry-after']).toBeDefined()
  // At most one command waited for its deadline, a part of a second; all the others were refused at once.
  expect(world.bff.logs().split('"event":"store.silent"').length - silences).toBeLessThanOrEqual(1)
  expect(world.bff.logs()).not.toContain('Socket timeout')
}

/** Returns the path of the snapshot file of Redis. */
async function snapshotOf(admin: Redis): Promise<string> {
  const [, folder = ''] = (await admin.config('GET', 'dir')) as string[]
  return join(folder, 'dump.rdb')
}

async function saveSnapshot(admin: Redis, expected: 'ok' | 'err'): Promise<void> {
  await admin.bgsave()
  await until('the snapshot has ended', async () =>
    (await admin.info('persistence')).includes(`rdb_last_bgsave_status:${expected}`),
  )
}

/** `counterfoil_store_writable`. */
async function writable(world: World): Promise<string | undefined> {
  const { body } = await world.get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })
  return /^counterfoil_store_writable\{[^}]*\} (\d)$/m.exec(body)?.[1]
}

/** Expects the same session and connection without a restart, and that no token was used for the recovery. */
async function expectRecovery(world: World): Promise<void> {
  await until('the BFF is ready again', async () => (await world.get('/health/ready')).status === 200)
  const view = (await world.get('/api/session', api)).json<SessionView>()
  expect(view.connections.map(({ id, state }) => ({ id, state }))).toEqual([
    { id: world.connectionId, state: 'connected' },
  ])
  const answer = await until('a query works', async () => {
    const tried = await world.query()
    return tried.status === 200 ? tried : undefined
  })
  expect(answer.json<{ data: { user: { id: string } } }>().data.user.id).toBeTruthy()
}

describe('the behaviour without Redis, with one server', () => {
  let redis: TestRedis
  let world: World
  beforeEach(async () => {
    redis = later(await startRedis({ persistence: true }))
    world = later(await World.start(redis.url))
  })

  it('is as documented while Redis is stopped, and confirmed data are there after a restart', async () => {
    await redis.kill()
    await expectContract(world)
    await redis.start()
    await expectRecovery(world)
  })

  it('logs one error per outage, however many requests are refused; each can be found by its reference', async () => {
    await redis.kill()
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.query()))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
    const lines = world.bff
      .logs()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>)
    // Who meets it first may be a call or the BFF's own work.
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      {
        event: 'outage.began',
        outage: 'store',
        failed: expect.stringMatching(/^(problem|background\.failed)$/),
      },
    ])
    const ids = lines.flatMap(({ outage, requestId }) => (outage === 'store' ? [requestId] : []))
    expect(ids).toEqual(expect.arrayContaining(answers.map(({ headers }) => headers['x-request-id'])))
  })

  it('is as documented while Redis is frozen', async () => {
    redis.pause()
    await expectContract(world)
    redis.resume()
    await expectRecovery(world)
  })

  it('is as documented if Redis freezes in the middle of requests', async () => {
    const pending = Array.from({ length: 30 }, () => world.query())
    redis.pause()
    const statuses = (await Promise.all(pending)).map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
    await expectContract(world)
    redis.resume()
    await expectRecovery(world)
  })

  it('never delays an answer that was complete', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    world.provider.next('graphql', { kind: 'hold', until: released })
    const before = world.provider.callsOf('graphql').length
    const pending = world.query()
    await until('the query is at the provider', () => world.provider.callsOf('graphql').length > before)
    redis.pause()
    release()
    expect((await pending).status).toBe(200)
    redis.resume()
  })

  const FULL = {
    memory: {
      fill: async (admin: Redis) => {
        await admin.config('SET', 'maxmemory-policy', 'noeviction')
        await admin.config('SET', 'maxmemory', '1')
      },
      makeRoom: (admin: Redis) => admin.config('SET', 'maxmemory', '0'),
    },
    // A snapshot that cannot be written, as on a full disk: Redis refuses writes, and PING, with MISCONF.
    disk: {
      fill: async (admin: Redis) => {
        await admin.config('SET', 'save', '3600 1')
        await mkdir(await snapshotOf(admin))
        await saveSnapshot(admin, 'err')
      },
      makeRoom: async (admin: Redis) => {
        await rmdir(await snapshotOf(admin))
        await saveSnapshot(admin, 'ok')
      },
    },
  }
  it.each([
    ['memory', FULL.memory],
    ['disk', FULL.disk],
  ])(
    'with a full %s serves reads, refuses writes at once, and loses nothing',
    async (_what, { fill, makeRoom }) => {
      const admin = new Redis(redis.url)
      await fill(admin)
      expect((await world.query()).status).toBe(200)
      expect((await world.get('/api/session', api)).status).toBe(200)
      expect((await world.get('/health/live')).status).toBe(200)
      // All processes share the store: none of them may be taken out of the balancer.
      expect((await world.get('/health/ready')).status).toBe(200)
      expect(await writable(world)).toBe('0')

      const page = await world.agent.visit(`${world.bff.url}/`)
      const boot = JSON.parse(/id="boot">(.*?)<\/script>/.exec(page.body)?.[1] ?? '') as Boot
      const start = await world.agent.post(
        `${world.bff.url}/connect/start`,
        { csrf: boot.session.csrfToken },
        { from: `${world.bff.url}/`, stopAt: world.provider.authUrl },
      )
      expect(start.status).toBe(503)
      expect(start.headers['retry-after']).toBeDefined()

      // A token that is due is not spent while its successor could not be kept.
      const spent = world.provider.callsOf('token').length
      world.provider.killAccessTokens()
      expect((await world.query()).status).toBe(503)
      expect(world.provider.callsOf('token')).toHaveLength(spent)

      await makeRoom(admin)
      admin.disconnect()
      await until('the store takes writes', async () => (await writable(world)) === '1')
      await expectRecovery(world)
    },
  )

  it('lets the BFF start without Redis, and serve as soon as Redis is there', async () => {
    await redis.kill()
    const second = later(await startBff({ redisUrl: redis.url, provider: world.provider, env: {} }))
    const live = await world.agent.send('GET', `${second.url}/health/live`)
    const ready = await world.agent.send('GET', `${second.url}/health/ready`)
    expect([live.status, ready.status]).toEqual([200, 503])
    await redis.start()
    await until('the second BFF is ready', async () => {
      return (await world.agent.send('GET', `${second.url}/health/ready`)).status === 200
    })
  })
})

describe('the behaviour without Redis, with Sentinel', () => {
  it('is as documented during a failover of the primary, and writes confirmed by the replica are there afterwards', async () => {
    const set = later(await startRedisSentinel())
    const world = later(
      await World.start(set.url, { BFF_REDIS_MODE: 'sentinel', BFF_REDIS_SENTINEL_NAME: set.name }),
    )
    const admin = new Redis(set.primary.url)
    await admin.set('confirm', '1')
    expect(await admin.wait(1, 5000)).toBe(1)
    admin.disconnect()
    await set.primary.kill()
    await expectContract(world)
    await expectRecovery(world)
    // Each Sentinel learns of the failover at a different time.
    await until('the replica is the primary', async () => (await set.primaryPort()) === set.replica.port)
  })
})

describe('the behaviour without Redis, with a Cluster', () => {
  it('connects, reads and queries with keys on all nodes, and recovers after one node was down', async () => {
    const cluster = later(await startRedisCluster())
    const world = later(
      await World.start(cluster.url, { BFF_REDIS_MODE: 'cluster', BFF_REDIS_REPLICAS: '0' }),
    )
    expect((await world.query()).status).toBe(200)
    const holder = await cluster.nodeOf(`connection:{${world.connectionId}}`)
    holder.pause()
    const answer = await world.query()
    expect(answer.status).toBe(503)
    expect((await world.get('/health/live')).status).toBe(200)
    expect((await world.get('/health/ready')).status).toBe(503)
    holder.resume()
    await expectRecovery(world)
  })
})
