import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'

const KEY = testSecret('k1')
const GOOD = {
  BFF_SESSION_SECRETS: testSecret(),
  BFF_TOKEN_KEYS: `k1:${KEY}`,
  BFF_PROVIDER_CLIENT_ID: 'client',
  BFF_PROVIDER_CLIENT_SECRET: 'client-secret',
}
const parse = (env: Record<string, string | undefined> = {}) =>
  parseConfig({ ...GOOD, ...env }, () => undefined)
function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    parse(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ setting }) => setting)
    throw error
  }
  return []
}

describe(parseConfig, () => {
  it('requires only the secrets; every other setting defaults to the demo', () => {
    expect(parse()).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      provider: { name: 'Harbour', realm: 'http://127.0.0.1:4000', pkce: 'auto', issuer: undefined },
    })
  })

  it('reports all invalid settings at once and never their values', () => {
    const env = {
      BFF_PORT: '70000',
      BFF_PUBLIC_URL: 'http://app.example',
      BFF_SESSION_SECRETS: 'hunter2',
      BFF_TOKEN_KEYS: 'k1:hunter2',
      BFF_PROVIDER_CLIENT_ID: undefined,
      BFF_PROVIDER_CLIENT_SECRET: 'hunter',
      BFF_PROVIDER_SCOPES: 'everything:read',
      BFF_PROVIDER_PKCE: 'maybe',
      BFF_SUPPORT_URL: 'javascript:hunter2',
      REDIS_URL: 'http://user:hunter2@host',
      BFF_REDIS_CA_FILE: '/nowhere',
    }
    expect(new Set(faultsOf(env))).toEqual(new Set(Object.keys(env)))
    expect(() => parse(env)).not.toThrow(/hunter2/)
  })

  it.each([
    ['http://localhost:3000', []],
    ['http://127.0.0.1:3000', []],
    ['http://app.example', ['BFF_PUBLIC_URL']],
    ['https://app.example', []],
    ['https://app.example/path', ['BFF_PUBLIC_URL']],
  ])('accepts %s as the public address or reports the fault', (url, faults) => {
    expect(faultsOf({ BFF_PUBLIC_URL: url, BFF_TRUSTED_PROXIES: '1' })).toEqual(faults)
  })

  it('requires the number of trusted proxies with an https address, even if it is 0', () => {
    const env = { BFF_PUBLIC_URL: 'https://app.example' }
    expect(faultsOf(env)).toEqual(['BFF_TRUSTED_PROXIES'])
    expect(parse({ ...env, BFF_TRUSTED_PROXIES: '0' }).trustedProxies).toBe(0)
    expect(parse().trustedProxies).toBe(0)
  })

  it('refuses a guessable metrics token', () => {
    expect(faultsOf({ BFF_METRICS_TOKEN: testSecret().slice(0, 15) })).toEqual(['BFF_METRICS_TOKEN'])
    expect(parse({ BFF_METRICS_TOKEN: testSecret().slice(0, 16) }).metricsToken).toBe(
      testSecret().slice(0, 16),
    )
  })

  it.each([
    ['https://support.example/contact?from=app', []],
    ['mailto:help@counterfoil.example', []],
    ['mailto:help@counterfoil.example?subject=Counterfoil', []],
    ['http://support.example/', ['BFF_SUPPORT_URL']],
    ['https://user:password@support.example/', ['BFF_SUPPORT_URL']],
    ['mailto:', ['BFF_SUPPORT_URL']],
    ['mailto:help', ['BFF_SUPPORT_URL']],
    ['mailto:"><script>"@b.example', ['BFF_SUPPORT_URL']],
    ['mailto:a@b.example,c@d.example', ['BFF_SUPPORT_URL']],
    ['javascript:alert(1)', ['BFF_SUPPORT_URL']],
    ['data:text/html,hello@there', ['BFF_SUPPORT_URL']],
    ['help@counterfoil.example', ['BFF_SUPPORT_URL']],
    ['/contact', ['BFF_SUPPORT_URL']],
  ])('accepts %s as the support contact or reports the fault', (url, faults) => {
    expect(faultsOf({ BFF_SUPPORT_URL: url })).toEqual(faults)
    if (faults.length === 0) expect(parse({ BFF_SUPPORT_URL: url }).supportUrl).toBe(url)
  })

  it('has no support contact by default', () => {
    expect(parse().supportUrl).toBeUndefined()
    expect(parse({ BFF_SUPPORT_URL: ' ' }).supportUrl).toBeUndefined()
  })

  it('seals with the first of several keys, and refuses duplicate key ids and keys of one byte', () => {
    expect(parse({ BFF_TOKEN_KEYS: `k2:${KEY},k1:${KEY}` }).tokenKeys.map(({ id }) => id)).toEqual([
      'k2',
      'k1',
    ])
    expect(faultsOf({ BFF_TOKEN_KEYS: `k1:${KEY},k1:${KEY}` })).toEqual(['BFF_TOKEN_KEYS'])
    expect(faultsOf({ BFF_TOKEN_KEYS: `k1:${testSecret().slice(2)}` })).toEqual(['BFF_TOKEN_KEYS'])
    expect(faultsOf({ BFF_TOKEN_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` })).toEqual([
      'BFF_TOKEN_KEYS',
    ])
    expect(faultsOf({ BFF_TOKEN_KEYS: ' , ' })).toEqual(['BFF_TOKEN_KEYS'])
  })

  it('refuses an idle timeout longer than the absolute session lifetime', () => {
    expect(faultsOf({ BFF_SESSION_IDLE_MINUTES: '61', BFF_SESSION_ABSOLUTE_HOURS: '1' })).toEqual([
      'BFF_SESSION_IDLE_MINUTES',
    ])
    expect(faultsOf({ BFF_SESSION_IDLE_MINUTES: '60', BFF_SESSION_ABSOLUTE_HOURS: '1' })).toEqual([])
  })

  it('accepts "none" as the optional scopes', () => {
    expect(parse({ BFF_PROVIDER_OPTIONAL_SCOPES: 'none' }).provider.optionalScopes).toEqual([])
  })

  it.each([
    [undefined, ['books', 'transactions', 'reports']],
    ['transactions,reports', ['books', 'transactions', 'reports']],
    ['reports', ['books', 'reports']],
    ['none', ['books']],
  ])(
    'accepts %j as the features of the provider, and requests the transactions permission only if it has them',
    (text, offers) => {
      const { provider } = parse(text === undefined ? {} : { BFF_PROVIDER_FEATURES: text })
      expect(provider.offers).toEqual(offers)
      expect(provider.scopes.includes('transaction:read')).toBe(provider.offers.includes('transactions'))
    },
  )

  it.each(['payroll', 'transactions payroll', 'none reports'])(
    'refuses %j as features of the provider',
    (text) => {
      expect(faultsOf({ BFF_PROVIDER_FEATURES: text })).toEqual(['BFF_PROVIDER_FEATURES'])
    },
  )

  it('requests no write permission when a business is connected', () => {
    expect(parse({}).provider.scopes.every((scope) => scope.endsWith(':read'))).toBe(true)
  })
})
