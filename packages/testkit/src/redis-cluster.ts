import { Redis } from 'ioredis'
import { freePortPairs } from './free-port.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { until } from './until.ts'

/** A real cluster of three primaries, each with a third of the slots, and as many replicas if asked for. */
export type TestRedisCluster = {
  /** The value of `REDIS_URL` with `BFF_REDIS_MODE=cluster`. */
  readonly url: string
  readonly nodes: readonly TestRedis[]
  /** The replica of each of {@link TestRedisCluster.nodes}, in the same order. */
  readonly replicas: readonly TestRedis[]
  /** Promotes a replica now, whether or not the other nodes have noticed that its primary is down. */
  failOver(replica: TestRedis): Promise<void>
  /** Returns the node that holds `key`. */
  nodeOf(key: string): Promise<TestRedis>
  close(): Promise<void>
}

const SLOTS = 16_384
const BUS_PORT_OFFSET = 10_000

/** Starts the cluster and waits until it serves. Takes about two seconds. */
export async function startRedisCluster(
  options: {
    readonly size?: number
    readonly replicas?: boolean
    /** The milliseconds after which a silent node counts as down. Longer than the test, if only the test may fail over. */
    readonly nodeTimeoutMs?: number
    /** True to keep data over a stop and start: a node that restarts empty also empties its replica. */
    readonly persistence?: boolean
  } = {},
): Promise<TestRedisCluster> {
  const size = options.size ?? 3
  const known = options.replicas === true ? 2 * size : size
  const ports = await freePortPairs(known, BUS_PORT_OFFSET)
  const all = await Promise.all(
    ports.map((port) =>
      startRedis({
        port,
        persistence: options.persistence === true,
        args: [
          '--cluster-enabled',
          'yes',
          '--cluster-node-timeout',
          String(options.nodeTimeoutMs ?? 2000),
          '--cluster-require-full-coverage',
          'no',
          '--repl-diskless-sync-delay',
          '0',
        ],
      }),
    ),
  )
  const nodes = all.slice(0, size)
  const replicas = all.slice(size)
  const clients = nodes.map((node) => new Redis(node.url, { maxRetriesPerRequest: 1 }))
  try {
    await Promise.all(
      clients.map((client, index) =>
        client.call(
          'CLUSTER',
          'ADDSLOTSRANGE',
          String(Math.floor((SLOTS * index) / size)),
          String(Math.floor((SLOTS * (index + 1)) / size) - 1),
        ),
      ),
    )
    // As `redis-cli --cluster create` does. Nodes of one epoch settle it among themselves later, and a replica that was frozen
    // meanwhile takes over with an epoch that is no greater than its primary's: nobody believes it, for ever.
    await Promise.all(
      all.map((node, index) =>
        withClient([node], (client) => client.call('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1))),
      ),
    )
    const [first] = clients
    for (const port of ports.slice(1)) await first?.call('CLUSTER', 'MEET', '127.0.0.1', String(port))
    for (const client of clients) {
      await until('the cluster serves all slots', async () => {
        const info = String(await client.call('CLUSTER', 'INFO'))
        return (
          info.includes('cluster_state:ok') &&
          info.includes(`cluster_slots_ok:${SLOTS}`) &&
          info.includes(`cluster_known_nodes:${known}`)
        )
      })
    }
    for (const [index, replica] of replicas.entries()) {
      const primaryId = String(await clients[index]?.call('CLUSTER', 'MYID'))
      await follow(replica, primaryId)
    }
    for (const node of all) await untilInformed(node, known)
    return {
      url: `redis://${ports
        .slice(0, size)
        .map((port) => `127.0.0.1:${port}`)
        .join(',')}`,
      nodes,
      replicas,
      async nodeOf(key) {
        const slot = Number(await withClient(nodes, (client) => client.call('CLUSTER', 'KEYSLOT', key)))
        const node = nodes[Math.min(size - 1, Math.floor(((slot + 1) * size - 1) / SLOTS))]
        if (node === undefined) throw new Error(`no node for slot ${slot}`)
        return node
      },
      async failOver(replica) {
        await withClient([replica], (client) => client.call('CLUSTER', 'FAILOVER', 'TAKEOVER'))
      },
      async close() {
        await Promise.all(all.map((node) => node.close()))
      },
    }
  } catch (error) {
    await Promise.all(all.map((node) => node.close()))
    throw error
  } finally {
    for (const client of clients) client.disconnect()
  }
}

/**
 * Waits until the gossip of a node includes all slots and the greatest epoch. A replica can be in step with its primary before
 * that; frozen then, it would take over no slots, or with an epoch that others reject.
 */
async function untilInformed(node: TestRedis, greatestEpoch: number): Promise<void> {
  await withClient([node], (client) =>
    until('the node knows all slots and the greatest epoch', async () => {
      const info = String(await client.call('CLUSTER', 'INFO'))
      return (
        info.includes(`cluster_slots_ok:${SLOTS}\r`) &&
        info.includes(`cluster_current_epoch:${greatestEpoch}\r`)
      )
    }),
  )
}

/** Makes a node the replica of a primary, and waits until it is in step. */
async function follow(node: TestRedis, primaryId: string): Promise<void> {
  const client = new Redis(node.url, { maxRetriesPerRequest: 1 })
  try {
    await until('the node knows its primary', async () => {
      const answer = await client.call('CLUSTER', 'REPLICATE', primaryId).catch(() => undefined)
      return answer === 'OK'
    })
    await until('the replica is in step', async () => {
      return (await client.info('replication')).includes('master_link_status:up')
    })
  } finally {
    client.disconnect()
  }
}

async function withClient<T>(nodes: readonly TestRedis[], use: (client: Redis) => Promise<T>): Promise<T> {
  const [node] = nodes
  if (node === undefined) throw new Error('an empty cluster')
  const client = new Redis(node.url, { maxRetriesPerRequest: 1 })
  try {
    return await use(client)
  } finally {
    client.disconnect()
  }
}
