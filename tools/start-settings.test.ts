import { describe, expect, it } from 'vitest'
import {
  bffEnvironment,
  planStart,
  providerEnvironment,
  SettingError,
  type Secrets,
} from './start-settings.ts'

const secrets: Secrets = {
  providerSecret: 'p'.repeat(43),
  sessionSecret: 's'.repeat(43),
  tokenKey: 'k1:key',
  redisPassword: 'r',
  applications: {},
}
const started = { redisUrl: 'redis://:r@127.0.0.1:7001', clientId: 'id', clientSecret: 'secret' }

describe(planStart, () => {
  it('puts the app and the provider on two sites', () => {
    const plan = planStart({}, '/here')
    expect(plan).toMatchObject({
      dataDir: '/here/.data',
      appUrl: 'http://localhost:3000',
      providerUrl: 'http://127.0.0.1:4000',
      callbackUrl: 'http://localhost:3000/connect/callback',
      redisUrl: undefined,
    })
  })

  it('moves the public addresses with the ports', () => {
    const plan = planStart({ BFF_PORT: '3100', PROVIDER_PORT: '4100' }, '/here')
    expect([plan.appUrl, plan.providerUrl]).toEqual(['http://localhost:3100', 'http://127.0.0.1:4100'])
  })

  it.each(['0', '65536', '-1', '3000.5', 'http', '1e3'])(
    'refuses the port %s by the name of its setting',
    (port) => {
      expect(() => planStart({ BFF_PORT: port }, '/here')).toThrow(
        new SettingError('BFF_PORT must be a whole number from 1 to 65535.'),
      )
    },
  )

  it.each(['1', '65535'])('accepts the port %s', (port) => {
    expect(planStart({ PROVIDER_PORT: port }, '/here').providerPort).toBe(Number(port))
  })

  it('counts an empty setting as not set', () => {
    expect(planStart({ BFF_PORT: ' ', REDIS_URL: '' }, '/here')).toMatchObject({
      appPort: 3000,
      redisUrl: undefined,
    })
  })

  it('takes a data folder as seen from the root', () => {
    expect(planStart({ COUNTERFOIL_DATA_DIR: 'elsewhere' }, '/here').dataDir).toBe('/here/elsewhere')
    expect(planStart({ COUNTERFOIL_DATA_DIR: '/there' }, '/here').dataDir).toBe('/there')
  })

  it('refuses one port for both', () => {
    expect(() => planStart({ BFF_PORT: '4000' }, '/here')).toThrow(SettingError)
  })
})

describe(providerEnvironment, () => {
  it('lets every setting of the caller win but the addresses of the plan', () => {
    const env = { PROVIDER_SEED: 'none', PROVIDER_SECRET: 'own', DATABASE_URL: 'postgres://x' }
    const made = providerEnvironment(env, planStart(env, '/here'), secrets)
    expect(made).toMatchObject({ ...env, PROVIDER_PORT: '4000', PROVIDER_DATA_DIR: '/here/.data/provider' })
  })
})

describe('the socket of the command line', () => {
  const socketOf = (dataDir: string): string | undefined =>
    providerEnvironment({}, planStart({ COUNTERFOIL_DATA_DIR: dataDir }, '/here'), secrets)[
      'PROVIDER_ADMIN_SOCKET'
    ]
  const rest = '/provider/admin.sock'.length

  it('is named by its whole path up to 100 bytes, and from the data folder beyond', () => {
    expect(socketOf(`/${'d'.repeat(99 - rest)}`)).toHaveLength(100)
    expect(socketOf(`/${'d'.repeat(100 - rest)}`)).toBe('provider/admin.sock')
  })
})

describe(bffEnvironment, () => {
  it('gives the app the Redis that was started and the application that was made', () => {
    const made = bffEnvironment({}, planStart({}, '/here'), secrets, started)
    expect(made).toMatchObject({
      REDIS_URL: started.redisUrl,
      BFF_PROVIDER_CLIENT_ID: 'id',
      BFF_PROVIDER_GRAPHQL_URL: 'http://127.0.0.1:4000/graphql/public',
    })
  })

  it('can be pointed at another provider', () => {
    const env = { BFF_PROVIDER_AUTH_URL: 'https://auth.example', BFF_PROVIDER_CLIENT_ID: 'other' }
    expect(bffEnvironment(env, planStart(env, '/here'), secrets, started)).toMatchObject(env)
  })
})
