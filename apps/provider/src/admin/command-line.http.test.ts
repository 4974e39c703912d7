import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { splitInput } from '@counterfoil/testkit/admin-input'
import type { ClientId } from '@counterfoil/oauth/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { parseConfig } from '../config.ts'
import { runProvider, type RunningProvider } from '../run.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { CREATE } from './testing/example-commands.ts'

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
      PROVIDER_SECRET: testSecret(),
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
      'user:read,\ninvoice:*',
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
      await run(
        'application',
        'update',
        ...which,
        '--strict',
        '--no-rotate-refresh-tokens',
        '--no-checked',
        '--iss',
      ),
    ).toMatchObject({ strict: true, rotateRefreshTokens: false, checked: false, iss: true })
    expect(
      await run('application', 'update', ...which, '--no-strict', '--no-iss', '--checked'),
    ).toMatchObject({
      ...{ strict: false, iss: false },
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

  it('accepts an id as the API shows it and as the database stores it, in every command, and shows both', async () => {
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
    // The id of another kind of object is refused.
    expect(await refusal('plan', 'set', '--business', user.userId, '--state', 'active')).toBe('not_found')
    await run('application', 'delete', '--client-id', made['applicationId'])
    expect(await refusal('application', 'show', '--client-id', made['id'])).toBe('not_found')
  })

  it('reports whether a redirect URI would be accepted, and the reason', async () => {
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

  it('creates people, businesses, plans, members and personal tokens', async () => {
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
    ['invalid', ['business', 'create', '--owner', 'many@harbour.example', '--name', 'Two\nlines']],
    ['invalid', ['token', 'create', '--user', 'many@harbour.example', '--name', 'a\u0007b']],
    ['invalid', [...CREATE, '--reason', 'user:read=two\rlines']],
  ])('refuses with %s: %j', async (code, argv) => {
    expect(await refusal(...argv)).toBe(code)
  })

  it('explains how to write a value that begins with a dash', async () => {
    const argv = ['application', 'create', '--name', 'x', '--access-token-seconds', '-1']
    await expect(provider.admin(argv)).rejects.toThrow(
      '--access-token-seconds has no value; one that begins with a dash is written --access-token-seconds=<value>.',
    )
  })
})
