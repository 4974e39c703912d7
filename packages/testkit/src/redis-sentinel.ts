import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { provideRedis } from '@counterfoil/tools/provision'
import { startChild } from './child.ts'
import { freePorts } from './free-port.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { until } from './until.ts'

/** One primary, one replica, three sentinels. */
export type TestSentinelSet = {
  /** For `REDIS_URL` with `BFF_REDIS_MODE=sentinel`: the sentinels. */
  readonly url: string
  readonly name: 'main'
  readonly primary: TestRedis
  readonly replica: TestRedis
  /** The port that the sentinels name as primary at this moment. */
  primaryPort(): Promise<number>
  close(): Promise<void>
}

const DOWN_AFTER_MS = 500

/** Starts the set and waits until the sentinels know one another and the replica is in step. */
export async function startRedisSentinel(): Promise<TestSentinelSet> {
  const program = await provideRedis()
  const primary = await startRedis({ args: ['--repl-diskless-sync-delay', '0'] })
  const replica = await startRedis({ args: ['--replicaof', '127.0.0.1', String(primary.port)] })
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-sentinel-'))
  const ports = await freePorts(3)
  const children = await Promise.all(
    ports.map(async (port) => {
      const file = join(folder, `${port}.conf`)
      await writeFile(
        file,
        [
          `port ${port}`,
          'bind 127.0.0.1',
          `dir ${folder}`,
          `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
          `sentinel down-after-milliseconds main ${DOWN_AFTER_MS}`,
          'sentinel failover-timeout main 3000',
          'sentinel parallel-syncs main 1',
          '',
        ].join('\n'),
      )
      return startChild(program, [file, '--sentinel'])
    }),
  )
  const sentinels = ports.map(
    (port) => new Redis({ host: '127.0.0.1', port, maxRetriesPerRequest: 1, retryStrategy: () => 50 }),
  )
  for (const sentinel of sentinels) sentinel.on('error', () => undefined)

  async function close(): Promise<void> {
    for (const sentinel of sentinels) sentinel.disconnect()
    await Promise.all(children.map((child) => child.stop('SIGKILL')))
    await Promise.all([primary.close(), replica.close()])
    await rm(folder, { recursive: true, force: true })
  }

  try {
    for (const sentinel of sentinels) {
      await until('the sentinels know one another and the replica', async () => {
        const facts = (await sentinel.call('SENTINEL', 'MASTER', 'main')) as string[]
        const fact = (name: string) => facts[facts.indexOf(name) + 1]
        return fact('num-other-sentinels') === '2' && fact('num-slaves') === '1' && fact('flags') === 'master'
      })
    }
    const replicaClient = new Redis(replica.url)
    await until('the replica is in step', async () => {
      return (await replicaClient.info('replication')).includes('master_link_status:up')
    })
    replicaClient.disconnect()
  } catch (error) {
    await close()
    throw error
  }

  return {
    url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    name: 'main',
    primary,
    replica,
    async primaryPort() {
      const [sentinel] = sentinels
      const address = (await sentinel?.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')) as string[]
      return Number(address[1])
    },
    close,
  }
}
