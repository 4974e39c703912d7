import { describe, expect, it } from 'vitest'
import { readSettings, type Environment } from '@counterfoil/service/settings/config-faults'
import { parseProvider } from './provider-config.ts'

const CREDENTIALS = {
  BFF_PROVIDER_CLIENT_ID: 'client',
  BFF_PROVIDER_CLIENT_SECRET: 'client-secret',
}

function parse(env: Environment, file?: string) {
  const settings = readSettings({ ...CREDENTIALS, ...env })
  return { provider: parseProvider(settings, () => file), faults: settings.faults() }
}

describe(parseProvider, () => {
  it('defaults to Harbour on this machine with read permissions only', () => {
    expect(parse({})).toMatchObject({
      faults: [],
      provider: {
        name: 'Harbour',
        realm: 'http://127.0.0.1:4000',
        addresses: {
          authorize: 'http://127.0.0.1:4000/oauth2/authorize/',
          token: 'http://127.0.0.1:4000/oauth2/token/',
          revoke: 'http://127.0.0.1:4000/oauth2/token-revoke/',
        },
        metadataUrls: ['http://127.0.0.1:4000/.well-known/oauth-authorization-server'],
        clientId: 'client',
        clientSecret: 'client-secret',
        scopes: [
          ...['user:read', 'business:read', 'account:read', 'customer:read', 'invoice:read'],
          ...['product:read', 'estimate:read', 'transaction:read'],
        ],
        optionalScopes: [
          ...['sales_tax:read', 'vendor:read', 'customer:write', 'product:write'],
          ...['invoice:write', 'invoice:send', 'estimate:write', 'estimate:send'],
        ],
        ...{ pkce: 'auto', issuer: undefined, iss: 'off', credentials: 'form', refresh: 'keeps' },
        graphql: {
          url: 'http://127.0.0.1:4000/graphql/public',
          limits: { perMinutePerConnection: 1200, perMinute: 6000 },
        },
        ...{ plansUrl: undefined, connectedAppsUrl: undefined },
        offers: ['books', 'transactions', 'reports'],
      },
    })
  })

  it('reads another provider from its settings, one environment variable for each value', () => {
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
    ).toMatchObject({
      faults: [],
      provider: {
        name: 'Quay',
        addresses: { token: 'https://id.example/oauth2/token/' },
        graphql: {
          url: 'https://api.example/graphql',
          limits: { perMinutePerConnection: 7, perMinute: 70 },
        },
        clientId: 'another',
        clientSecret: 'another-secret',
        scopes: ['user:read', 'business:read'],
        optionalScopes: ['invoice:*'],
        pkce: 'off',
        issuer: 'https://issuer.example',
        iss: 'required',
        refusals: { planEnded: [{ at: 'token', status: 403 }, {}] },
        plansUrl: 'https://quay.example/plans',
        connectedAppsUrl: 'https://quay.example/apps',
        offers: ['books', 'transactions', 'reports'],
      },
    })
  })

  it.each(['auto', 'on', 'off'])('refuses %s as the PKCE setting', (pkce) => {
    expect(parse({ BFF_PROVIDER_PKCE: pkce })).toMatchObject({ faults: [], provider: { pkce } })
  })

  it('accepts rate limits from 1 to 100 million calls', () => {
    const name = 'BFF_PROVIDER_GRAPHQL_PER_MINUTE'
    for (const limit of ['1', '100000000'])
      expect(parse({ [name]: limit })).toMatchObject({
        faults: [],
        provider: { graphql: { limits: { perMinute: Number(limit) } } },
      })
    for (const limit of ['0', '100000001', '1.5'])
      expect(parse({ [name]: limit }).faults.map(({ setting }) => setting)).toEqual([name])
  })

  it('reports faults of permissions and features, without the given values', () => {
    expect(parse({ BFF_PROVIDER_SCOPES: 'user:read everything:read' }).faults).toEqual([
      { setting: 'BFF_PROVIDER_SCOPES', message: 'names a permission that does not exist' },
    ])
    expect(parse({ BFF_PROVIDER_FEATURES: 'payroll' }).faults).toEqual([
      { setting: 'BFF_PROVIDER_FEATURES', message: 'must be none, or some of transactions, reports' },
    ])
  })

  it('refuses an address to which tokens would be sent unencrypted, and reports it once', () => {
    expect(
      parse({ BFF_PROVIDER_AUTH_URL: 'http://id.example' }).faults.map(({ setting }) => setting),
    ).toEqual(['BFF_PROVIDER_AUTH_URL'])
    expect(parse({ BFF_PROVIDER_AUTH_URL: 'http://harbour:4000' }).faults).toEqual([])
  })
})

describe('a provider whose profile is a file', () => {
  const FILE = { BFF_PROVIDER_PROFILE: '/etc/ledger.json' }
  const LEDGER = {
    ...{ name: 'Ledger', issuer: 'https://id.example', identity: { from: 'idToken' } },
    scopes: { openid: null, 'books.read': { en: 'See books', de: 'Bücher sehen', fr: 'Voir les livres' } },
  }

  it('has its own scopes, and the credentials of the settings', () => {
    expect(parse(FILE, JSON.stringify(LEDGER))).toMatchObject({
      faults: [],
      provider: {
        ...{ name: 'Ledger', clientId: 'client', clientSecret: 'client-secret', realm: 'https://id.example' },
        scopes: ['openid', 'books.read'],
        scopeWords: { 'books.read': { de: 'Bücher sehen' } },
        offers: [],
      },
    })
  })

  it.each([
    ['cannot be read', undefined, 'cannot be read'],
    ['is no JSON', '{', 'must be a file with one JSON object'],
    ['is a list', '[]', 'must be a file with one JSON object'],
    [
      'has a secret',
      JSON.stringify({ ...LEDGER, clientSecret: 'x' }),
      'must not have clientId or clientSecret',
    ],
  ])('is refused if it %s', (_name, file, message) => {
    const { faults } = parse(FILE, file)
    expect(faults).toMatchObject([
      { setting: 'BFF_PROVIDER_PROFILE', message: expect.stringContaining(message) as string },
    ])
  })

  it('is refused together with a setting of Harbour, and reports all of its own faults at once', () => {
    const faulty = { ...LEDGER, issuer: 'http://id.example', pkce: 'maybe', colour: 'red' }
    const { faults } = parse({ ...FILE, BFF_PROVIDER_PKCE: 'on' }, JSON.stringify(faulty))
    expect(faults.map(({ setting, message }) => `${setting}: ${message}`)).toEqual([
      "BFF_PROVIDER_PKCE: belongs to Harbour's profile; remove it, or BFF_PROVIDER_PROFILE",
      expect.stringContaining('issuer must be an https address'),
      expect.stringContaining("pkce must be one of auto, on, off; write pkce: 'on'."),
      expect.stringContaining('colour is no member of a profile; remove it.'),
    ])
  })
})
