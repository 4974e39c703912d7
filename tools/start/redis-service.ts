import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { provideRedis } from '../machine/provision.ts'
import { startService, untilReady, type Service } from './services.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('No free port was found for Redis.')
  return address.port
}

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // Redis accepts connections while it loads its file, but answers LOADING.
    return (await client.ping()) === 'PONG'
  } finally {
    client.disconnect()
  }
}

/** Checks that a Redis answers. @throws Error if nothing answers at `url` */
export async function requireRedis(url: string): Promise<void> {
  if (await answers(url).catch(() => false)) return
  throw new Error(
    'REDIS_URL: no Redis answers there; start it, or leave REDIS_URL unset to have one started.',
  )
}

/**
 * Starts a Redis that keeps its data in `folder`, reachable from this machine alone and only with the password.
 * The configuration is passed by standard input, because every user of the machine can read arguments.
 */
export async function startRedisService(options: {
  readonly folder: string
  readonly logFile: string
  readonly password: string
}): Promise<{ readonly service: Service; readonly url: string }> {
  const program = await provideRedis()
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const port = await freePort()
  const input = [
    'bind 127.0.0.1',
    `port ${port}`,
    `dir "${options.folder}"`,
    `requirepass ${options.password}`,
    'save ""',
    'appendonly yes',
    'appendfsync everysec',
    // When memory is full, writes must be refused and no key evicted: the keys are people's connections.
    'maxmemory-policy noeviction',
  ].join('\n')
  const service = await startService('Redis', program, ['-'], {
    env: process.env,
    logFile: options.logFile,
    input,
  })
  const url = `redis://:${options.password}@127.0.0.1:${port}`
  await untilReady(service, () => answers(url))
  return { service, url }
}
