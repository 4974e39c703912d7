import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '@counterfoil/testkit/certificate'
import { freePort } from '@counterfoil/testkit/free-port'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisClient } from './redis-client.ts'
import { type RedisConfig } from './redis-config.ts'
import { singleRedisConfig, configFor, open, unavailable } from './testing/redis-clients.ts'

describe('Redis access control lists (ACL)', () => {
  let server: TestRedis
  beforeAll(async () => {
    server = await startRedis()
    const admin = new Redis(server.url)
    await admin.acl('SETUSER', 'bff', 'on', '>s3cret', '~*', '&*', '+@all', '-@dangerous', '+info')
    await admin.acl('SETUSER', 'default', 'off')
    admin.disconnect()
  })
  afterAll(() => server.close())

  it('authenticate by user name and password', async () => {
    const client = await open(singleRedisConfig(`redis://bff:s3cret@127.0.0.1:${server.port}`))
    await client.redis.set('a', '1')
    expect(await client.redis.get('a')).toBe('1')
    await unavailable(client.redis.flushall())
    await client.close()
  })

  it('keep the BFF not ready for a wrong password, which is reported without the password', async () => {
    const messages: string[] = []
    const client = createRedisClient(singleRedisConfig(`redis://bff:hunter2@127.0.0.1:${server.port}`), {
      onEvent: (event) => messages.push(JSON.stringify(event)),
    })
    await until('the refusal is reported', () => messages.some((message) => message.includes('WRONGPASS')))
    expect(client.isReady()).toBe(false)
    await unavailable(client.redis.get('a'))
    expect(messages.join()).not.toContain('hunter2')
    await client.close()
  })
})

describe('TLS to Redis', () => {
  let folder: string
  let server: TestRedis
  let port: number
  let ca: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil-tls-'))
    const { key, cert } = await makeCertificate(folder)
    ca = await readFile(cert, 'utf8')
    port = await freePort()
    server = await startRedis({
      args: [
        '--tls-port',
        String(port),
        '--tls-cert-file',
        cert,
        '--tls-key-file',
        key,
        '--tls-auth-clients',
        'no',
      ],
    })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })
  const tls = (overrides: Partial<NonNullable<RedisConfig['tls']>>) =>
    configFor({
      nodes: [{ host: '127.0.0.1', port }],
      tls: { ca: undefined, cert: undefined, key: undefined, serverName: undefined, ...overrides },
    })

  it('is used with the configured certificate authority', async () => {
    const client = await open(tls({ ca }))
    await client.redis.set('a', '1')
    expect(await client.redis.get('a')).toBe('1')
    await client.close()
  })

  it.each([
    ['an authority nobody named', () => tls({})],
    ['a certificate of another name', () => tls({ ca, serverName: 'redis.example' })],
  ])('is refused for %s', async (_name, config) => {
    const messages: string[] = []
    const client = createRedisClient(config(), {
      onEvent: ({ message }) => messages.push(message ?? ''),
    })
    await until('the refusal is reported', () =>
      messages.some((message) => /certificate|altnames/i.test(message)),
    )
    await unavailable(client.redis.get('a'))
    await client.close()
  })
})
