import type { Left } from '@counterfoil/bff-api/session'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let ann: BffPerson

beforeEach(async () => {
  const world = await startBffWorld()
  ;({ redis, store, provider, bff, maria: ann } = world)
  return world.close
})

/** Makes the provider's metadata list `prompt=login` and an end-session endpoint. */
function likeHarbour() {
  provider.always('metadata', {
    kind: 'change',
    changes: {
      prompt_values_supported: ['none', 'login', 'consent'],
      end_session_endpoint: `${provider.authUrl}/oauth2/end-session/`,
    },
  })
}

const signOut = async (person = ann, everywhere = false) =>
  (await person.post('/api/sign-out', { everywhere })).json<Left>().result

/** Presses a button of the start page and returns the `prompt` and `approval_prompt` that the provider receives. */
async function asked(person = ann, fields: Record<string, string> = { intent: 'sign_in' }) {
  const { location = '' } = await person.start(fields, { stopAt: provider.authUrl })
  const { searchParams } = new URL(location)
  return [searchParams.get('prompt'), searchParams.get('approval_prompt')]
}

describe('the sign-in after signing out', () => {
  it('requires the provider’s password, but no new consent, until somebody has signed in', async () => {
    likeHarbour()
    await ann.connect()
    await signOut()
    expect(await asked()).toEqual(['login', 'auto'])
    // Another button, another page, and again: nothing but a sign-in ends it.
    expect(await asked(ann, { intent: 'connect' })).toEqual(['login', 'auto'])
    await ann.post('/api/device/forget')
    expect(await asked()).toEqual(['login', 'auto'])
    await ann.connect({ intent: 'sign_in' })
    expect((await ann.session()).person).not.toBeNull()
    // A session that merely ended: coming back stays one press.
    await store.del(...(await store.keys('sess:*')))
    expect((await ann.session()).person).toBeNull()
    expect(await asked()).toEqual([null, 'auto'])
  })

  it('requires the password also for an attempt that was begun before', async () => {
    likeHarbour()
    await ann.connect()
    await signOut()
    await asked()
    const { openAttempt } = await ann.session()
    expect(await asked(ann, { attempt_id: openAttempt?.id ?? '' })).toEqual(['login', 'auto'])
  })

  it('requires the password also in another process, and in a browser that was signed out from elsewhere', async () => {
    likeHarbour()
    await ann.connect()
    const library = createBffPerson(bff.url)
    await library.connect()
    await signOut(ann, true)
    expect(await asked(library)).toEqual(['login', 'auto'])
    const second = await startBff({ redisUrl: redis.url, provider })
    try {
      const there = createBffPerson(second.url)
      for (const [name, value] of ann.agent
        .cookies(bff.url)
        .split('; ')
        .map((pair) => pair.split('=')))
        there.agent.setCookie(second.url, name ?? '', value ?? '')
      expect(await asked(there)).toEqual(['login', 'auto'])
    } finally {
      await second.close()
    }
  })

  it('requires the password also if the response to signing out was lost', async () => {
    likeHarbour()
    await ann.connect()
    const cookies = ann.agent.cookies(bff.url)
    await signOut()
    ann.agent.clearCookies()
    for (const pair of cookies.split('; ')) {
      const [name = '', value = ''] = pair.split('=')
      ann.agent.setCookie(bff.url, name, value)
    }
    expect(await asked()).toEqual(['login', 'auto'])
  })

  it('requires the password if the BFF has no record of the device', async () => {
    likeHarbour()
    expect(await asked()).toEqual(['login', 'auto'])
    expect(await asked(createBffPerson(bff.url), { intent: 'connect' })).toEqual([null, 'auto'])
  })

  it('uses approval_prompt=force if the provider does not list prompt=login, and both if its metadata cannot be read', async () => {
    await ann.connect()
    await signOut()
    expect(await asked()).toEqual([null, 'force'])
    provider.always('metadata', { kind: 'drop' })
    bff.advance(11 * 60_000)
    expect(await asked()).toEqual(['login', 'force'])
  })
})

describe('the page after signing out', () => {
  it('offers to end the provider’s session, and reports when that was done', async () => {
    likeHarbour()
    await ann.connect()
    const result = await signOut()
    expect(result).toMatchObject({ atProvider: 'open', asksPassword: true })
    const { origin, pathname, searchParams } = new URL(result.endSessionUrl ?? '')
    expect(origin + pathname).toBe(`${provider.authUrl}/oauth2/end-session/`)
    const back = searchParams.get('post_logout_redirect_uri') ?? ''
    expect(back).toBe(`${bff.url}/connect/callback/signed-out`)
    const stranger = createBffPerson(bff.url)
    await stranger.visit()
    await stranger.agent.visit(`${back}?state=${searchParams.get('state')}`)
    expect((await ann.visit(`/?left=${result.id}`)).left).toMatchObject({ atProvider: 'open' })
    const page = await ann.agent.visit(`${back}?state=${searchParams.get('state')}`)
    expect(page.url).toBe(`${bff.url}/?left=${result.id}`)
    expect((await ann.visit(`/?left=${result.id}`)).left).toMatchObject({
      atProvider: 'ended',
      endSessionUrl: null,
    })
    expect((await ann.agent.visit(`${back}?state=nothing`)).url).toBe(`${bff.url}/`)
  })

  it('offers only an address of the provider, and claims nothing that the provider does not state', async () => {
    provider.always('metadata', {
      kind: 'change',
      changes: { end_session_endpoint: 'https://evil.example/' },
    })
    await ann.connect()
    expect(await signOut()).toMatchObject({
      atProvider: 'open',
      asksPassword: false,
      endSessionUrl: null,
    })
  })
})
