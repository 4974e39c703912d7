import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '#admin/run-command.ts'
import { signIn } from '#testing/harbour-client.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

const LIMIT = 3
let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider({ env: { PROVIDER_APPLICATIONS_PER_ACCOUNT: String(LIMIT) } })
})
afterAll(() => provider.close())

const create = (name: string, owner = 'many@harbour.example') =>
  runCommand(provider.deps, [
    ...['application', 'create', '--name', name, '--redirect', 'http://a.example/cb'],
    ...['--restriction', 'single_business', '--owner', owner],
  ]).then(
    () => 'made',
    (error: unknown) => (error as Error).message,
  )

async function register(email: string, name: string) {
  const agent = createBrowserAgent()
  await signIn(agent, await agent.visit(`${provider.base}/sign-in`), email)
  const page = await agent.visit(`${provider.base}/developers/new`)
  const fields = { name, redirects: 'https://a.example/cb', scopes: 'user:read', seconds: '60' }
  return agent.submit(page, formTo(page, '/developers/new'), { ...fields, restriction: 'single_business' })
}

describe('an application’s name', () => {
  it('is checked by one rule, on the developers’ page and on the command line', async () => {
    for (const [name, spoken, written] of [
      ['Ledger\u202ePal', /Use only visible characters/, /no control, format or direction characters/],
      ['Нarbour', /the name of Harbour, or looks like it/, /not the name of the provider/],
      ['?!', /at least one letter or digit/, /at least one letter or digit/],
    ] as const) {
      expect((await register('empty@harbour.example', name)).body).toMatch(spoken)
      expect(await create(name)).toMatch(written)
    }
  })

  it('that is older than the rule keeps working, is shown without hidden characters, and stays until somebody changes it', async () => {
    const client = await provider.createClient({ name: 'Ledger' })
    await provider.deps.db
      .updateTable('applications')
      .set({ name: 'Led\u202eger\u200b Pal' })
      .where('id', '=', client.application.id)
      .execute()
    const { handle } = await provider.authorize(client)
    const page = await (await fetch(`${provider.base}/authorize/${handle ?? ''}/sign-in`)).text()
    expect(page).toContain('<bdi>Led ger Pal</bdi>')
    expect(page).not.toMatch(/[\u202e\u200b]/)
    const which = ['--client-id', client.clientId]
    const { json } = await runCommand(provider.deps, [
      'application',
      'update',
      ...which,
      '--description',
      'x',
    ])
    expect(json).toMatchObject({ description: 'x' })
    await expect(
      runCommand(provider.deps, ['application', 'update', ...which, '--name', 'Led\u200bger']),
    ).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('the applications of one account', () => {
  it('are limited by the setting, also when two are created at once', async () => {
    for (let made = 1; made < LIMIT; made += 1) expect(await create(`No ${made}`)).toBe('made')
    const both = await Promise.all([create('One'), create('Two')])
    expect(both.toSorted()).toEqual([`The account has ${LIMIT} applications, and that is the most.`, 'made'])
    expect((await register('many@harbour.example', 'One more')).body).toContain(
      `This account has ${LIMIT} apps, the most it can have.`,
    )
    expect(await create('Somebody else’s', 'empty@harbour.example')).toBe('made')
  })
})
