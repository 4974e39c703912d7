import { asClientId, asClientSecret } from '@counterfoil/oauth/testing/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import type { CommandInput } from './command.ts'
import { asksFor, runCommand } from './run-command.ts'
import { CREATE } from './testing/example-commands.ts'

const secretOf = (clientId: string) => `${clientId}.3f9a1c5e7b2d8046f1e3a59c7d0b2846`
const OTHER_SECRET = secretOf('other')

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider({ env: { PROVIDER_APPLICATIONS_PER_ACCOUNT: '1' } })
})
afterAll(() => provider.close())

const run = async (argv: readonly string[], input?: CommandInput) =>
  (await runCommand(provider.deps, argv, input)).json as Readonly<Record<string, unknown>>
const register = (clientId: string, clientSecret = secretOf(clientId), ...more: readonly string[]) =>
  run([...CREATE, '--client-id', clientId, ...more], { clientSecret })
const applications = async () => {
  const { applications: all } = await run(['application', 'list'])
  return (all as readonly { clientId: string }[]).map(({ clientId }) => clientId)
}

describe('an application registered with its own id and secret', () => {
  it('connects with them, and no answer contains its secret', async () => {
    const made = await register('ledger-pal')
    expect(made).toMatchObject({ clientId: 'ledger-pal', created: true, tokenUrl: expect.any(String) })
    expect(JSON.stringify(made)).not.toContain(secretOf('ledger-pal'))
    const application = await provider.deps.applications.findByClientId(asClientId('ledger-pal'))
    if (application === undefined) throw new Error('it is not there')
    const [redirectUri = ''] = application.redirectEntries
    const client = { application, clientId: application.clientId, redirectUri }
    const tokens = await provider.connect({ ...client, secret: asClientSecret(secretOf('ledger-pal')) })
    expect(tokens.accessToken).toMatch(/^hat_/)
    const wrong = { ...client, secret: asClientSecret(OTHER_SECRET) }
    expect(await provider.refresh(wrong, tokens.refreshToken)).toMatchObject({ status: 401 })
  })

  it('is unchanged when it is registered again', async () => {
    const made = await register('again')
    const again = await register('again', secretOf('again'), '--description', 'something else')
    expect(again).toEqual({ ...made, created: false })
  })

  it('is recognised by each of its live secrets, and by none that has ended', async () => {
    const { id } = await register('rotated')
    const which = ['--client-id', 'rotated']
    const rotate = (...more: readonly string[]) => run(['application', 'rotate-secret', ...which, ...more])
    const { clientSecret } = await rotate()
    expect(await register('rotated')).toMatchObject({ id, created: false })
    expect(await register('rotated', String(clientSecret))).toMatchObject({ id, created: false })
    await rotate('--overlap-seconds', '0')
    await expect(register('rotated')).rejects.toMatchObject({ code: 'already_exists' })
  })

  it('is created once when it is registered twice at once', async () => {
    const [one, other] = await Promise.all([register('twice'), register('twice')])
    expect(one['id']).toBe(other['id'])
    expect(new Set([one['created'], other['created']])).toEqual(new Set([true, false]))
  })

  it('is refused with the id of another application, the id of a deleted one, and a weak secret', async () => {
    await register('first')
    await register('second')
    await run(['application', 'delete', '--client-id', 'second'])
    const before = await applications()
    await expect(register('first', OTHER_SECRET)).rejects.toMatchObject({ code: 'already_exists' })
    await expect(register('second')).rejects.toMatchObject({ code: 'deleted' })
    await expect(run([...CREATE, '--client-id', 'third'])).rejects.toMatchObject({ code: 'usage' })
    await expect(register('third', 'a'.repeat(32))).rejects.toMatchObject({ code: 'invalid' })
    await expect(register('third', secretOf('first'))).rejects.toMatchObject({ code: 'already_exists' })
    await expect(register('third/party')).rejects.toMatchObject({ code: 'invalid' })
    expect(await applications()).toEqual(before)
  })

  it('counts towards the limit of its owner, and a repeated registration does not', async () => {
    const owner = ['--owner', 'single@harbour.example']
    const made = await register('owned', secretOf('owned'), ...owner)
    expect(await register('owned', secretOf('owned'), ...owner)).toEqual({ ...made, created: false })
    const refused = 'The account has 1 applications, and that is the most.'
    await expect(register('one-more', secretOf('one-more'), ...owner)).rejects.toThrow(refused)
    await expect(run([...CREATE, ...owner])).rejects.toThrow(refused)
    expect(await applications()).not.toContain('one-more')
  })
})

describe(asksFor, () => {
  it('asks for a secret only if an id was given', () => {
    expect(asksFor([...CREATE, '--client-id', 'x'])).toBe('client_secret')
    expect(asksFor([...CREATE, '--client-id=x'])).toBe('client_secret')
    expect(asksFor(CREATE)).toBeUndefined()
    expect(asksFor(['application', 'show', '--client-id', 'x'])).toBeUndefined()
  })
})
