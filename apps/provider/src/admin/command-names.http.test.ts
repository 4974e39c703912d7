import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { asUserId } from '@counterfoil/oauth/testing/ids'
import { MANY, NORTHWIND, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import type { CommandInput } from './command.ts'
import { runCommand } from './run-command.ts'

type Answer = Readonly<Record<string, any>>

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const run = async (argv: readonly string[], input?: CommandInput) =>
  (await runCommand(provider.deps, argv, input)).json as Answer
const listed = async (kind: 'users' | 'businesses', id: unknown) => {
  const answer = await run([kind === 'users' ? 'user' : 'business', 'list'])
  return (answer[kind] as readonly Answer[]).find((item) => item['id'] === id)
}

describe('the command line uses one name', () => {
  it('for the plan of a business, in options and answers', async () => {
    const create = ['business', 'create', '--owner', 'empty@harbour.example', '--name', 'One Name']
    const made = await run([...create, '--state', 'lapsed', '--plan-name', 'Solo'])
    const lapsed = { id: made['id'], name: 'One Name', state: 'lapsed', planName: 'Solo' }
    expect(made).toMatchObject(lapsed)
    expect(await listed('businesses', made['id'])).toMatchObject(lapsed)
    const set = ['plan', 'set', '--business', String(made['id']), '--state', 'active']
    expect(await run(set)).toMatchObject({ business: 'One Name', state: 'active', planName: 'Solo' })
    await run([...set, '--plan-name', 'Duo'])
    expect(await listed('businesses', made['id'])).toMatchObject({ state: 'active', planName: 'Duo' })
    for (const other of [
      [...set, '--name', 'Trio'],
      [...create, '--plan', 'lapsed'],
    ])
      await expect(run(other)).rejects.toMatchObject({ code: 'usage' })
  })

  it('for a closed account, however often it was closed or opened', async () => {
    const email = 'shut@harbour.example'
    const { id } = await run(['user', 'create', '--email', email], { password: 'long enough' })
    for (const [command, disabled] of [
      ['disable', true],
      ['disable', true],
      ['enable', false],
      ['enable', false],
    ] as const) {
      const answer = await run(['user', command, '--user', email])
      expect(answer).toEqual({ id, userId: wireIdOf('User', asUserId(String(id))), email, disabled })
      expect(await listed('users', id)).toEqual(answer)
    }
  })

  it('for the optional settings of an application', async () => {
    const made = await run([
      ...['application', 'create', '--name', 'Said Back', '--redirect', 'http://a.example/cb'],
      ...['--restriction', 'single_business', '--no-checked', '--logo', 'https://a.example/logo.png'],
      ...['--owner', 'many@harbour.example', '--reason', 'user:read=to greet you'],
    ])
    const given = {
      checked: false,
      logo: 'https://a.example/logo.png',
      owner: wireIdOf('User', MANY),
      reasons: { 'user:read': 'to greet you' },
    }
    const which = ['--client-id', String(made['clientId'])]
    expect(await run(['application', 'show', ...which])).toMatchObject(given)
    expect(
      await run(['application', 'update', ...which, '--checked', '--owner', String(made['owner'])]),
    ).toMatchObject({ ...given, checked: true })
  })

  it('for a grant: its id is the one that the command to remove it accepts', async () => {
    await provider.connect(await provider.createClient())
    const list = ['access', 'list', '--user', 'many@harbour.example']
    const [access] = (await run(list))['access'] as readonly Answer[]
    expect(access).toMatchObject({
      businessId: wireIdOf('Business', NORTHWIND),
      grantedAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
    })
    const which = ['--user', 'many@harbour.example', '--client-id', String(access?.['applicationId'])]
    expect(await run(['access', 'remove', ...which])).toMatchObject({ removed: 1 })
    expect(await run(list)).toEqual({ access: [] })
  })
})
