import { freePort } from '@counterfoil/testkit/free-port'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startRedisCluster, type TestRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { startRedisSentinel, type TestSentinelSet } from '@counterfoil/testkit/redis-sentinel'
import { until } from '@counterfoil/testkit/until'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRedisClient, reconnectDelayMs, type RedisClient } from './redis-client.ts'
import { DEFAULT_COMMAND_TIMEOUT_MS } from './redis-config.ts'
import { StoreUnavailableError } from './store-unavailable.ts'
import { singleRedisConfig, configFor, nodesOf, open, unavailable } from './testing/redis-clients.ts'

describe('the client of a single Redis server', () => {
  let server: TestRedis
  let client: RedisClient
  beforeEach(async () => {
    server = await startRedis({ persistence: true })
    client = await open(singleRedisConfig(server.url))
  })
  afterEach(async () => {
    await client.close()
    await server.close()
  })

  it('fails every command at once after the server was killed, and works again after its restart', async () => {
    await client.redis.set('a', 'kept')
    await server.kill()
    await until('the client notices', () => !client.isReady())
    await unavailable(client.redis.get('a'))
    await unavailable(client.proveReadable())
    await server.start()
    await client.untilReady(5000)
    expect(await client.redis.get('a')).toBe('kept')
  })

  it('fails running commands when the server is killed, without waiting or repeating them', async () => {
    server.pause()
    const pending = Array.from({ length: 20 }, () => client.redis.incr('counter'))
    const settled = Promise.allSettled(pending)
    await server.kill()
    const results = await settled
    expect(results.every((result) => result.status === 'rejected')).toBe(true)
    await server.start()
    await client.untilReady(5000)
    expect(await client.redis.get('counter')).toBeNull()
  })

  it('waits at a frozen server for the deadline twice, then fails later commands at once, and recovers', async () => {
    await client.redis.set('a', '1')
    server.pause()
    while (client.isReady()) await unavailable(client.redis.get('a'))
    const later = Promise.allSettled(Array.from({ length: 100 }, () => client.redis.get('a')))
    // Refused in this turn of the event loop: none of them set out to wait.
    const turnIsOver = new Promise<'waiting'>((resolve) => setTimeout(resolve, 0, 'waiting'))
    const results = await Promise.race([later, turnIsOver])
    if (results === 'waiting') throw new Error('a command waits for a store that is known to be silent')
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    server.resume()
    await client.untilReady(5000)
    // A busy machine may be late with the first answers.
    const isAnswered = () =>
      client.redis.get('a').then(
        (value) => value === '1',
        () => false,
      )
    await until('it answers again', isAnswered)
  })

  it('fails only the commands that waited for one late answer, and stays ready', async () => {
    const heard: string[] = []
    const patient = await open({ ...singleRedisConfig(server.url), commandTimeoutMs: 1500 }, ({ event }) =>
      heard.push(event),
    )
    await patient.redis.set('a', '1')
    server.pause()
    await unavailable(patient.redis.get('a'))
    const next = patient.redis.get('a')
    server.resume()
    expect(await next).toBe('1')
    expect(patient.isReady()).toBe(true)
    expect(heard).not.toContain('store.silent')
    await patient.close()
  })

  it('opens a new connection if the server stays frozen for so long that the old one is given up', async () => {
    server.pause()
    await unavailable(client.redis.get('a'))
    await until('the connection is torn down', () => client.redis.status !== 'ready')
    server.resume()
    await client.untilReady(10_000)
    await client.proveReadable()
  })

  it('fails writes to a full server with StoreUnavailableError, and reads on without losing data', async () => {
    await client.redis.set('a', 'kept')
    await client.redis.config('SET', 'maxmemory-policy', 'noeviction')
    await client.redis.config('SET', 'maxmemory', '1')
    await unavailable(client.redis.set('b', '1'))
    await unavailable(client.proveWritable())
    expect(await client.redis.get('a')).toBe('kept')
    await client.redis.config('SET', 'maxmemory', '0')
    await client.proveWritable()
  })

  it('throws the same error inside transactions and scripts', async () => {
    await client.redis.config('SET', 'maxmemory', '1')
    await unavailable(client.redis.eval("return redis.call('SET', KEYS[1], 'x')", 1, 'k'))
    const results = await client.redis.pipeline().set('a', '1').get('a').exec()
    expect(results?.[0]?.[0]).toBeInstanceOf(StoreUnavailableError)
    expect(results?.[1]?.[0]).toBeNull()
  })

  it('passes on errors of our own code unchanged', async () => {
    await client.redis.set('text', 'x')
    await expect(client.redis.lpush('text', 'y')).rejects.toThrow('WRONGTYPE')
    await expect(client.redis.lpush('text', 'y')).rejects.not.toBeInstanceOf(StoreUnavailableError)
  })

  it('returns subscribers that reconnect after a restart of the server', async () => {
    const subscriber = client.openSubscriber()
    const heard: string[] = []
    subscriber.on('message', (_channel: string, message: string) => heard.push(message))
    await subscriber.subscribe('news')
    await server.kill()
    await server.start()
    await client.untilReady(5000)
    await until('the subscriber is back', async () => (await client.redis.publish('news', 'again')) > 0)
    await until('the message arrives', () => heard.includes('again'))
    subscriber.disconnect()
  })
})

it('refuses commands at once before the first connection, and works as soon as there is a server', async () => {
  const port = await freePort()
  const client = createRedisClient(singleRedisConfig(`redis://127.0.0.1:${port}`))
  await unavailable(client.redis.get('a'))
  await unavailable(client.untilReady(50))
  const server = await startRedis({ port })
  await client.untilReady(5000)
  expect(await client.redis.get('a')).toBeNull()
  await client.close()
  await server.close()
})

it('waits longer between attempts to connect, up to a second', () => {
  expect([1, 2, 3, 6, 50].map(reconnectDelayMs)).toEqual([50, 100, 200, 1000, 1000])
})

describe('the client of Redis with Sentinel', () => {
  let set: TestSentinelSet
  beforeAll(async () => {
    set = await startRedisSentinel()
  })
  afterAll(() => set.close())

  it('follows the primary after a failover: refuses meanwhile, recovers by itself, and keeps confirmed writes', async () => {
    const client = await open(
      configFor({ mode: 'sentinel', nodes: nodesOf(set.url), sentinelName: set.name }),
    )
    const before = await set.primaryPort()
    await client.redis.set('confirmed', 'kept')
    await client.redis.wait(1, 2000)
    const dying = before === set.primary.port ? set.primary : set.replica
    await dying.kill()
    await until('the client notices', () => !client.isReady())
    await unavailable(client.redis.get('confirmed'))
    await until('a new primary takes writes', () => client.proveWritable().then(() => true))
    // Each Sentinel learns of the failover at a different time.
    await until('the sentinels name another primary', async () => (await set.primaryPort()) !== before)
    // The client may reconnect when the last sentinel has changed its mind.
    await until('the confirmed value is read', async () => (await client.redis.get('confirmed')) === 'kept')
    await client.close()
  })
})

describe('the client of a Redis Cluster', () => {
  let cluster: TestRedisCluster
  let client: RedisClient
  beforeAll(async () => {
    cluster = await startRedisCluster()
    client = await open(configFor({ mode: 'cluster', nodes: nodesOf(cluster.url) }))
  })
  afterAll(async () => {
    await client.close()
    await cluster.close()
  })

  it('reads, writes and scans keys of all nodes', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => `key-${index}`)
    await Promise.all(keys.map((key) => client.redis.set(key, key)))
    expect(await Promise.all(keys.map((key) => client.redis.get(key)))).toEqual(keys)
    const found: string[] = []
    for (const primary of client.primaries()) found.push(...(await primary.scan('0', 'COUNT', 1000))[1])
    expect(found.filter((key) => key.startsWith('key-')).toSorted()).toEqual(keys.toSorted())
    expect(client.primaries()).toHaveLength(3)
  })

  it('runs a script on keys of one slot, also on a node that has lost the script', async () => {
    const script = "redis.call('SET', KEYS[1], 'a'); redis.call('SET', KEYS[2], 'b'); return 1"
    for (let times = 0; times < 2; times += 1)
      expect(await client.redis.eval(script, 2, '{one}:a', '{one}:b')).toBe(1)
    await Promise.all(client.primaries().map((primary) => primary.script('FLUSH')))
    expect(await client.redis.eval(script, 2, '{one}:a', '{one}:b')).toBe(1)
  })

  it('refuses keys of a dead or silent node in time, serves the others, and recovers', async () => {
    const dead = await cluster.nodeOf('a')
    const others = Array.from({ length: 50 }, (_, index) => `other-${index}`)
    const elsewhere: string[] = []
    for (const key of others) if ((await cluster.nodeOf(key)) !== dead) elsewhere.push(key)
    dead.pause()
    await unavailable(client.redis.get('a'))
    await unavailable(client.proveReadable())
    for (const key of elsewhere) expect(await client.redis.get(key)).toBeNull()
    dead.resume()
    await until('the silent node serves again', async () => (await client.redis.get('a')) === null)

    await dead.kill()
    await unavailable(client.redis.get('a'))
    await until('the check notices', () =>
      client.proveReadable().then(
        () => false,
        () => true,
      ),
    )
    for (const key of elsewhere) expect(await client.redis.get(key)).toBeNull()
    await dead.start()
    await until('the node serves again', async () => (await client.redis.get('a')) === null)
    await until('the check is content', () => client.proveReadable().then(() => true))
  })
})

it('two command time-outs of one request take less than a second', () => {
  expect(DEFAULT_COMMAND_TIMEOUT_MS * 2).toBeLessThan(1000)
})
