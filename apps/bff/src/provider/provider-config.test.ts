import { describe, expect, it } from 'vitest'
import { readSettings, type Environment } from '@counterfoil/service/config-faults'
import { parseProvider } from './provider-config.ts'

const CREDENTIALS = {
  BFF_PROVIDER_CLIENT_ID: 'client',
  BFF_PROVIDER_CLIENT_SECRET: 'client-secret',
}

function parse(env: Environment) {
  const settings = readSettings({ ...CREDENTIALS, ...env })
  return { provider: parseProvider(settings), faults: settings.faults() }
}

describe(parseProvider, () => {
  it('is Harbour on this machine by default, and asks to read alone', () => {
    expect(parse({})).toEqual({
      faults: [],
      provider: {
        name: 'Harbour',
        authUrl: 'http://127.0.0.1:4000',
        graphqlUrl: 'http://127.0.0.1:4000/graphql/public',
        clientId: 'client',
        clientSecret: 'client-secret',
        scopes: [
          ...['user:read', 'business:read', 'account:read', 'customer:read', 'invoice:read'],
          ...['product:read', 'estimate:read', 'transaction:read'],
        ],
        optionalScopes: [
          ...['sales_tax:read', 'vendor:read', 'customer:write', 'product:write'],
          ...['invoice:write', 'invoice:send'],
        ],
        pkce: 'auto',
        issuer: undefined,
        planRefusal: 'reason',
        graphqlLimits: { perMinutePerConnection: 600, perMinute: 6000 },
        plansUrl: undefined,
        connectedAppsUrl: undefined,
        offers: ['transactions', 'reports'],
      },
    })
  })

  it('is another one by the settings, each under its own name', () => {
    expect(
      parse({
        BFF_PROVIDER_NAME: 'Quay',
        BFF_PROVIDER_AUTH_URL: 'https://id.example',
        BFF_PROVIDER_GRAPHQL_URL: 'https://api.example/graphql',
        BFF_PROVIDER_CLIENT_ID: 'another',
        BFF_PROVIDER_CLIENT_SECRET: 'another-secret',
        BFF_PROVIDER_SCOPES: 'user:read,  business:read',
        BFF_PROVIDER_OPTIONAL_SCOPES: 'invoice:*',
        BFF_PROVIDER_PKCE: 'off',
        BFF_PROVIDER_ISSUER: 'https://issuer.example',
        BFF_PROVIDER_PLAN_REFUSAL: 'status',
        BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: '7',
        BFF_PROVIDER_GRAPHQL_PER_MINUTE: '70',
        BFF_PROVIDER_PLANS_URL: 'https://quay.example/plans',
        BFF_PROVIDER_CONNECTED_APPS_URL: 'https://quay.example/apps',
        BFF_PROVIDER_FEATURES: 'reports,  transactions',
      }),
    ).toEqual({
      faults: [],
      provider: {
        name: 'Quay',
        authUrl: 'https://id.example',
        graphqlUrl: 'https://api.example/graphql',
        clientId: 'another',
        clientSecret: 'another-secret',
        scopes: ['user:read', 'business:read'],
        optionalScopes: ['invoice:*'],
        pkce: 'off',
        issuer: 'https://issuer.example',
        planRefusal: 'status',
        graphqlLimits: { perMinutePerConnection: 7, perMinute: 70 },
        plansUrl: 'https://quay.example/plans',
        connectedAppsUrl: 'https://quay.example/apps',
        offers: ['transactions', 'reports'],
      },
    })
  })

  it.each(['auto', 'on', 'off'])('takes %s for whether it knows PKCE', (pkce) => {
    expect(parse({ BFF_PROVIDER_PKCE: pkce })).toMatchObject({ faults: [], provider: { pkce } })
  })

  it.each(['reason', 'status'])('takes a %s for what says that a plan has ended', (planRefusal) => {
    expect(parse({ BFF_PROVIDER_PLAN_REFUSAL: planRefusal })).toMatchObject({
      faults: [],
      provider: { planRefusal },
    })
  })

  it('takes limits from one call to a hundred million', () => {
    const name = 'BFF_PROVIDER_GRAPHQL_PER_MINUTE'
    for (const limit of ['1', '100000000'])
      expect(parse({ [name]: limit })).toMatchObject({
        faults: [],
        provider: { graphqlLimits: { perMinute: Number(limit) } },
      })
    for (const limit of ['0', '100000001', '1.5'])
      expect(parse({ [name]: limit }).faults.map(({ setting }) => setting)).toEqual([name])
  })

  it('says what is wrong with permissions and features, and repeats no value', () => {
    expect(parse({ BFF_PROVIDER_SCOPES: 'user:read everything:read' }).faults).toEqual([
      { setting: 'BFF_PROVIDER_SCOPES', message: 'names a permission that does not exist' },
    ])
    expect(parse({ BFF_PROVIDER_FEATURES: 'payroll' }).faults).toEqual([
      { setting: 'BFF_PROVIDER_FEATURES', message: 'must be none, or some of transactions, reports' },
    ])
  })
})
