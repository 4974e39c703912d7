import { singleRedisConfig } from '#redis/testing/redis-clients.ts'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startRedisCluster, type TestRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'
import { asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { createRedisClient, type RedisClient } from '#redis/redis-client.ts'
import { createSessionEvents, type SessionEvents } from './session-events-store.ts'

const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function openEvents(store: RedisClient): { events: SessionEvents; heard: () => number } {
  const events = createSessionEvents({ redis: store.redis, openSubscriber: store.openSubscriber })
  closing.push(events.close)
  let count = 0
  events.subscribe(asPrincipalId('maria'), () => (count += 1))
  return { events, heard: () => count }
}

/** Publishes the event repeatedly until it is received, because the time until a subscription is active is not bounded. */
async function untilHeard(events: SessionEvents, heard: () => number): Promise<void> {
  const before = heard()
  await until('it is heard', () => {
    events.publish(asPrincipalId('maria'))
    return heard() > before
  })
}

async function openCluster(cluster: TestRedisCluster): Promise<RedisClient> {
  const nodes = cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port }))
  const store = createRedisClient({
    ...singleRedisConfig(cluster.nodes[0]?.url ?? ''),
    mode: 'cluster',
    nodes,
  })
  closing.push(store.close)
  await store.untilReady(10_000)
  return store
}

/** Returns how many connections of a server subscribe to a channel. */
async function listenersAt(server: TestRedis): Promise<number> {
  const client = new Redis(server.url, { maxRetriesPerRequest: 1 })
  try {
    return [...String(await client.client('LIST')).matchAll(/ sub=[1-9]/g)].length
  } finally {
    client.disconnect()
  }
}

describe('events about sessions', () => {
  it('are received by every process of a cluster, and again after the publishing node has failed', async () => {
    const cluster = await startRedisCluster()
    closing.push(cluster.close)
    const here = openEvents(await openCluster(cluster))
    const there = openEvents(await openCluster(cluster))
    await untilHeard(here.events, there.heard)
    await untilHeard(there.events, here.heard)
    for (const node of cluster.nodes) {
      if ((await listenersAt(node)) === 0) continue
      await node.kill()
      break
    }
    await untilHeard(here.events, there.heard)
    await untilHeard(there.events, here.heard)
  })

  it('are received also if Redis was down when the subscription began', async () => {
    const server = await startRedis()
    closing.push(server.close)
    await server.stop()
    const store = createRedisClient(singleRedisConfig(server.url))
    closing.push(store.close)
    const { events, heard } = openEvents(store)
    await server.start()
    await store.untilReady(10_000)
    await untilHeard(events, heard)
    // Listeners also hear of the connection itself, a moment before the subscription is confirmed.
    await until('the server has a subscriber', async () => (await listenersAt(server)) > 0)
    expect(await listenersAt(server)).toBe(1)
  })
})
