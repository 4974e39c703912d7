import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { provideRedis } from '@counterfoil/tools/machine/provision'
import { startChild, type Child } from './child.ts'
import { freePort } from './free-port.ts'
import { endRedis, keepOrEnd, takeSpare } from './spare-redis.ts'
import { until } from './until.ts'

/** A real Redis on a free loopback port, in its own folder. */
export type TestRedis = {
  readonly url: string
  readonly host: '127.0.0.1'
  readonly port: number
  readonly pid: number
  /** Ends the process; its data goes with it unless `persistence` was asked for. */
  stop(): Promise<void>
  /** Ends the process at once, as a crash does, without closing connections. */
  kill(): Promise<void>
  /** Starts it after {@link TestRedis.stop} or {@link TestRedis.kill}, with the same port and folder. */
  start(): Promise<void>
  /** Freezes the process: connections stay open and nothing answers. */
  pause(): void
  resume(): void
  /** Returns every key with its value as printable text, to search for secrets. */
  dump(): Promise<string>
  /** Makes it accept writes, or only reads, as with a full disk or without its replicas. */
  takeWrites(takes: boolean): Promise<void>
  /** Ends the process and removes the folder. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type RedisOptions = {
  /** A free one by default. */
  readonly port?: number
  /** True to keep data over a stop and start, in an append-only file. */
  readonly persistence?: boolean
  /** Further settings of redis.conf as command line arguments, for example `['--maxmemory', '2mb']`. */
  readonly args?: readonly string[]
}

/**
 * A Redis server for one test. Takes about 30 ms, and a few where an earlier test of the file has left one as it got it
 * (`spare-redis-setup.ts`).
 */
export async function startRedis(options: RedisOptions = {}): Promise<TestRedis> {
  const isPlain =
    options.port === undefined && options.persistence !== true && (options.args ?? []).length === 0
  const spare = isPlain ? takeSpare() : undefined
  const folder = spare?.folder ?? (await mkdtemp(join(tmpdir(), 'counterfoil-redis-')))
  const port = spare?.port ?? options.port ?? (await freePort())
  let child = spare?.child ?? (await spawnRedis(folder, port, options))
  /** True while no test has stopped, killed or frozen the process. */
  let isUntouched = isPlain

  async function start(): Promise<void> {
    isUntouched = false
    child = await spawnRedis(folder, port, options)
  }
  async function stop(): Promise<void> {
    isUntouched = false
    child.process.kill('SIGCONT')
    await child.stop('SIGTERM')
  }
  async function kill(): Promise<void> {
    isUntouched = false
    await child.stop('SIGKILL')
  }
  function signal(name: NodeJS.Signals): void {
    isUntouched = false
    child.process.kill(name)
  }
  let isClosed = false
  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await (isUntouched ? keepOrEnd : endRedis)({ child, folder, port })
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    get pid() {
      // The caller will send it a signal.
      isUntouched = false
      return child.process.pid ?? 0
    },
    start,
    stop,
    kill,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    dump: () => dumpRedis(`redis://127.0.0.1:${port}`),
    takeWrites: async (takes) => {
      const client = new Redis(`redis://127.0.0.1:${port}`, { maxRetriesPerRequest: 1 })
      await client.config('SET', 'min-replicas-to-write', takes ? '0' : '1')
      client.disconnect()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Resolves once it answers. */
async function spawnRedis(folder: string, port: number, options: RedisOptions): Promise<Child> {
  const child = startChild(await provideRedis(), [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--daemonize', 'no'],
    ...['--appendonly', options.persistence === true ? 'yes' : 'no', '--appendfsync', 'always'],
    ...(options.args ?? []),
  ])
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  await until(
    `Redis answers on port ${port}`,
    async () => hasEnded || (await answers(port, options.args ?? [])),
  ).catch((cause: unknown) => {
    throw new Error(`Redis does not answer:\n${child.output()}`, { cause })
  })
  if (hasEnded) throw new Error(`Redis ended at its start:\n${child.output()}`)
  return child
}

/** True if the server answers anything, even "authentication required". */
async function answers(port: number, args: readonly string[]): Promise<boolean> {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch (error) {
    if (args.includes('--tls-port')) return true
    return error instanceof Error && /NOAUTH|NOPERM|WRONGPASS/.test(error.message)
  } finally {
    client.disconnect()
  }
}

/** Every key of the server at `url` with its value, as text. */
export async function dumpRedis(url: string): Promise<string> {
  const client = new Redis(url, { maxRetriesPerRequest: 1 })
  client.on('error', () => undefined)
  try {
    const lines: string[] = []
    for await (const keys of client.scanStream({ count: 500 })) {
      for (const key of keys as string[]) lines.push(`${key} ${await printable(client, key)}`)
    }
    return lines.join('\n')
  } finally {
    client.disconnect()
  }
}

async function printable(client: Redis, key: string): Promise<string> {
  switch (await client.type(key)) {
    case 'string':
      return (await client.get(key)) ?? ''
    case 'hash':
      return JSON.stringify(await client.hgetall(key))
    case 'set':
      return JSON.stringify(await client.smembers(key))
    case 'zset':
      return JSON.stringify(await client.zrange(key, '0', '-1', 'WITHSCORES'))
    case 'list':
      return JSON.stringify(await client.lrange(key, 0, -1))
    case 'stream':
      return JSON.stringify(await client.xrange(key, '-', '+'))
    default:
      return ''
  }
}
