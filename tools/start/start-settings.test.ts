import { describe, expect, it } from 'vitest'
import {
  bffEnvironment,
  parseArguments,
  planStart,
  providerEnvironment,
  SettingError,
  type Environment,
  type Secrets,
} from './start-settings.ts'

const secrets: Secrets = {
  providerSecret: 'p'.repeat(43),
  sessionSecret: 's'.repeat(43),
  tokenKey: 'k1:key',
  redisPassword: 'r',
  applications: {},
}
const planOf = (env: Environment) => planStart(env, '/here').plan
const started = { redisUrl: 'redis://:r@127.0.0.1:7001', clientId: 'id', clientSecret: 'secret' }

describe(planStart, () => {
  it('puts the app and the provider on two sites', () => {
    const plan = planOf({})
    expect(plan).toMatchObject({
      dataDir: '/here/.data',
      appUrl: 'http://localhost:3000',
      providerUrl: 'http://127.0.0.1:4000',
      callbackUrl: 'http://localhost:3000/connect/callback',
      redisUrl: undefined,
    })
  })

  it('moves the public addresses with the ports', () => {
    const plan = planOf({ BFF_PORT: '3100', PROVIDER_PORT: '4100' })
    expect([plan.appUrl, plan.providerUrl]).toEqual(['http://localhost:3100', 'http://127.0.0.1:4100'])
  })

  it.each(['0', '65536', '-1', '3000.5', 'http', '1e3'])(
    'refuses the port %s by the name of its setting, and plans on with the usual one',
    (port) => {
      const { plan, faults } = planStart({ BFF_PORT: port }, '/here')
      expect(faults).toEqual([{ setting: 'BFF_PORT', message: 'must be a whole number from 1 to 65535' }])
      expect(plan.appUrl).toBe('http://localhost:3000')
    },
  )

  it('reports every fault at once', () => {
    const { faults } = planStart(
      { BFF_PORT: 'abc', PROVIDER_PORT: 'xyz', BFF_PUBLIC_URL: 'nonsense', PROVIDER_PUBLIC_URL: 'ftp://x' },
      '/here',
    )
    expect(faults.map(({ setting }) => setting)).toEqual([
      'BFF_PORT',
      'PROVIDER_PORT',
      'BFF_PUBLIC_URL',
      'PROVIDER_PUBLIC_URL',
    ])
  })

  it('ignores a trailing slash of a public address', () => {
    const plan = planOf({
      BFF_PUBLIC_URL: 'http://localhost:3100/',
      PROVIDER_PUBLIC_URL: 'http://127.0.0.1:4100/',
    })
    expect(plan).toMatchObject({
      appUrl: 'http://localhost:3100',
      callbackUrl: 'http://localhost:3100/connect/callback',
      providerUrl: 'http://127.0.0.1:4100',
    })
  })

  it.each(['1', '65535'])('accepts the port %s', (port) => {
    expect(planOf({ PROVIDER_PORT: port }).providerPort).toBe(Number(port))
  })

  it('treats an empty setting as not set', () => {
    expect(planOf({ BFF_PORT: ' ', REDIS_URL: '' })).toMatchObject({
      appPort: 3000,
      redisUrl: undefined,
    })
  })

  it('resolves a relative data folder from the root of the repository', () => {
    expect(planOf({ COUNTERFOIL_DATA_DIR: 'elsewhere' }).dataDir).toBe('/here/elsewhere')
    expect(planOf({ COUNTERFOIL_DATA_DIR: '/there' }).dataDir).toBe('/there')
  })

  it('refuses one port for both', () => {
    expect(planStart({ BFF_PORT: '4000' }, '/here').faults).toEqual([
      { setting: 'PROVIDER_PORT', message: 'must differ from BFF_PORT, which is 4000' },
    ])
  })
})

describe(providerEnvironment, () => {
  it('lets the caller override every setting except the planned addresses', () => {
    const env = { PROVIDER_SEED: 'none', PROVIDER_SECRET: 'own', DATABASE_URL: 'postgres://x' }
    const made = providerEnvironment(env, planOf(env), secrets)
    expect(made).toMatchObject({ ...env, PROVIDER_PORT: '4000', PROVIDER_DATA_DIR: '/here/.data/provider' })
  })
})

describe(parseArguments, () => {
  const none = { isFresh: false, isDev: false, seed: undefined }
  it.each([
    [[], none],
    [['--fresh'], { ...none, isFresh: true }],
    [['--dev', '--fresh'], { ...none, isFresh: true, isDev: true }],
    [['--fresh', '--seed', 'large'], { ...none, isFresh: true, seed: 'large' }],
    [['--seed', 'large', '--fresh'], { ...none, isFresh: true, seed: 'large' }],
  ])('reads %j', (argv, expected) => {
    expect(parseArguments(argv)).toEqual(expected)
  })

  it.each([[['--seed']], [['--seed', '--fresh']], [['--frsh']], [['large']]])('refuses %j', (argv) => {
    expect(() => parseArguments(argv)).toThrow(SettingError)
  })
})

describe('the demo accounts', () => {
  const seedOf = (env: Record<string, string>): string | undefined =>
    providerEnvironment(env, planOf(env), secrets)['PROVIDER_SEED']

  it('are created in a database that the start creates; in any other database, or on https, only on request', () => {
    expect(seedOf({})).toBe('demo')
    expect(seedOf({ DATABASE_URL: ' ' })).toBe('demo')
    expect(seedOf({ DATABASE_URL: 'postgres://x' })).toBe('none')
    expect(seedOf({ PROVIDER_PUBLIC_URL: 'https://harbour.example' })).toBe('none')
    expect(seedOf({ DATABASE_URL: 'postgres://x', PROVIDER_SEED: 'demo' })).toBe('demo')
  })
})

describe('the socket of the command line', () => {
  const socketOf = (dataDir: string): string | undefined =>
    providerEnvironment({}, planOf({ COUNTERFOIL_DATA_DIR: dataDir }), secrets)['PROVIDER_ADMIN_SOCKET']
  const rest = '/provider/admin.sock'.length

  it('has its full path up to 100 bytes, and a path relative to the data folder beyond', () => {
    expect(socketOf(`/${'d'.repeat(99 - rest)}`)).toHaveLength(100)
    expect(socketOf(`/${'d'.repeat(100 - rest)}`)).toBe('provider/admin.sock')
  })
})

describe(bffEnvironment, () => {
  it('passes the started Redis and the created application to the app', () => {
    const made = bffEnvironment({}, planOf({}), secrets, started)
    expect(made).toMatchObject({
      REDIS_URL: started.redisUrl,
      BFF_PROVIDER_CLIENT_ID: 'id',
      BFF_PROVIDER_ISSUER: 'http://127.0.0.1:4000',
      BFF_PROVIDER_GRAPHQL_URL: 'http://127.0.0.1:4000/graphql/public',
    })
  })

  it('can be pointed at another provider', () => {
    const env = { BFF_PROVIDER_AUTH_URL: 'https://auth.example', BFF_PROVIDER_CLIENT_ID: 'other' }
    const settings = bffEnvironment(env, planOf(env), secrets, started)
    expect(settings).toMatchObject(env)
    expect(settings).not.toHaveProperty('BFF_PROVIDER_ISSUER')
  })
})
