import { Redis } from 'ioredis'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startRedisCluster } from './redis-cluster.ts'
import { startRedis, type TestRedis } from './redis.ts'

describe(startRedis, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.close())

  it('dumps keys of every type with their values', async () => {
    const client = new Redis(redis.url)
    await client.set('a', 'plain')
    await client.hset('b', 'field', 'hashed')
    await client.sadd('c', 'member')
    await client.zadd('d', 1, 'scored')
    client.disconnect()
    const dump = await redis.dump()
    for (const word of ['plain', 'hashed', 'member', 'scored']) expect(dump).toContain(word)
  })

  it('is unreachable after a stop, and reachable and empty after a start', async () => {
    await redis.stop()
    await redis.start()
    expect(await redis.dump()).toBe('')
  })
})

describe(startRedisCluster, () => {
  it('has replicas that know every slot and the greatest epoch, so that one can take over when its primary freezes', async () => {
    const cluster = await startRedisCluster({ replicas: true })
    const clients = [...cluster.nodes, ...cluster.replicas].map(({ url }) => new Redis(url))
    try {
      const infos = await Promise.all(
        clients.map(async (client) => String(await client.call('CLUSTER', 'INFO'))),
      )
      const read = (name: string) => infos.map((info) => new RegExp(`${name}:(\\d+)`).exec(info)?.[1])
      expect(read('cluster_my_epoch')).toEqual(['1', '2', '3', '1', '2', '3'])
      expect(new Set(read('cluster_current_epoch'))).toEqual(new Set(['6']))
      expect(new Set(read('cluster_slots_ok'))).toEqual(new Set(['16384']))
    } finally {
      for (const client of clients) client.disconnect()
      await cluster.close()
    }
  })
})

describe(startPostgres, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  it('copies a database from a template', async () => {
    const first = await postgres.createDatabase()
    const client = new Client({ connectionString: first.url })
    await client.connect()
    await client.query('create table things (name text)')
    await client.query("insert into things values ('oak')")
    await client.end()
    const copy = await postgres.createDatabase(first.name)
    const reader = new Client({ connectionString: copy.url })
    await reader.connect()
    expect((await reader.query('select name from things')).rows).toEqual([{ name: 'oak' }])
    await reader.end()
  })
})

describe(sharePostgres, () => {
  it('drops what it created when it is closed, and nothing else', async () => {
    const [first, second] = [await sharePostgres(), await sharePostgres()]
    const [gone, left] = [await first.createDatabase(), await second.createDatabase()]
    await first.close()
    await expect(gone.execute('select 1')).rejects.toThrow('does not exist')
    await left.execute('select 1')
    await second.close()
  })
})
