import { describe, expect, it } from 'vitest'
import { ConfigError } from '@counterfoil/service/settings/config-faults'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { parseConfig } from './config.ts'

const SECRET = testSecret()
const faults = (env: Record<string, string>) => {
  try {
    parseConfig({ PROVIDER_SECRET: SECRET, ...env })
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.faults.map(({ setting }) => setting) : [String(error)]
  }
}

describe(parseConfig, () => {
  it('requires nothing but a secret', () => {
    expect(parseConfig({ PROVIDER_SECRET: SECRET })).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      name: 'Harbour',
      database: { kind: 'embedded', dataDir: '.data/provider' },
      adminSocket: { path: '.data/provider/admin.sock', isNamed: false },
      sendsIssuer: false,
      accessTokenSeconds: 7_200,
      refreshIdleMs: undefined,
      seed: 'none',
    })
  })

  it('converts days to milliseconds, a database URL to its kind, and `none` to undefined', () => {
    expect(parseConfig({ PROVIDER_SECRET: SECRET, PROVIDER_REFRESH_IDLE_DAYS: '2' }).refreshIdleMs).toBe(
      172_800_000,
    )
    expect(parseConfig({ PROVIDER_SECRET: SECRET, DATABASE_URL: 'postgres://h/d' }).database).toMatchObject({
      kind: 'postgres',
    })
    expect(
      parseConfig({ PROVIDER_SECRET: SECRET, PROVIDER_ADMIN_SOCKET: 'none' }).adminSocket,
    ).toBeUndefined()
  })

  it.each([
    ['http://127.0.0.1:4000', []],
    ['http://localhost:4000', []],
    ['http://[::1]:4000', []],
    ['https://harbour.example', []],
    ['http://harbour.example', ['PROVIDER_PUBLIC_URL']],
    ['http://192.168.0.10:4000', ['PROVIDER_PUBLIC_URL']],
    ['https://example.com/harbour', ['PROVIDER_PUBLIC_URL']],
    ['harbour', ['PROVIDER_PUBLIC_URL']],
  ])('accepts %s as the public address, or returns the reason', (url, expected) => {
    expect(faults({ PROVIDER_PUBLIC_URL: url, PROVIDER_TRUSTED_PROXIES: '1' })).toEqual(expected)
  })

  it('requires the public address if it listens beyond this machine', () => {
    expect(faults({ PROVIDER_HOST: '0.0.0.0' })).toEqual(['PROVIDER_PUBLIC_URL'])
  })

  it('requires the number of trusted proxies if it is reached by https, even if it is zero', () => {
    const PROVIDER_PUBLIC_URL = 'https://harbour.example'
    expect(faults({ PROVIDER_PUBLIC_URL })).toEqual(['PROVIDER_TRUSTED_PROXIES'])
    expect(faults({ PROVIDER_PUBLIC_URL, PROVIDER_TRUSTED_PROXIES: '0' })).toEqual([])
  })

  it.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://h/d' },
    { PROVIDER_PUBLIC_URL: 'https://harbour.example', PROVIDER_TRUSTED_PROXIES: '0' },
  ])('creates demo accounts on a public address only if that is confirmed: %j', (where) => {
    const env = { ...where, PROVIDER_SEED: 'demo' }
    expect(faults(env)).toEqual(['PROVIDER_SEED'])
    expect(faults({ ...env, PROVIDER_SEED_PUBLIC: 'true' })).toEqual([])
    expect(faults({ PROVIDER_SEED: 'demo' })).toEqual([])
  })

  it('sends mail to a server with a complete address; into a folder without one', () => {
    const PROVIDER_SMTP_URL = 'smtps://books:secret@mail.example:465'
    expect(faults({ PROVIDER_SMTP_URL })).toEqual(['PROVIDER_MAIL_FROM'])
    expect(faults({ PROVIDER_SMTP_URL, PROVIDER_MAIL_FROM: 'nobody' })).toEqual(['PROVIDER_MAIL_FROM'])
    for (const url of ['mail.example', 'http://mail.example', 'smtp:', 'smtp://'])
      expect(faults({ PROVIDER_SMTP_URL: url, PROVIDER_MAIL_FROM: 'a@b.example' }), url).toEqual([
        'PROVIDER_SMTP_URL',
      ])
    expect(faults({ PROVIDER_SMTP_URL, PROVIDER_MAIL_FROM: 'a@b.example' })).toEqual([])
    expect(parseConfig({ PROVIDER_SECRET: testSecret(), PROVIDER_DATA_DIR: '/data' }).mail.carrier).toEqual({
      kind: 'outbox',
      folder: '/data/outbox',
    })
  })

  it('refuses a guessable token for the metrics', () => {
    expect(faults({ PROVIDER_METRICS_TOKEN: testSecret().slice(0, 15) })).toEqual(['PROVIDER_METRICS_TOKEN'])
    expect(faults({ PROVIDER_METRICS_TOKEN: testSecret().slice(0, 16) })).toEqual([])
  })

  it('accepts a list of secrets, newest first, and no guessable one', () => {
    const [old, next] = [testSecret('old'), testSecret('next')]
    expect(parseConfig({ PROVIDER_SECRET: `${next}, ${old}` }).secrets).toEqual([next, old])
    for (const list of [`${next},short`, ',', `${next.slice(0, 31)},${old}`, `${'n'.repeat(32)},${old}`])
      expect(faults({ PROVIDER_SECRET: list }), list).toEqual(['PROVIDER_SECRET'])
  })

  it('reports all faults at once and never a value', () => {
    expect(
      faults({
        PROVIDER_SECRET: 'short',
        PROVIDER_PORT: '70000',
        DATABASE_URL: 'mysql://hunter2@h/d',
        PROVIDER_ISS: 'yes',
        PROVIDER_SEED: 'all',
        PROVIDER_PUBLIC_URL: 'harbour',
        PROVIDER_ADMIN_SOCKET: `/tmp/${'x'.repeat(100)}`,
        PROVIDER_ACCESS_TOKEN_SECONDS: '0',
      }).sort(),
    ).toEqual([
      'DATABASE_URL',
      'PROVIDER_ACCESS_TOKEN_SECONDS',
      'PROVIDER_ADMIN_SOCKET',
      'PROVIDER_ISS',
      'PROVIDER_PORT',
      'PROVIDER_PUBLIC_URL',
      'PROVIDER_SECRET',
      'PROVIDER_SEED',
    ])
    expect(() => parseConfig({ PROVIDER_SECRET: 'short', DATABASE_URL: 'mysql://hunter2@h/d' })).not.toThrow(
      /hunter2/,
    )
  })
})
