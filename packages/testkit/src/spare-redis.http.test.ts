import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startRedis } from './redis.ts'
import { endSpares, keepSpares } from './spare-redis.ts'

/** The number of a process without asking the server's handle for it, which would count as touching it. */
async function processOf(client: Redis): Promise<string | undefined> {
  return /process_id:(\d+)/.exec(await client.info('server'))?.[1]
}

function open(url: string): Redis {
  const client = new Redis(url, { retryStrategy: () => null })
  client.on('error', () => undefined)
  return client
}

describe('a Redis that a test has closed', () => {
  beforeEach(async () => {
    await endSpares()
    keepSpares()
  })
  afterEach(async () => {
    await endSpares()
    keepSpares()
  })

  it('is reused by the next test: empty, at another address, and without its old clients', async () => {
    const first = await startRedis()
    const client = open(first.url)
    const number = await processOf(client)
    await client.set('a', 'left behind')
    await client.eval('return 1', 0)
    const left = new Promise((resolve) => client.once('end', resolve))
    await first.close()
    await left

    const second = await startRedis()
    expect(second.port).not.toBe(first.port)
    expect(await second.dump()).toBe('')
    const next = open(second.url)
    expect(await processOf(next)).toBe(number)
    expect(await next.info('commandstats')).not.toMatch(/cmdstat_(?:set|eval):/)
    expect(await next.call('SCRIPT', 'EXISTS', 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db')).toEqual([0])
    await expect(open(first.url).ping()).rejects.toThrow('Connection is closed')
    next.disconnect()
    await second.close()
  })

  it('is not reused if the test configured, stopped or froze it', async () => {
    const first = await startRedis()
    const client = open(first.url)
    const number = await processOf(client)
    await client.config('SET', 'maxmemory', '100mb')
    client.disconnect()
    await first.close()

    const second = await startRedis()
    const other = open(second.url)
    expect(await processOf(other)).not.toBe(number)
    const otherNumber = await processOf(other)
    second.pause()
    second.resume()
    other.disconnect()
    await second.close()

    const third = await startRedis()
    const last = open(third.url)
    expect(await processOf(last)).not.toBe(otherNumber)
    last.disconnect()
    await third.close()
  })

  it('is stopped at the end of its test file', async () => {
    const redis = await startRedis()
    await redis.close()
    await endSpares()
    await expect(open(redis.url).ping()).rejects.toThrow('Connection is closed')
  })
})
