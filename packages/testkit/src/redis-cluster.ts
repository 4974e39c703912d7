import { Redis } from 'ioredis'
import { freePorts } from './free-port.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { until } from './until.ts'

/** A real cluster of three primaries, each with a third of the slots. */
export type TestRedisCluster = {
  /** For `REDIS_URL` with `BFF_REDIS_MODE=cluster`. */
  readonly url: string
  readonly nodes: readonly TestRedis[]
  /** Which node holds `key`. */
  nodeOf(key: string): Promise<TestRedis>
  close(): Promise<void>
}

const SLOTS = 16_384
const BUS_PORT_OFFSET = 10_000

/** Starts the cluster and waits until it serves. Takes about two seconds. */
export async function startRedisCluster(options: { readonly size?: number } = {}): Promise<TestRedisCluster> {
  const size = options.size ?? 3
  const ports = await freePorts(size, 65_536 - BUS_PORT_OFFSET)
  const nodes = await Promise.all(
    ports.map((port) =>
      startRedis({
        port,
        args: [
          '--cluster-enabled',
          'yes',
          '--cluster-node-timeout',
          '2000',
          '--cluster-require-full-coverage',
          'no',
        ],
      }),
    ),
  )
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
    const [first] = clients
    for (const port of ports.slice(1)) await first?.call('CLUSTER', 'MEET', '127.0.0.1', String(port))
    for (const client of clients) {
      await until('the cluster serves all slots', async () => {
        const info = String(await client.call('CLUSTER', 'INFO'))
        return (
          info.includes('cluster_state:ok') &&
          info.includes(`cluster_slots_ok:${SLOTS}`) &&
          info.includes(`cluster_known_nodes:${size}`)
        )
      })
    }
    return {
      url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
      nodes,
      async nodeOf(key) {
        const slot = Number(await withClient(nodes, (client) => client.call('CLUSTER', 'KEYSLOT', key)))
        const node = nodes[Math.min(size - 1, Math.floor(((slot + 1) * size - 1) / SLOTS))]
        if (node === undefined) throw new Error(`no node for slot ${slot}`)
        return node
      },
      async close() {
        await Promise.all(nodes.map((node) => node.close()))
      },
    }
  } catch (error) {
    await Promise.all(nodes.map((node) => node.close()))
    throw error
  } finally {
    for (const client of clients) client.disconnect()
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
