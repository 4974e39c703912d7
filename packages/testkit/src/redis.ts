import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { provideRedis } from '@counterfoil/tools/provision'
import { startChild, type Child } from './child.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** A real Redis on a free loopback port, in its own folder. */
export type TestRedis = {
  readonly url: string
  readonly host: '127.0.0.1'
  readonly port: number
  readonly pid: number
  /** Ends the process; its data goes with it unless `persistence` was asked for. */
  stop(): Promise<void>
  /** As a crash does: at once, with nothing said to anybody. */
  kill(): Promise<void>
  /** After {@link TestRedis.stop} or {@link TestRedis.kill}: the same port and folder again. */
  start(): Promise<void>
  /** Freezes the process: connections stay open and nothing answers. */
  pause(): void
  resume(): void
  /** Every key with its value as printable text, to search for what must not be there. */
  dump(): Promise<string>
  /** Ends the process and removes the folder. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type RedisOptions = {
  /** A free one unless told. */
  readonly port?: number
  /** Keep data over a stop and start (an append-only file). */
  readonly persistence?: boolean
  /** More of redis.conf, as command line arguments, for example `['--maxmemory', '2mb']`. */
  readonly args?: readonly string[]
}

/** Starts a Redis server for one test file. Takes about 30 ms. */
export async function startRedis(options: RedisOptions = {}): Promise<TestRedis> {
  const program = await provideRedis()
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-redis-'))
  const port = options.port ?? (await freePort())
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--daemonize', 'no'],
    ...['--appendonly', options.persistence === true ? 'yes' : 'no', '--appendfsync', 'always'],
    ...(options.args ?? []),
  ]
  let child: Child

  async function start(): Promise<void> {
    const started = startChild(program, args)
    child = started
    let hasEnded = false
    void started.exited.then(() => (hasEnded = true))
    await until(
      `Redis answers on port ${port}`,
      async () => hasEnded || (await answers(port, options.args ?? [])),
    ).catch((cause: unknown) => {
      throw new Error(`Redis does not answer:\n${started.output()}`, { cause })
    })
    if (hasEnded) throw new Error(`Redis ended at its start:\n${started.output()}`)
  }
  async function stop(): Promise<void> {
    child.process.kill('SIGCONT')
    await child.stop('SIGTERM')
  }
  async function kill(): Promise<void> {
    await child.stop('SIGKILL')
  }
  async function close(): Promise<void> {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    get pid() {
      return child.process.pid ?? 0
    },
    start,
    stop,
    kill,
    pause: () => void child.process.kill('SIGSTOP'),
    resume: () => void child.process.kill('SIGCONT'),
    dump: () => dumpRedis(`redis://127.0.0.1:${port}`),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** An answer of any kind, also "authentication required", means that the server is there. */
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
