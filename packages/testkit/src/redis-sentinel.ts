import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { provideRedis } from '@counterfoil/tools/machine/provision'
import { startChild } from './child.ts'
import { freePorts } from './free-port.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { until } from './until.ts'

export type TestSentinelSet = {
  /** The value of `REDIS_URL` with `BFF_REDIS_MODE=sentinel`: the addresses of the Sentinels. */
  readonly url: string
  readonly name: 'main'
  readonly primary: TestRedis
  readonly replica: TestRedis
  readonly sentinels: readonly TestSentinel[]
  /** The port that the sentinels name as primary at this moment. */
  primaryPort(): Promise<number>
  /** Promotes the replica now, whether or not the Sentinels have noticed that the primary is down. */
  failOver(): Promise<void>
  close(): Promise<void>
}

/** A Sentinel, which stores its state in a file. */
export type TestSentinel = { kill(): Promise<void>; start(): void }

export type RedisSentinelOptions = {
  /** The milliseconds after which a silent primary counts as down. Longer than the test, if only the test may fail over. */
  readonly downAfterMs?: number
  /** True to keep the data of a server over a stop and start. */
  readonly persistence?: boolean
}

/** Starts the set and waits until the sentinels know one another and the replica is in step. */
export async function startRedisSentinel({
  downAfterMs = 500,
  persistence = false,
}: RedisSentinelOptions = {}): Promise<TestSentinelSet> {
  const program = await provideRedis()
  const primary = await startRedis({ persistence, args: ['--repl-diskless-sync-delay', '0'] })
  const replica = await startRedis({ persistence, args: ['--replicaof', '127.0.0.1', String(primary.port)] })
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-sentinel-'))
  const ports = await freePorts(3)
  const fileOf = (port: number): string => join(folder, `${port}.conf`)
  // The Sentinels are configured with each other and the replica: discovering them takes seconds.
  const ids = ports.map(() => randomBytes(20).toString('hex'))
  const children = await Promise.all(
    ports.map(async (port, self) => {
      const file = fileOf(port)
      await writeFile(
        file,
        [
          `port ${port}`,
          'bind 127.0.0.1',
          `dir ${folder}`,
          `sentinel myid ${ids[self]}`,
          `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
          `sentinel down-after-milliseconds main ${downAfterMs}`,
          'sentinel failover-timeout main 3000',
          'sentinel parallel-syncs main 1',
          `sentinel known-replica main 127.0.0.1 ${replica.port}`,
          ...ids.flatMap((id, other) =>
            other === self ? [] : [`sentinel known-sentinel main 127.0.0.1 ${ports[other]} ${id}`],
          ),
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
      await until('the sentinels reach one another and the replica', async () => {
        const ask = async (what: string) => factsOf(await sentinel.call('SENTINEL', what, 'main'))
        const [replicaFacts, ...others] = [...(await ask('REPLICAS')), ...(await ask('SENTINELS'))]
        return (
          replicaFacts?.get('flags') === 'slave' &&
          replicaFacts.get('master-link-status') === 'ok' &&
          others.length === 2 &&
          others.every((facts) => facts.get('flags') === 'sentinel')
        )
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

  const [asked] = sentinels
  async function primaryPort(): Promise<number> {
    const address = (await asked?.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main')) as string[]
    return Number(address[1])
  }
  const watchers = ports.map((port, index): TestSentinel => ({
    kill: async () => children[index]?.stop('SIGKILL'),
    start: () => void (children[index] = startChild(program, [fileOf(port), '--sentinel'])),
  }))

  return {
    url: `redis://${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
    name: 'main',
    primary,
    replica,
    sentinels: watchers,
    primaryPort,
    async failOver() {
      await until(
        'the sentinels name the replica',
        async () => {
          if ((await primaryPort()) === replica.port) return true
          // Refused while a failover is under way, and until the replica is known to answer.
          await asked?.call('SENTINEL', 'FAILOVER', 'main')
          return false
        },
        { everyMs: 50 },
      )
    },
    close,
  }
}

/** A list of lists in which each name is followed by its value. */
function factsOf(answer: unknown): Map<string, string>[] {
  return (answer as string[][]).map((words) => {
    const names = words.filter((_word, index) => index % 2 === 0)
    return new Map(names.map((name, index) => [name, words[2 * index + 1] ?? '']))
  })
}
