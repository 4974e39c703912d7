import { describe, expect, it } from 'vitest'
import { parseRedisConfig, type RedisSettings } from './redis-config.ts'
import { singleRedisConfig } from './testing/redis-clients.ts'

const SETTINGS: RedisSettings = {
  url: 'redis://127.0.0.1:6379',
  mode: undefined,
  sentinelName: undefined,
  sentinelUsername: undefined,
  sentinelPassword: undefined,
  caPem: undefined,
  certPem: undefined,
  keyPem: undefined,
  tlsServerName: undefined,
  commandTimeoutMs: undefined,
}
const parse = (settings: Partial<RedisSettings>) => parseRedisConfig({ ...SETTINGS, ...settings })
const faultsOf = (settings: Partial<RedisSettings>) => {
  const parsed = parse(settings)
  return parsed.kind === 'faults' ? parsed.faults.map(({ setting }) => setting) : []
}

describe(parseRedisConfig, () => {
  it.each([
    ['redis://h', { nodes: [{ host: 'h', port: 6379 }], database: 0 }],
    ['redis://h:1/3', { nodes: [{ host: 'h', port: 1 }], database: 3 }],
    ['redis://h:65535/', { nodes: [{ host: 'h', port: 65_535 }] }],
    ['redis://[::1]:7000', { nodes: [{ host: '::1', port: 7000 }] }],
    ['redis://:p%40ss@h', { username: undefined, password: 'p@ss' }],
    ['redis://me:a:b@h', { username: 'me', password: 'a:b' }],
  ])('parses %s', (url, config) => {
    expect(parse({ url })).toMatchObject({ kind: 'config', config })
  })

  it('accepts a separate password of any characters, with or without a user name', () => {
    const password = String.raw`p@ss:/#?%"'\ $`
    expect(parse({ url: 'redis://h', password })).toMatchObject({ config: { username: undefined, password } })
    expect(parse({ url: 'redis://me@h', password })).toMatchObject({ config: { username: 'me', password } })
  })

  it('waits for a replica by default if failovers are possible', () => {
    const replicasOf = (settings: Partial<RedisSettings>) => {
      const parsed = parse(settings)
      return parsed.kind === 'config' ? parsed.config.replicas : undefined
    }
    expect(replicasOf({})).toBe(0)
    expect(replicasOf({ mode: 'cluster' })).toBe(1)
    expect(replicasOf({ mode: 'sentinel', sentinelName: 'main' })).toBe(1)
    expect(replicasOf({ mode: 'cluster', replicas: 0 })).toBe(0)
    expect(replicasOf({ replicas: 2 })).toBe(2)
  })

  it('uses TLS for rediss:// only', () => {
    expect(singleRedisConfig('rediss://h').tls).toEqual({
      ca: undefined,
      cert: undefined,
      key: undefined,
      serverName: undefined,
    })
    expect(singleRedisConfig('redis://h').tls).toBeUndefined()
  })

  it('accepts several hosts for Sentinel and Cluster, each with its default port', () => {
    expect(parse({ url: 'redis://a,b:1', mode: 'sentinel', sentinelName: 'main' })).toMatchObject({
      config: {
        nodes: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 1 },
        ],
        sentinelName: 'main',
      },
    })
    expect(parse({ url: 'redis://a,b:1', mode: 'cluster' })).toMatchObject({
      config: {
        nodes: [
          { host: 'a', port: 6379 },
          { host: 'b', port: 1 },
        ],
      },
    })
  })

  it.each<[string, Partial<RedisSettings>, string[]]>([
    ['an unknown mode', { mode: 'many' }, ['BFF_REDIS_MODE']],
    ['another scheme', { url: 'http://h' }, ['REDIS_URL']],
    ['nothing', { url: '' }, ['REDIS_URL']],
    ['port 0', { url: 'redis://h:0' }, ['REDIS_URL']],
    ['a port that is too high', { url: 'redis://h:65536' }, ['REDIS_URL']],
    ['a user without a password', { url: 'redis://secret@h' }, ['REDIS_URL']],
    ['two passwords', { url: 'redis://:one@h', password: 'two' }, ['BFF_REDIS_PASSWORD']],
    ['several hosts for a single server', { url: 'redis://a,b' }, ['REDIS_URL']],
    ['an empty host', { url: 'redis://a,,b', mode: 'cluster' }, ['REDIS_URL']],
    ['a database of a cluster', { url: 'redis://a/1', mode: 'cluster' }, ['REDIS_URL']],
    ['sentinel without a name', { mode: 'sentinel' }, ['BFF_REDIS_SENTINEL_NAME']],
    ['certificates without TLS', { caPem: 'x' }, ['REDIS_URL']],
    ['a certificate without its key', { url: 'rediss://h', certPem: 'x' }, ['BFF_REDIS_KEY_FILE']],
    ['two faults', { url: 'x', mode: 'y' }, ['BFF_REDIS_MODE', 'REDIS_URL']],
  ])('refuses %s, naming the setting', (_name, settings, faults) => {
    expect(faultsOf(settings)).toEqual(faults)
  })

  it('never repeats the password in a fault', () => {
    expect(JSON.stringify(parse({ url: 'redis://me:hunter2@h:0' }))).not.toContain('hunter2')
  })
})
