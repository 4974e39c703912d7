import { startRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { startRedisSentinel } from '@counterfoil/testkit/redis-sentinel'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import type { Part } from './service-part.ts'

export type StoreKind = 'cluster' | 'sentinel'

/** The time after which a server is regarded as lost; longer than the pauses on a busy machine. */
const GIVEN_UP_AFTER_MS = 3_000
const PATIENCE = { withinMs: 120_000, everyMs: 200 }

/** Starts a Redis that survives the loss of a server. Returns its settings for the BFF, and its servers as parts. */
export function startStore(kind: StoreKind) {
  return kind === 'cluster' ? startCluster() : startSentinel()
}

async function startCluster() {
  const cluster = await startRedisCluster({
    replicas: true,
    persistence: true,
    nodeTimeoutMs: GIVEN_UP_AFTER_MS,
  })
  const servers = [...cluster.nodes, ...cluster.replicas]
  return {
    env: { BFF_REDIS_MODE: 'cluster', REDIS_URL: cluster.url },
    parts: servers.map((server, index) => serverPart(`redis-${index + 1}`, server, servers)),
    close: () => cluster.close(),
  }
}

async function startSentinel() {
  const set = await startRedisSentinel({ persistence: true, downAfterMs: GIVEN_UP_AFTER_MS })
  const servers = [set.primary, set.replica]
  const watchers = set.sentinels.map((sentinel, index): Part => ({
    name: `sentinel-${index + 1}`,
    kill: sentinel.kill,
    restore: async () => sentinel.start(),
  }))
  return {
    env: { BFF_REDIS_MODE: 'sentinel', REDIS_URL: set.url, BFF_REDIS_SENTINEL_NAME: set.name },
    parts: [
      ...servers.map((server, index) => serverPart(`redis-${index + 1}`, server, servers)),
      ...watchers,
    ],
    close: () => set.close(),
  }
}

/** Returns a server that restarts only after another one was promoted: before that it would continue as primary. */
function serverPart(name: string, server: TestRedis, servers: readonly TestRedis[]): Part {
  const others = servers.filter((other) => other !== server)
  return {
    name,
    async kill() {
      const wanted = (await primariesOf(servers)).length
      await server.kill()
      await until(
        'another server is primary',
        async () => (await primariesOf(others)).length === wanted,
        PATIENCE,
      )
    },
    async restore() {
      await server.start()
      await until(`${name} and all others are in step`, () => areInStep(servers), PATIENCE)
    },
  }
}

async function roleOf(server: TestRedis): Promise<string> {
  const client = new Redis(server.url, { maxRetriesPerRequest: 0, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    return await client.info('replication')
  } finally {
    client.disconnect()
  }
}

async function primariesOf(servers: readonly TestRedis[]): Promise<readonly TestRedis[]> {
  const roles = await Promise.all(servers.map((server) => roleOf(server).catch(() => '')))
  return servers.filter((_server, index) => roles[index]?.includes('role:master'))
}

/** Returns true if each server is a primary with a replica, or a replica connected to its primary. */
async function areInStep(servers: readonly TestRedis[]): Promise<boolean> {
  const roles = await Promise.all(servers.map((server) => roleOf(server).catch(() => '')))
  return roles.every((role) =>
    role.includes('role:master')
      ? /connected_slaves:[1-9]/.test(role)
      : role.includes('master_link_status:up'),
  )
}
