import { formTo } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { CHALLENGE_MS } from '#passkeys/passkey-responder.ts'
import {
  addPasskey,
  answerWith,
  newAgent,
  signedIn,
  signInWith,
  startWithName,
  visit,
  world,
} from '#passkeys/testing/passkey-fixture.ts'
import { askedOn, createSoftAuthenticator, type Oddities } from '#passkeys/testing/soft-authenticator.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { readTypedCode } from '#second-factor/codes.ts'
import { TRIES_PER_ACCOUNT_AND_ADDRESS } from '#users/sign-in-throttle.ts'
import { codeOf, world as codes } from './testing/second-step-fixture.ts'

const { many, single } = DEMO_USERS
const REFUSED = 'That passkey didn’t work'

describe('signing in with a passkey', () => {
  beforeAll(() => startWithName({ PROVIDER_SECOND_FACTOR: 'true' }))
  afterAll(() => world.provider.close())
  beforeEach(async () => {
    const { db } = world.provider.deps
    await db.deleteFrom('passkeys').execute()
    await db.deleteFrom('throttles').execute()
    await world.provider.deps.secondFactors.remove(many.id)
  })

  it('requires no e-mail address, password or code', async () => {
    codes.provider = world.provider
    const { secondFactors } = world.provider.deps
    const { device } = await addPasskey(await signedIn(many.email))
    await secondFactors.turnOn(many.id, readTypedCode(codeOf((await secondFactors.setUp(many.id)) ?? '')))
    const agent = newAgent()
    expect(headingOf(await signInWith(agent, device))).toBe('Hello, Maya Chen')
    expect((await visit(agent, '/security')).body).toContain('last used just now')
  })

  it.each<[string, Oddities]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another rpId', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
    ['with a challenge that the provider did not issue', { challenge: 'AAAA' }],
    ['with the user handle of another account', { userHandle: Buffer.from(single.id).toString('base64url') }],
  ])('is refused if the passkey is used %s', async (_what, odd) => {
    const { device } = await addPasskey(await signedIn(many.email))
    const agent = newAgent()
    expect((await signInWith(agent, device, odd)).body).toContain(REFUSED)
    expect(headingOf(await visit(agent, '/'))).toBe('Harbour')
    expect(headingOf(await signInWith(agent, device))).toBe('Hello, Maya Chen')
  })

  it('is refused if an answer is replayed, by the same browser or another one', async () => {
    const { device } = await addPasskey(await signedIn(many.email))
    const agent = newAgent()
    const page = await visit(agent, '/sign-in')
    const passkey = device.get(askedOn(page) ?? { challenge: '' })
    const other = newAgent()
    expect((await answerWith(other, await visit(other, '/sign-in'), passkey)).body).toContain(REFUSED)
    expect(headingOf(await answerWith(agent, page, passkey))).toBe('Hello, Maya Chen')
    await world.provider.deps.db.deleteFrom('browser_sessions').execute()
    expect((await answerWith(agent, await visit(agent, '/sign-in'), passkey)).body).toContain(REFUSED)
  })

  it('succeeds once if the same answer is sent several times at once', async () => {
    const { device } = await addPasskey(await signedIn(many.email))
    const agent = newAgent()
    const page = await visit(agent, '/sign-in')
    const passkey = device.get(askedOn(page) ?? { challenge: '' }, { counter: 0 })
    await world.provider.deps.db.updateTable('passkeys').set({ counter: 0 }).execute()
    const cookie = agent.cookies(world.url)
    const { action, fields } = formTo(page, '/sign-in')
    const posts = Array.from({ length: 5 }, () =>
      fetch(action, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, origin: world.url, 'x-forwarded-for': '203.0.113.200' },
        body: new URLSearchParams({ ...fields, passkey }),
      }),
    )
    const locations = (await Promise.all(posts)).map(({ headers }) => headers.get('location'))
    expect(locations.filter((location) => location === '/')).toHaveLength(1)
  })

  it('accepts a challenge for exactly five minutes', async () => {
    const { device } = await addPasskey(await signedIn(many.email))
    for (const [waitedMs, expected] of [
      [CHALLENGE_MS - 1_000, 'Hello, Maya Chen'],
      [CHALLENGE_MS, 'Sign in to Harbour'],
    ] as const) {
      const agent = newAgent()
      const page = await visit(agent, '/sign-in')
      world.provider.advance(waitedMs)
      expect(headingOf(await answerWith(agent, page, device.get(askedOn(page) ?? { challenge: '' })))).toBe(
        expected,
      )
    }
  })

  it('is refused if the signature counter of the device does not grow, because the passkey was copied', async () => {
    const { device } = await addPasskey(await signedIn(many.email))
    expect(headingOf(await signInWith(newAgent(), device, { counter: 7 }))).toBe('Hello, Maya Chen')
    for (const counter of [7, 6, 0])
      expect((await signInWith(newAgent(), device, { counter })).body).toContain(REFUSED)
    expect(headingOf(await signInWith(newAgent(), device, { counter: 8 }))).toBe('Hello, Maya Chen')
  })

  it('is refused for a closed account, and for a passkey that was removed', async () => {
    const { device } = await addPasskey(await signedIn(single.email))
    await world.provider.deps.accessRevocations.disableUser(single.id)
    const agent = newAgent()
    expect(headingOf(await signInWith(agent, device))).not.toContain('Hello')
    expect(headingOf(await visit(agent, '/'))).toBe('Harbour')
    await world.provider.deps.accessRevocations.enableUser(single.id)
    expect(await world.provider.deps.passkeyStore.remove(single.id, 'all')).toBe(1)
    expect((await signInWith(newAgent(), device)).body).toContain(REFUSED)
  })

  it('is refused after six failed attempts from a network, except in a browser known to the account', async () => {
    const known = await signedIn(many.email)
    const { device } = await addPasskey(known)
    await world.provider.deps.db.deleteFrom('browser_sessions').execute()
    const stranger = createSoftAuthenticator(world.url)
    const address = '198.51.100.77'
    for (let tries = 0; tries < TRIES_PER_ACCOUNT_AND_ADDRESS; tries += 1) {
      expect((await signInWith(newAgent(address), stranger)).body).toContain(REFUSED)
      await signInWith(newAgent(address), device, { origin: 'https://evil.example' })
    }
    expect(headingOf(await signInWith(newAgent(address), stranger))).toBe('Too many attempts')
    expect(headingOf(await signInWith(newAgent(address), device))).toBe('Too many attempts')
    expect(headingOf(await signInWith(known, device))).toBe('Hello, Maya Chen')
  })

  it('is offered beside the password if the public address is a domain name', async () => {
    const page = await visit(newAgent(), '/sign-in')
    expect(askedOn(page)).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(page.body).toContain('autocomplete="username webauthn"')
    const byAddress = await newAgent().visit(`${world.provider.base}/sign-in`)
    expect([askedOn(byAddress), byAddress.body.includes('webauthn')]).toEqual([undefined, false])
  })

  it('offers to create a passkey once after a password sign-in, if the browser supports passkeys', async () => {
    const sign = async (can: string) => {
      const agent = newAgent()
      const page = await visit(agent, '/sign-in?return_to=/plans')
      const { action, fields } = formTo(page, '/sign-in')
      const typed = { email: single.email, password: 'harbour-demo', can_passkey: can }
      return agent.post(action, { ...fields, ...typed }, { from: page.url })
    }
    expect(headingOf(await sign(''))).toBe('Plans')
    const offer = await sign('1')
    expect(headingOf(offer)).toBe('Sign in faster next time')
    expect(offer.body).toMatch(/href="\/plans"\s*>Not now</)
    expect(headingOf(await sign('1'))).toBe('Plans')
  })

  it.each(['outside a request', 'inside an authorization request'])(
    'offers to create a passkey after a password and a code too, %s',
    async (where) => {
      codes.provider = world.provider
      const { secondFactors, db } = world.provider.deps
      const secret = (await secondFactors.setUp(many.id)) ?? ''
      await secondFactors.turnOn(many.id, readTypedCode(codeOf(secret)))
      await db.updateTable('users').set({ passkey_offered_at: null }).execute()
      const agent = newAgent()
      const { handle } = await world.provider.authorize(await world.provider.createClient())
      const [start, next] =
        where === 'inside an authorization request'
          ? [`/authorize/${handle}/sign-in`, `/authorize/${handle}/continue`]
          : ['/sign-in?return_to=/plans', '/plans']
      const asked = await signIn(agent, await visit(agent, start), many.email)
      const { action, fields } = formTo(asked, '/code')
      expect(fields).toHaveProperty('can_passkey')
      const typed = { ...fields, code: codeOf(secret, 1), can_passkey: '1' }
      const offer = await agent.post(action, typed, { from: asked.url })
      expect(headingOf(offer)).toBe('Sign in faster next time')
      expect(offer.body).toMatch(new RegExp(`href="${next}"\\s*>Not now<`))
    },
  )

  it('replaces the code after the password', async () => {
    codes.provider = world.provider
    const { secondFactors } = world.provider.deps
    const { device } = await addPasskey(await signedIn(many.email))
    await secondFactors.turnOn(many.id, readTypedCode(codeOf((await secondFactors.setUp(many.id)) ?? '')))
    const agent = newAgent()
    const asked = await signIn(agent, await visit(agent, '/sign-in'), many.email)
    expect(headingOf(asked)).toBe('Enter the code from your app')
    const passkey = device.get(askedOn(asked) ?? { challenge: '' })
    expect(headingOf(await answerWith(agent, asked, passkey))).toBe('Hello, Maya Chen')
  })
})
