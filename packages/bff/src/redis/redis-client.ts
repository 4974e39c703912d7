import { createHash } from 'node:crypto'
import type { ConnectionOptions } from 'node:tls'
import { Cluster, Redis } from 'ioredis'
import type { ObserveCommand } from './command-spans.ts'
import { createSilenceRegister, guardNode, observeCommands, translateErrors } from './guarded-client.ts'
import type { RedisConfig } from './redis-config.ts'
import { StoreUnavailableError, toStoreError } from './store-unavailable.ts'

/** The time in milliseconds after which a connection that does not answer is closed and made again. */
const DEAD_SOCKET_MS = 3000
const CONNECT_TIMEOUT_MS = 1000
const FIRST_RECONNECT_MS = 50
const LONGEST_RECONNECT_MS = 1000
const CLUSTER_SLOTS = 16_384
const CLUSTER_PROBES = 16
const PROBE_KEY = 'probe:writable'
const PROBE_SECONDS = 60

export interface RedisClientEvents {
  /** Called when the store becomes usable or unusable, and for connection errors; never with a secret. */
  readonly onEvent?: (event: { readonly event: string; readonly message?: string }) => void
  /** Called for every command that is sent; the returned function is called when the command ends. */
  readonly onCommand?: ObserveCommand | undefined
}

export interface RedisClient {
  /**
   * The client for commands. Every failure that the state of the store causes is a {@link StoreUnavailableError}, within the
   * deadline. On a cluster the keys of one command, script or transaction must share a slot (`{hash tag}`).
   */
  readonly redis: Redis
  readonly mode: RedisConfig['mode']
  /** Returns true if a command can be sent at this moment. Sends nothing itself. */
  isReady(): boolean
  /** Proves that every part of the store answers reads. Throws {@link StoreUnavailableError}. */
  proveReadable(): Promise<void>
  /** Proves that every part of the store takes writes. Throws {@link StoreUnavailableError}. */
  proveWritable(): Promise<void>
  /** Returns the servers that hold keys, for SCAN. One, except on a cluster. */
  primaries(): readonly Redis[]
  /**
   * Opens a connection for SUBSCRIBE, which reconnects and subscribes again by itself. The caller closes it. It notices a silent
   * server only when it sends a command: subscribe again now and then.
   */
  openSubscriber(): Redis
  /** Resolves when a command can be sent; rejects with {@link StoreUnavailableError} after `timeoutMs`. */
  untilReady(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the client of the store. It connects in the background and never stops trying. Without a connection no command is queued,
 * so a request learns at once that the store is down.
 */
export function createRedisClient(config: RedisConfig, events: RedisClientEvents = {}): RedisClient {
  const report = events.onEvent ?? (() => {})
  const silence = createSilenceRegister(report)
  const connection = config.mode === 'cluster' ? openCluster(config) : openSingle(config, 'main')

  if (connection instanceof Cluster) {
    connection.on('+node', (node: Redis) => guardNode(node, config.commandTimeoutMs, silence))
    for (const node of connection.nodes()) guardNode(node, config.commandTimeoutMs, silence)
    translateErrors(connection)
  } else {
    guardNode(connection, config.commandTimeoutMs, silence)
  }
  connection.on('error', (error: Error) =>
    report({ event: 'store.connection-error', message: error.message }),
  )
  connection.on('ready', () => report({ event: 'store.ready' }))
  connection.on('close', () => report({ event: 'store.closed' }))
  const stopReviving = revive(connection)

  if (events.onCommand !== undefined) observeCommands(connection, events.onCommand)
  evaluateByDigest(connection)

  // Both classes generate the same command methods; the limits of a cluster are described at `redis`.
  const redis = connection as unknown as Redis
  const isReady = () => connection.status === 'ready' && !silence.isSilent(connection)

  return {
    redis,
    mode: config.mode,
    isReady,
    proveReadable: () => proveReadable(connection),
    proveWritable: () => proveWritable(connection),
    primaries: () => (connection instanceof Cluster ? connection.nodes('master') : [connection]),
    openSubscriber() {
      const subscriber =
        connection instanceof Cluster ? openCluster(config) : openSingle(config, 'subscriber')
      subscriber.on('error', () => {})
      return subscriber as unknown as Redis
    },
    async untilReady(timeoutMs) {
      const deadline = AbortSignal.timeout(timeoutMs)
      while (!isReady()) {
        if (deadline.aborted) throw new StoreUnavailableError('the store did not become ready')
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async close() {
      stopReviving()
      silence.stop()
      await close(connection)
    },
  }
}

/**
 * Sends scripts by their digest: shorter, and the server need not compute it. A server that does not know a script answers NOSCRIPT
 * without running it; then it receives the text and remembers it.
 */
function evaluateByDigest(connection: Pick<Redis, 'eval' | 'evalsha'>): void {
  const evaluate = connection.eval.bind(connection) as (...args: unknown[]) => Promise<unknown>
  const byDigest = connection.evalsha.bind(connection) as (...args: unknown[]) => Promise<unknown>
  const digests = new Map<unknown, string>()
  connection.eval = async (script: unknown, ...args: unknown[]) => {
    const digest = digests.get(script) ?? createHash('sha1').update(String(script)).digest('hex')
    digests.set(script, digest)
    return byDigest(digest, ...args).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return evaluate(script, ...args)
      throw error
    })
  }
}

/** Proves that reads are answered. Redis refuses PING (MISCONF) while its disk is full, although it answers reads. */
async function proveReadable(connection: Redis | Cluster): Promise<void> {
  if (connection instanceof Cluster) await pingCluster(connection)
  else await connection.get(PROBE_KEY)
}

async function proveWritable(connection: Redis | Cluster): Promise<void> {
  if (!(connection instanceof Cluster)) {
    await connection.set(PROBE_KEY, '1', 'EX', PROBE_SECONDS)
    return
  }
  await pingCluster(connection)
  // Enough tags to reach every primary of a usual cluster.
  const tags = Array.from({ length: CLUSTER_PROBES }, (_, index) => index)
  await Promise.all(tags.map((tag) => connection.set(`${PROBE_KEY}:{${tag}}`, '1', 'EX', PROBE_SECONDS)))
}

async function close(connection: Redis | Cluster): Promise<void> {
  if (connection.status === 'end') return
  const ended = new Promise((resolve) => connection.once('end', resolve))
  connection.disconnect()
  // A cluster that never connected ends without an event.
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200).unref())])
}

/**
 * Connects again after the client has stopped trying. With Sentinel it stops if a failover is announced while it asks for the
 * primary: its failover detector, still that of the connection before, then aborts the new attempt.
 * @returns the function to call before the connection is closed on purpose
 */
function revive(connection: Redis | Cluster): () => void {
  let timer: NodeJS.Timeout | undefined
  const connectAgain = () => {
    timer = setTimeout(() => void connection.connect().catch(() => undefined), FIRST_RECONNECT_MS)
  }
  connection.on('end', connectAgain)
  return () => {
    connection.off('end', connectAgain)
    clearTimeout(timer)
  }
}

/**
 * Checks that every primary answers and reports that each slot has a reachable owner. The nodes are asked, because the client's own
 * table keeps the last owner of a slot for ever.
 */
async function pingCluster(cluster: Cluster): Promise<void> {
  const asked = cluster.nodes('master').map((node) => node.cluster('INFO'))
  const infos = await Promise.all(asked).catch((error: Error) => {
    throw toStoreError(error)
  })
  const isWhole = (info: unknown) => String(info).includes(`cluster_slots_ok:${CLUSTER_SLOTS}\r`)
  if (infos.length === 0 || !infos.every(isWhole)) {
    throw new StoreUnavailableError('a part of the cluster is not there')
  }
}

function tlsOptions(config: RedisConfig): ConnectionOptions | undefined {
  if (config.tls === undefined) return undefined
  const { ca, cert, key, serverName } = config.tls
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    minVersion: 'TLSv1.2',
  }
}

function sharedOptions(config: RedisConfig) {
  const tls = tlsOptions(config)
  return {
    ...(config.username === undefined ? {} : { username: config.username }),
    ...(config.password === undefined ? {} : { password: config.password }),
    ...(tls === undefined ? {} : { tls }),
    connectionName: 'counterfoil-bff',
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: DEAD_SOCKET_MS,
    // A command that was sent before the connection broke may have been done: it is never sent again automatically.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    keepAlive: 10_000,
    disableClientInfo: true,
    protocol: 2,
    // The server has become a replica: reconnect, and with Sentinel find the new primary.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  } as const
}

/** Returns the delay before the next attempt, doubled from 50 ms to 1 s: short after a restart, and a low load during an outage. */
export function reconnectDelayMs(attempt: number): number {
  return Math.min(LONGEST_RECONNECT_MS, FIRST_RECONNECT_MS * 2 ** Math.min(attempt - 1, 10))
}

function openSingle(config: RedisConfig, purpose: 'main' | 'subscriber'): Redis {
  const common = {
    ...sharedOptions(config),
    db: config.database,
    enableOfflineQueue: purpose === 'subscriber',
    retryStrategy: reconnectDelayMs,
  }
  if (config.mode === 'sentinel') {
    const sentinelTls = tlsOptions(config)
    return new Redis({
      ...common,
      sentinels: config.nodes.map((node) => ({ ...node })),
      name: config.sentinelName,
      role: 'master',
      sentinelUsername: config.sentinelUsername,
      sentinelPassword: config.sentinelPassword,
      ...(sentinelTls === undefined ? {} : { sentinelTLS: sentinelTls, enableTLSForSentinelMode: true }),
      sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
      sentinelRetryStrategy: reconnectDelayMs,
      failoverDetector: purpose === 'main',
    })
  }
  const [node] = config.nodes
  if (node === undefined) throw new Error('no Redis address')
  return new Redis({ ...common, host: node.host, port: node.port })
}

function openCluster(config: RedisConfig): Cluster {
  return new Cluster(
    config.nodes.map((node) => ({ ...node })),
    {
      enableOfflineQueue: false,
      clusterRetryStrategy: reconnectDelayMs,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      slotsRefreshInterval: 5000,
      // Redirections and a short wait during a failover must fit into the time of one request.
      maxRedirections: 4,
      retryDelayOnFailover: 100,
      retryDelayOnClusterDown: 100,
      retryDelayOnTryAgain: 50,
      redisOptions: sharedOptions(config),
    },
  )
}
