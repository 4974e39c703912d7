import { type BrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { type MailServer, startMailServer } from '@counterfoil/testkit/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { PASSKEYS_PER_ACCOUNT } from '#passkeys/passkey-store.ts'
import {
  addPasskey,
  answerWith,
  signedIn,
  startWithName,
  visit,
  world,
} from '#passkeys/testing/passkey-fixture.ts'
import { askedOn, type Oddities } from '#passkeys/testing/soft-authenticator.ts'
import { headingOf } from '#testing/harbour-client.ts'
import { readTypedCode } from '#second-factor/codes.ts'
import { codeOf, world as codes } from '#sign-in/testing/second-step-fixture.ts'
import { STEP_UP_MS } from '#users/browser-session.ts'

const { many, single } = DEMO_USERS

describe('passkeys on the security page', () => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
    await startWithName({
      PROVIDER_SECOND_FACTOR: 'true',
      PROVIDER_SMTP_URL: mails.url,
      PROVIDER_MAIL_FROM: 'accounts@harbour.example',
    })
    codes.provider = world.provider
  })
  afterAll(() => Promise.all([world.provider.close(), mails.close()]))
  beforeEach(async () => {
    await world.provider.deps.db.deleteFrom('passkeys').execute()
    await world.provider.deps.db.deleteFrom('throttles').execute()
    await world.provider.deps.secondFactors.remove(many.id)
  })

  const removeLink = (body: string) =>
    /href="(\/security\/passkeys\/[0-9a-f-]{36}\/remove)"/.exec(body)?.[1] ?? ''

  async function subjects() {
    mails.received.length = 0
    await world.provider.deps.accountMail?.sendDue()
    return mails.received
      .map(({ headers }) => headers.get('subject'))
      .filter((subject) => subject?.includes('passkey'))
  }

  async function remove(agent: BrowserAgent, path: string) {
    const page = await visit(agent, path)
    const { action, fields } = formTo(page, path)
    return agent.post(action, fields, { from: page.url })
  }

  it('are added with a name, listed and removed, and the owner is notified by mail each time', async () => {
    const agent = await signedIn(many.email)
    expect(headingOf((await addPasskey(agent, { name: '  My phone ' })).page)).toBe('Your passkey is ready')
    expect(await subjects()).toEqual(['A passkey was added to your Harbour account'])
    const { body } = await visit(agent, '/security')
    expect(body).toMatch(/My phone[\s\S]*never used/)
    await remove(agent, removeLink(body))
    expect((await visit(agent, '/security')).body).not.toContain('My phone')
    expect(await subjects()).toEqual(['A passkey was removed from your Harbour account'])
  })

  it.each<[string, Oddities]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another rpId', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
    ['with a challenge that the provider did not issue', { challenge: 'AAAA' }],
  ])('are not added if they were created %s', async (_what, odd) => {
    const { page } = await addPasskey(await signedIn(many.email), { odd })
    expect(page.body).toContain('No passkey was added.')
    expect(await world.provider.deps.passkeyStore.list(many.id)).toEqual([])
  })

  it('are not added without a name, with a long name, or with a malformed answer of the device', async () => {
    const agent = await signedIn(many.email)
    for (const [name, fault] of [
      [' ', 'Enter a name'],
      ['x'.repeat(61), 'Enter at most 60 characters'],
      ['a\nb', 'Enter at most 60 characters'],
    ] as const)
      expect((await addPasskey(agent, { name })).page.body).toContain(fault)
    const form = await visit(agent, '/security/passkeys/new')
    for (const passkey of [
      '',
      '{',
      '{}',
      '[]',
      'null',
      '{"id":"x","rawId":"x","response":{"clientDataJSON":"x"}}',
    ])
      expect((await answerWith(agent, form, passkey, { name: 'x' })).body).toContain('No passkey was added.')
    expect(await world.provider.deps.passkeyStore.list(many.id)).toEqual([])
  })

  it('of another account cannot be added or removed', async () => {
    const { device } = await addPasskey(await signedIn(single.email))
    const agent = await signedIn(many.email)
    expect((await addPasskey(agent, { device })).page.body).toContain('No passkey was added.')
    const [own] = await world.provider.deps.passkeyStore.list(single.id)
    expect(own?.credentialId).toBe(device.credentialId)
    expect(headingOf(await visit(agent, `/security/passkeys/${own?.id}/remove`))).toBe('Page not found')
    expect(await world.provider.deps.passkeyStore.remove(many.id, own?.id ?? 'all')).toBe(0)
  })

  it('are limited to twenty per account', async () => {
    const agent = await signedIn(many.email)
    for (let count = 0; count < PASSKEYS_PER_ACCOUNT; count += 1) await addPasskey(agent)
    expect((await addPasskey(agent)).page.body).toContain('No passkey was added.')
  })

  it('are added and removed only within five minutes after the password was typed or a passkey used', async () => {
    const agent = await signedIn(many.email)
    const { device } = await addPasskey(agent)
    const link = removeLink((await visit(agent, '/security')).body)
    const form = await visit(agent, link)
    world.provider.advance(STEP_UP_MS)
    for (const path of ['/security/passkeys/new', link])
      expect(new URL((await visit(agent, path)).url).pathname).toBe('/confirm-password')
    await agent.post(world.url + link, formTo(form, link).fields, { from: form.url })
    expect(await world.provider.deps.passkeyStore.list(many.id)).toHaveLength(1)

    const confirm = await visit(agent, link)
    const stranger = (await addPasskey(await signedIn(single.email))).device
    const asked = askedOn(confirm) ?? { challenge: '' }
    expect((await answerWith(agent, confirm, stranger.get(asked))).body).toContain('That passkey didn’t work')
    const again = await visit(agent, link)
    const shown = await answerWith(agent, again, device.get(askedOn(again) ?? { challenge: '' }))
    expect(headingOf(shown)).toBe('Remove this passkey?')
  })

  it('are accepted instead of password and code, and each answer only once', async () => {
    const { secondFactors } = world.provider.deps
    const agent = await signedIn(many.email)
    const { device } = await addPasskey(agent)
    await secondFactors.turnOn(many.id, readTypedCode(codeOf((await secondFactors.setUp(many.id)) ?? '')))
    const renew = await visit(agent, '/security/recovery-codes')
    const renewed = await answerWith(agent, renew, device.get(askedOn(renew) ?? { challenge: '' }))
    expect(headingOf(renewed)).toBe('Your new recovery codes')
    const off = await visit(agent, '/security/turn-off')
    const passkey = device.get(askedOn(off) ?? { challenge: '' })
    expect(headingOf(await answerWith(agent, off, passkey))).toBe('Codes from an app are off now')
    await secondFactors.turnOn(many.id, readTypedCode(codeOf((await secondFactors.setUp(many.id)) ?? '')))
    const second = await visit(agent, '/security/turn-off')
    expect((await answerWith(agent, second, passkey)).body).toContain('That passkey didn’t work')
  })

  it('are offered only if the public address is a domain name, not an IP address', async () => {
    const agent = await signedIn(many.email)
    const cookies = agent.cookies(world.url)
    const at = (path: string) =>
      fetch(world.provider.base + path, { headers: { cookie: cookies }, redirect: 'manual' })
    expect(await (await at('/security')).text()).not.toContain('Passkeys')
    expect((await at('/security/passkeys/new')).headers.get('location')).toBe('/security')
  })
})
