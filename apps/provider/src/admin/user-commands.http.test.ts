import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { startChild } from '@counterfoil/testkit/child'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { programFile } from '@counterfoil/testkit/program-file'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import { MAX_PASSWORD_CHARACTERS } from '#users/sign-in.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import type { CommandInput } from './command.ts'
import { runCommand } from './run-command.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

async function run(input: CommandInput, ...argv: readonly string[]): Promise<Record<string, unknown>> {
  return (await runCommand(provider.deps, argv, input)).json as Record<string, unknown>
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )
const PASSWORD = 'a good password'
let people = 0
async function newPerson(): Promise<{ id: string; email: string }> {
  people += 1
  const email = `person-${people}@harbour.example`
  const made = await run({ password: PASSWORD }, 'user', 'create', '--email', email)
  return { id: String(made['id']), email }
}
const newBusiness = async (owner: string, name: string) =>
  String((await run({}, 'business', 'create', '--owner', owner, '--name', name))['id'])

async function signedIn(email: string, password = PASSWORD) {
  const agent = createBrowserAgent()
  const page = await signIn(agent, await agent.visit(`${provider.base}/sign-in`), email, password)
  return { agent, isIn: headingOf(page).startsWith('Hello') }
}

describe('a password', () => {
  it('is set by the operator: the old one is invalid, and every browser is signed out, but apps stay connected', async () => {
    const { id, email } = await newPerson()
    const businessId = await newBusiness(email, 'Password Tea')
    const { accessToken } = await provider.connect(await provider.createClient(), {
      userId: asUserId(id),
      businessId: asBusinessId(businessId),
    })
    const { agent, isIn } = await signedIn(email)
    expect(isIn).toBe(true)
    await run({ password: 'another password' }, 'user', 'set-password', '--user', email)
    expect(headingOf(await agent.visit(`${provider.base}/connected-apps`))).toBe('Sign in to Harbour')
    expect((await signedIn(email)).isIn).toBe(false)
    expect((await signedIn(email, 'another password')).isIn).toBe(true)
    expect(await provider.bearer(accessToken)).toBe('active')
  })

  it.each([
    ['of seven characters', 'seven77', 'invalid'],
    ['of eight', 'eight-8?', 'done'],
    ['of blanks', ' '.repeat(12), 'invalid'],
    ['as long as sign-in takes', 'x'.repeat(MAX_PASSWORD_CHARACTERS), 'done'],
    ['longer', 'x'.repeat(MAX_PASSWORD_CHARACTERS + 1), 'invalid'],
    ['longer when its accents are written apart', 'é'.repeat(MAX_PASSWORD_CHARACTERS / 2 + 1), 'invalid'],
    ['that nobody gave', undefined, 'usage'],
  ])('%s is accepted if and only if sign-in accepts it', async (_what, password, code) => {
    const { email } = await newPerson()
    expect(await codeOf(run({ password }, 'user', 'set-password', '--user', email))).toBe(code)
    if (code === 'done') expect((await signedIn(email, password)).isIn).toBe(true)
  })
})

describe('signing a person out', () => {
  it('ends every session and prints their number', async () => {
    const { email } = await newPerson()
    const one = await signedIn(email)
    await signedIn(email)
    expect(await run({}, 'user', 'sign-out', '--user', email)).toMatchObject({ sessionsEnded: 2 })
    expect(headingOf(await one.agent.visit(`${provider.base}/connected-apps`))).toBe('Sign in to Harbour')
  })
})

describe('deleting a person', () => {
  it('ends sessions, grants, tokens and codes at once, and frees the address', async () => {
    const { id, email } = await newPerson()
    const owner = await newPerson()
    const businessId = await newBusiness(owner.email, 'Shared Tea')
    await run({}, 'member', 'add', '--user', email, '--business', businessId, '--role', 'admin')
    const client = await provider.createClient({ ownerUserId: asUserId(id) })
    const { accessToken, refreshToken } = await provider.connect(client, {
      userId: asUserId(id),
      businessId: asBusinessId(businessId),
    })
    const { code } = await provider.allow(client, {
      userId: asUserId(id),
      businessId: asBusinessId(businessId),
    })
    const { token } = await provider.deps.personalTokens.mint(asUserId(id), { name: 'script' })
    const { agent } = await signedIn(email)
    expect(await run({ confirmation: email.toUpperCase() }, 'user', 'delete', '--user', email)).toMatchObject(
      {
        deleted: true,
        accessEnded: 2,
        businessesDeleted: [],
        applicationsWithoutOwner: 1,
      },
    )
    expect(await provider.bearer(accessToken)).toBe('revoked')
    expect(await provider.bearer(token)).toBe('revoked')
    expect((await provider.refresh(client, refreshToken)).json['error']).toBe('invalid_grant')
    expect((await provider.exchange(client, code)).json['error']).toBe('invalid_grant')
    expect(headingOf(await agent.visit(`${provider.base}/connected-apps`))).toBe('Sign in to Harbour')
    expect((await signedIn(email)).isIn).toBe(false)
    expect(await codeOf(run({ password: PASSWORD }, 'user', 'create', '--email', email))).toBe('done')
  })

  it('requires the address to be typed again, or --yes', async () => {
    const { email } = await newPerson()
    for (const confirmation of [undefined, '', 'yes', 'other@harbour.example'])
      expect(await codeOf(run({ confirmation }, 'user', 'delete', '--user', email))).toBe('not_confirmed')
    expect(await codeOf(run({}, 'user', 'delete', '--user', email, '--yes'))).toBe('done')
    expect(await codeOf(run({}, 'user', 'delete', '--user', email, '--yes'))).toBe('not_found')
  })

  it('leaves no business without an owner: another member becomes owner, and a business without members is deleted on request', async () => {
    const { email } = await newPerson()
    const other = await newPerson()
    await newBusiness(email, 'Alone Tea')
    const shared = await newBusiness(email, 'Common Tea')
    await run({}, 'member', 'add', '--user', other.email, '--business', shared, '--role', 'admin')
    const remove = (...more: readonly string[]) =>
      run({}, 'user', 'delete', '--user', email, '--yes', ...more)
    await expect(remove('--with-businesses')).rejects.toThrow(
      'Nothing was deleted. Make somebody else owner first (member add --role owner) of: Common Tea. Nobody else is in: Alone Tea;',
    )
    await run({}, 'member', 'add', '--user', other.email, '--business', shared, '--role', 'owner')
    expect(await codeOf(remove())).toBe('last_owner')
    expect(await remove('--with-businesses')).toMatchObject({ businessesDeleted: ['Alone Tea'] })
    const names = (await run({}, 'business', 'list'))['businesses'] as readonly { name: string }[]
    expect(names.map(({ name }) => name)).toContain('Common Tea')
    expect(names.map(({ name }) => name)).not.toContain('Alone Tea')
  })
})

describe('the program', () => {
  it('reads a password from standard input, and accepts none as an argument', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const harbour = async (input: string, ...args: readonly string[]) => {
      const env = { PATH: process.env['PATH'], DATABASE_URL: url, PROVIDER_ADMIN_SOCKET: 'none' }
      const main = programFile('apps/provider/src/admin-main.ts')
      const child = startChild(process.execPath, [main, ...args], { env, stdin: 'pipe' })
      child.process.stdin?.end(input)
      return { code: await child.exited, output: child.output() }
    }
    const create = ['user', 'create', '--email', 'typed@harbour.example']
    const made = await harbour('from a pipe\nnot this line', ...create)
    expect(made.code).toBe(0)
    expect(made.output).not.toContain('from a pipe')
    expect((await harbour('', ...create)).code).toBe(1)
    const refused = await harbour('x', ...create, '--password', 'in the arguments')
    expect(refused.code).toBe(1)
    expect(refused.output).toContain("Unknown option '--password'")
    const deleted = await harbour(
      'typed@harbour.example\n',
      'user',
      'delete',
      '--user',
      'typed@harbour.example',
    )
    expect(deleted.code).toBe(0)
    await postgres.close()
  })
})
