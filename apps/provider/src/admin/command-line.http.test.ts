import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitInput } from '@counterfoil/testkit/admin-input'
import { startChild } from '@counterfoil/testkit/child'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import type { ClientId } from '@counterfoil/oauth/ids'
import { parseConfig } from '../config.ts'
import { runProvider, type RunningProvider } from '../run.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'

const MAIN = join(import.meta.dirname, '../admin-main.ts')
const PROVIDER = join(import.meta.dirname, '..', 'main.ts')

/** Runs `harbour …` as a program of its own. */
async function harbour(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = startChild(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } })
  const code = await child.exited
  return { code, output: child.output() }
}
const json = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { output } = await harbour(env, ...args, '--json')
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Record<string, never>
}
const CREATE = [
  'application',
  'create',
  '--name',
  'Ledger Pal',
  '--redirect',
  'http://a.example/cb',
  '--restriction',
  'single_business',
]

describe('the command line', () => {
  let own: OwnDatabase
  let provider: RunningProvider
  const admin = (args: readonly string[]) => {
    const { argv, input } = splitInput(args)
    return provider.admin(argv, input)
  }
  const run = async (...argv: readonly string[]) => (await admin(argv)) as Record<string, any>
  const refusal = async (...argv: readonly string[]) => {
    try {
      await admin(argv)
      return 'done'
    } catch (error) {
      return (error as { code?: string }).code
    }
  }

  beforeAll(async () => {
    const config = parseConfig({
      PROVIDER_SECRET: 's'.repeat(32),
      PROVIDER_PORT: '0',
      PROVIDER_SEED: 'people',
      PROVIDER_ADMIN_SOCKET: 'none',
      PROVIDER_LOG_LEVEL: 'silent',
    })
    own = await makeOwnDatabase()
    provider = await runProvider({ ...config, database: own.location })
  })
  afterAll(async () => {
    await provider.close()
    await own.drop()
  })

  it('registers, shows, lists, changes, rotates and deletes an application', async () => {
    const made = await run(
      ...CREATE,
      '--redirect',
      'http://localhost:3000/cb',
      '--scopes',
      'user:read, invoice:*',
      '--optional-scopes',
      'invoice:*',
      '--reason',
      'user:read=to greet you',
      '--access-token-seconds',
      '60',
      '--owner',
      'many@harbour.example',
    )
    const addresses = {
      authorizeUrl: `${provider.url}/oauth2/authorize/`,
      tokenUrl: `${provider.url}/oauth2/token/`,
      revokeUrl: `${provider.url}/oauth2/token-revoke/`,
      graphqlUrl: `${provider.url}/graphql/public`,
    }
    expect(made).toMatchObject({
      name: 'Ledger Pal',
      clientSecret: expect.stringMatching(/^hcs_[A-Za-z0-9_-]{43}$/),
      redirectEntries: ['http://a.example/cb', 'http://localhost:3000/cb'],
      scopes: ['user:read', 'invoice:*'],
      accessTokenSeconds: 60,
      ...addresses,
    })
    const which = ['--client-id', String(made['clientId'])]
    const shown = await run('application', 'show', ...which)
    expect(JSON.stringify(shown)).not.toContain(made['clientSecret'])
    expect(shown['secrets']).toHaveLength(1)
    expect(shown).toMatchObject(addresses)
    const rotated = await run('application', 'rotate-secret', ...which, '--overlap-seconds', '60')
    expect(rotated['clientSecret']).not.toBe(made['clientSecret'])
    expect((await run('application', 'show', ...which))['secrets']).toHaveLength(2)
    expect(
      await run('application', 'update', ...which, '--name', 'Renamed', '--rotate-refresh-tokens'),
    ).toMatchObject({
      name: 'Renamed',
      rotateRefreshTokens: true,
      redirectEntries: made['redirectEntries'],
    })
    expect(
      await run('application', 'update', ...which, '--strict', '--no-rotate-refresh-tokens', '--no-checked'),
    ).toMatchObject({ strict: true, rotateRefreshTokens: false, checked: false })
    expect(await run('application', 'update', ...which, '--no-strict', '--checked')).toMatchObject({
      strict: false,
      rotateRefreshTokens: false,
      checked: true,
    })
    expect(
      (await run('application', 'list'))['applications'].map(
        ({ clientId }: { clientId: ClientId }) => clientId,
      ),
    ).toContain(made['clientId'])
    expect(await run('application', 'delete', ...which)).toMatchObject({ deleted: true })
    expect(await refusal('application', 'show', ...which)).toBe('not_found')
  })

  it('takes an id as the API shows it and as the database keeps it, everywhere, and shows both', async () => {
    const made = await run(...CREATE)
    const [user] = (await run('user', 'list'))['users'].filter(
      ({ email }: { email: string }) => email === 'many@harbour.example',
    )
    const business = await run('business', 'create', '--owner', user.userId, '--name', 'Two Ids')
    for (const which of [business['id'], business['businessId'], business['id'].toUpperCase()]) {
      expect(await run('plan', 'set', '--business', which, '--state', 'active')).toMatchObject({
        id: business['id'],
        businessId: business['businessId'],
      })
    }
    for (const which of [user.id, user.userId]) {
      expect(
        await run('member', 'add', '--user', which, '--business', business['businessId'], '--role', 'admin'),
      ).toMatchObject({ user: user.email })
      expect(await run('access', 'list', '--user', which)).toHaveProperty('access')
      expect(
        (await run('application', 'update', '--client-id', made['clientId'], '--owner', which))['id'],
      ).toBe(made['id'])
    }
    for (const which of [made['clientId'], made['id'], made['applicationId']]) {
      expect(await run('application', 'show', '--client-id', which)).toMatchObject({ name: 'Ledger Pal' })
      expect(await run('access', 'remove', '--user', user.id, '--client-id', which)).toMatchObject({
        removed: 0,
      })
    }
    // An id of another kind of thing is none.
    expect(await refusal('plan', 'set', '--business', user.userId, '--state', 'active')).toBe('not_found')
    await run('application', 'delete', '--client-id', made['applicationId'])
    expect(await refusal('application', 'show', '--client-id', made['id'])).toBe('not_found')
  })

  it('says whether a redirect URI would be accepted, and why', async () => {
    const made = await run(...CREATE)
    const test = (uri: string) =>
      run('application', 'redirect-test', '--client-id', String(made['clientId']), '--uri', uri)
    expect(await test('https://a.example/cb/x')).toEqual({ accepted: true, entry: 'http://a.example/cb' })
    expect(await test('http://a.example/cb/../x')).toEqual({
      accepted: false,
      reason: 'dot_segment',
      detail: 'path segment 2 is a dot segment',
    })
  })

  it('makes people, businesses, plans, members and personal tokens', async () => {
    const user = await run(
      'user',
      'create',
      '--email',
      'new@harbour.example',
      '--password',
      'long enough',
      '--first-name',
      'Noa',
    )
    const business = await run(
      'business',
      'create',
      '--owner',
      'NEW@harbour.example',
      '--name',
      'Noa Prints',
      '--state',
      'lapsed',
    )
    expect(await run('plan', 'set', '--business', 'noa prints', '--state', 'active')).toMatchObject({
      state: 'active',
      reason: null,
    })
    expect(
      await run(
        'plan',
        'set',
        '--business',
        String(business['id']),
        '--state',
        'lapsed',
        '--reason',
        'trial_over',
        '--on',
        '2026-11-02',
      ),
    ).toMatchObject({ reason: 'trial_over' })
    expect(
      await run(
        'member',
        'add',
        '--user',
        'empty@harbour.example',
        '--business',
        'Noa Prints',
        '--role',
        'viewer',
      ),
    ).toMatchObject({ role: 'viewer' })
    expect(
      await run('member', 'remove', '--user', 'empty@harbour.example', '--business', 'Noa Prints'),
    ).toMatchObject({ removed: true })
    const token = await run('token', 'create', '--user', String(user['id']), '--name', 'nightly')
    expect(token['token']).toMatch(/^hpt_/)
    expect((await run('token', 'list', '--user', 'new@harbour.example'))['tokens']).toMatchObject([
      { id: token['id'], name: 'nightly' },
    ])
    expect(await run('token', 'revoke', '--id', String(token['id']))).toMatchObject({ revoked: true })
    expect(await run('user', 'disable', '--user', 'new@harbour.example')).toMatchObject({ disabled: true })
    expect(await run('user', 'enable', '--user', 'new@harbour.example')).toMatchObject({ disabled: false })
    expect(await run('access', 'list', '--user', 'new@harbour.example')).toEqual({ access: [] })
    expect(await run('access', 'remove', '--user', 'new@harbour.example', '--all')).toMatchObject({
      removed: 0,
    })
  })

  it.each([
    ['unknown_command', ['nonsense']],
    ['unknown_command', ['application', 'burn']],
    ['usage', ['application', 'create', '--name', 'x']],
    ['usage', ['application', 'list', '--colour', 'red']],
    ['usage', ['application', 'list', 'extra']],
    ['invalid', [...CREATE.slice(0, -1), 'some']],
    ['invalid', [...CREATE, '--redirect', 'http://a.example/../x']],
    ['invalid', [...CREATE, '--scopes', 'user:write']],
    ['invalid', [...CREATE, '--access-token-seconds', '0']],
    ['invalid', [...CREATE, '--reason', 'no equals sign']],
    ['not_found', ['application', 'log', '--client-id', 'nobody']],
    ['not_found', ['token', 'create', '--user', 'nobody@harbour.example']],
    ['not_found', ['token', 'revoke', '--id', 'x']],
    ['not_found', ['plan', 'set', '--business', 'Nowhere', '--state', 'active']],
    ['invalid', ['plan', 'set', '--business', 'Fern & Co', '--state', 'paused']],
    ['invalid', ['plan', 'set', '--business', 'Fern & Co', '--state', 'lapsed', '--on', '2026-13-01']],
    ['already_exists', ['user', 'create', '--email', 'MANY@harbour.example', '--password', 'long enough']],
    ['invalid', ['user', 'create', '--email', 'no address', '--password', 'long enough']],
    ['invalid', ['user', 'create', '--email', 'a@b.example', '--password', 'short']],
    ['usage', ['access', 'remove', '--user', 'many@harbour.example']],
  ])('refuses with %s: %j', async (code, argv) => {
    expect(await refusal(...argv)).toBe(code)
  })

  it('says how a value is written that begins with a dash', async () => {
    const argv = ['application', 'create', '--name', 'x', '--access-token-seconds', '-1']
    await expect(provider.admin(argv)).rejects.toThrow(
      '--access-token-seconds has no value; one that begins with a dash is written --access-token-seconds=<value>.',
    )
  })
})

describe('harbour as a program', () => {
  it('works on the embedded database whether the provider runs or not', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'harbour-'))
    const env = {
      PROVIDER_DATA_DIR: dataDir,
      PROVIDER_SECRET: 's'.repeat(32),
      PROVIDER_PORT: '0',
      PROVIDER_SEED: 'people',
    }
    const made = await json(env, ...CREATE)

    const provider = startChild(process.execPath, [PROVIDER], { env: { PATH: process.env['PATH'], ...env } })
    await until('the provider has started', () => provider.output().includes('provider.started'))
    expect(statSync(join(dataDir, 'admin.sock')).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o077).toBe(0)
    expect((await json(env, 'application', 'list'))['applications']).toMatchObject([
      { clientId: made['clientId'] },
    ])
    const refused = await harbour(env, 'application', 'show', '--client-id', 'nobody')
    expect([refused.code, refused.output.trim()]).toEqual([
      1,
      'There is no application with the client id nobody.',
    ])
    expect(await json(env, 'plan', 'set', '--business', 'Nowhere', '--state', 'active')).toEqual({
      error: { code: 'not_found', message: 'There is no business Nowhere.' },
    })
    await provider.stop()
    expect(await provider.exited).toBe(0)
    expect(provider.output()).not.toContain(String(made['clientSecret']))

    expect((await harbour(env, 'application', 'list')).output).toContain(String(made['clientId']))
    rmSync(dataDir, { recursive: true })
  })

  it('makes no database of its own where it was not given the settings of a provider', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'harbour-'))
    const { code, output } = await harbour({ PROVIDER_DATA_DIR: dataDir }, ...CREATE)
    expect(code).toBe(1)
    expect(output).toContain(`No provider answers, and none has its database in ${dataDir}.`)
    expect(readdirSync(dataDir)).toEqual([])
    rmSync(dataDir, { recursive: true })
  })

  it('works on PostgreSQL without a provider, and shows its help without any database', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createDatabase()
    const env = { DATABASE_URL: url, PROVIDER_ADMIN_SOCKET: 'none' }
    const made = await json(env, ...CREATE)
    expect((await json(env, 'application', 'show', '--client-id', String(made['clientId'])))['name']).toBe(
      'Ledger Pal',
    )
    await postgres.close()
    const gone = { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/gone' }
    const help = await harbour(gone)
    expect(help).toMatchObject({ code: 0, output: expect.stringContaining('application create') })
    const lost = await harbour(gone, 'application', 'list')
    expect(lost.code).toBe(1)
    expect(lost.output.trim().split('\n')).toHaveLength(1)
  })

  it('tells all faults of the settings, and ends with a code that is not 0', async () => {
    const { code, output } = await harbour({ PROVIDER_PORT: 'x', PROVIDER_ISS: 'x' }, 'application', 'list')
    expect(code).toBe(1)
    expect(output).toContain('PROVIDER_PORT')
    expect(output).toContain('PROVIDER_ISS')
  })
})

describe('the provider as a program', () => {
  const start = (env: Readonly<Record<string, string>>) =>
    startChild(process.execPath, [PROVIDER], { env: { PATH: process.env['PATH'], ...env } })

  it.each([
    ['a missing secret', {}, 'PROVIDER_SECRET: is required'],
    [
      'a database that is not there',
      { PROVIDER_SECRET: 's'.repeat(32), DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      'DATABASE_URL: ',
    ],
  ])('ends with one clear line that names the setting: %s', async (_, env, line) => {
    const child = start(env)
    expect(await child.exited).toBe(1)
    expect(
      child
        .output()
        .trim()
        .split('\n')
        .filter((text) => !text.startsWith('{')),
    ).toEqual([expect.stringContaining(line)])
  })

  it('names the port when another program has it', async () => {
    const first = createServer()
    await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve))
    const { port } = first.address() as AddressInfo
    const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
    const child = start({
      PROVIDER_SECRET: 's'.repeat(32),
      PROVIDER_PORT: String(port),
      PROVIDER_DATA_DIR: dataDir,
    })
    expect(await child.exited).toBe(1)
    expect(child.output()).toContain(`PROVIDER_PORT: port ${port} is already in use`)
    first.close()
    rmSync(dataDir, { recursive: true })
  })
})
