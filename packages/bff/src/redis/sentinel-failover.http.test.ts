import { singleRedisConfig } from './testing/redis-clients.ts'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startScriptedSentinel, type ScriptedSentinel } from '@counterfoil/testkit/scripted-sentinel'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRedisClient, type RedisClient } from './redis-client.ts'
import { StoreUnavailableError } from './store-unavailable.ts'

const PATIENCE_MS = 60_000
const patiently = { withinMs: PATIENCE_MS }

let first: TestRedis
let second: TestRedis
let sentinel: ScriptedSentinel
let client: RedisClient

beforeEach(async () => {
  first = await startRedis()
  second = await startRedis()
  sentinel = await startScriptedSentinel(first.port)
  client = createRedisClient({
    ...singleRedisConfig('redis://127.0.0.1:1'),
    mode: 'sentinel',
    nodes: [{ host: '127.0.0.1', port: sentinel.port }],
    sentinelName: 'main',
    // What counts is where it ends up, not how fast a busy machine answers.
    commandTimeoutMs: 5000,
  })
  await client.untilReady(PATIENCE_MS)
  await until('the client listens for failovers', () => sentinel.listeners() === 1, patiently)
})
afterEach(async () => {
  await client.close()
  await sentinel.close()
  await first.close()
  await second.close()
})

/** Waits until `server` receives the writes of the client. */
async function writesTo(server: TestRedis): Promise<void> {
  await until('the client writes', () => client.proveWritable().then(() => true), patiently)
  expect(await server.dump()).toContain('probe:writable')
}

async function follow(replica: TestRedis, primary: TestRedis): Promise<void> {
  const admin = new Redis(replica.url)
  await admin.replicaof('127.0.0.1', String(primary.port))
  admin.disconnect()
}

describe('a client of Redis with Sentinel finds the new primary', { timeout: 2 * PATIENCE_MS }, () => {
  it('if the failover is announced while the client asks for the primary', async () => {
    sentinel.hold()
    await first.kill()
    await until('it asks for the primary', () => sentinel.waiting() > 0, patiently)
    sentinel.announce(first.port, second.port)
    await until('it has heard of the failover', () => sentinel.listeners() === 0, patiently)
    sentinel.name(second.port)
    sentinel.release()
    await writesTo(second)
  })

  it('if the sentinel first names the old primary, which is a replica now', async () => {
    sentinel.hold()
    await first.kill()
    await first.start()
    await follow(first, second)
    sentinel.name(first.port, first.port, second.port)
    sentinel.release()
    await writesTo(second)
  })

  it('if its primary becomes a replica and answers only READONLY', async () => {
    await follow(first, second)
    sentinel.name(first.port, second.port)
    await expect(client.proveWritable()).rejects.toBeInstanceOf(StoreUnavailableError)
    await writesTo(second)
  })

  it('if the server that is named first accepts the connection and never answers', async () => {
    const frozen = await startRedis()
    frozen.pause()
    sentinel.name(frozen.port, second.port)
    await first.kill()
    await writesTo(second)
    await frozen.close()
  })

  it('with its subscribers, if the old primary is frozen and closes no connection', async () => {
    const heard: string[] = []
    const subscriber = client.openSubscriber()
    subscriber.on('message', (_channel: string, message: string) => heard.push(message))
    await subscriber.subscribe('news')
    first.pause()
    sentinel.name(second.port)
    sentinel.announce(first.port, second.port)
    await writesTo(second)
    await until(
      'it is heard',
      async () => {
        // As everybody who listens does now and then, to make sure.
        void subscriber.subscribe('news').catch(() => undefined)
        await client.redis.publish('news', 'from the second')
        return heard.includes('from the second')
      },
      patiently,
    )
    subscriber.disconnect()
  })
})
