import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { bootOf, createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY } from '@counterfoil/testkit/bff-world'
import { until } from '@counterfoil/testkit/until'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { startJourneyWorld, world, callbackOf, attemptCookieOf } from './testing/connect-flow-fixture.ts'

startJourneyWorld()

/** Loads an address and follows the relay page, as a browser does. */
async function follow(person: BffPerson, address: string) {
  const page = await person.agent.visit(address)
  const next = /content="0;url=([^"]+)"/.exec(page.body)?.[1]
  return next === undefined ? page : person.agent.visit(`${world.bff.url}${next}`)
}

describe('the callback', () => {
  it('signs the person in and redirects to a clean address with a working connection', async () => {
    const landed = await world.maria.start({ return_to: '/profile' })
    expect(landed.url).toMatch(/\/profile\?result=[\w-]+$/)
    const boot = bootOf(landed)
    expect(boot.connectResult).toMatchObject({
      outcome: 'connected',
      businessName: 'Fake & Co',
      granted: expect.arrayContaining(['user:read', 'business:read']),
      missing: [],
      returnTo: `/b/${(await world.maria.connection()).key}/profile`,
    })
    expect(boot.session.person?.email).toBe('fake@harbour.example')
    const connection = await world.maria.connection()
    expect(connection).toMatchObject({ state: 'connected', businessName: 'Fake & Co', missing: [] })
    expect(connection.lastGoodAt).not.toBeNull()
    const answer = await world.maria.query(connection.id)
    expect(answer.json()).toMatchObject({ data: { user: { defaultEmail: 'fake@harbour.example' } } })
  })

  it('shows the first result again after a reload, and exchanges the code once', async () => {
    const callback = await callbackOf(world.maria)
    const first = bootOf(await world.maria.agent.visit(callback))
    for (let times = 0; times < 3; times += 1) {
      const again = bootOf(await world.maria.agent.visit(callback))
      expect(again.connectResult).toEqual(first.connectResult)
      expect(again.session.person).not.toBeNull()
    }
    expect(world.provider.callsOf('token')).toHaveLength(1)
  })

  it('waits for the first request if it is loaded twice at once', async () => {
    const callback = await callbackOf(world.maria)
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold-before', until: release.promise })
    const first = world.maria.agent.visit(callback)
    await until('the exchange has begun', () => world.provider.callsOf('token').length === 1)
    const second = world.maria.agent.visit(callback)
    release.resolve()
    const [one, other] = [bootOf(await first), bootOf(await second)]
    expect(one.connectResult?.outcome).toBe('connected')
    expect(other.connectResult?.id).toBe(one.connectResult?.id)
    expect(world.provider.callsOf('token')).toHaveLength(1)
  })

  it('signs in a browser that reloads during the exchange and never receives the first response', async () => {
    const callback = await callbackOf(world.maria)
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold-before', until: release.promise })
    const controller = new AbortController()
    const first = request(callback, {
      headers: { cookie: world.maria.agent.cookies(world.bff.url) },
      signal: controller.signal,
    }).catch(() => undefined)
    await until('the exchange has begun', () => world.provider.callsOf('token').length === 1)
    controller.abort()
    await first
    const second = world.maria.agent.visit(callback)
    release.resolve()
    const boot = bootOf(await second)
    expect(boot.connectResult?.outcome).toBe('connected')
    expect(boot.session.person?.email).toBe('fake@harbour.example')
    expect(world.provider.callsOf('token')).toHaveLength(1)
    expect((await world.maria.get('/api/sessions')).json()).toHaveLength(1)
    // Who has received the answer has no cookie of the attempt any more, and a stranger never had one.
    const stranger = createBrowserAgent()
    await stranger.visit(callback)
    expect(stranger.cookies(world.bff.url)).not.toContain('counterfoil-session')
  })

  it('creates one result for ten simultaneous loads', async () => {
    const callback = await callbackOf(world.maria)
    const boots = await Promise.all(
      Array.from({ length: 10 }, async () => bootOf(await world.maria.agent.visit(callback))),
    )
    expect(new Set(boots.map(({ connectResult }) => connectResult?.id)).size).toBe(1)
    expect(new Set(boots.map(({ connectResult }) => connectResult?.outcome))).toEqual(new Set(['connected']))
    expect(world.provider.callsOf('token')).toHaveLength(1)
    expect((await world.maria.session()).person).not.toBeNull()
  })

  it('redirects a signed-in person who opens an old callback into the app, without a warning', async () => {
    await world.maria.connect()
    const landed = await world.maria.agent.visit(`${world.bff.url}/connect/callback?code=old&state=old`)
    expect(landed.url).toBe(`${world.bff.url}/b/${(await world.maria.connection()).key}/`)
    const gone = `0mwogd81vUW-yfuh-ByOthJyj.${'x'.repeat(32)}`
    expect(
      (await world.maria.agent.visit(`${world.bff.url}/connect/callback?code=old&state=${gone}`)).status,
    ).toBe(200)
    expect(world.provider.callsOf('token')).toHaveLength(1)
  })

  it('exchanges no code if the state belongs to another browser, and shows what to do', async () => {
    const callback = await callbackOf(world.maria)
    const stranger = createBffPerson(world.bff.url)
    const landed = await follow(stranger, callback)
    expect(bootOf(landed).connectResult).toMatchObject({ outcome: 'mismatch', decisionOpen: false })
    expect(world.provider.callsOf('token')).toHaveLength(0)
    // Nor can a stranger use the attempt up.
    expect(bootOf(await world.maria.agent.visit(callback)).connectResult?.outcome).toBe('connected')
  })

  it('exchanges no code if the attempt cookie has another value', async () => {
    const callback = await callbackOf(world.maria)
    const stranger = createBffPerson(world.bff.url)
    stranger.agent.setCookie(world.bff.url, ...attemptCookieOf(world.maria, 'a guess'))
    expect(bootOf(await follow(stranger, callback)).connectResult?.outcome).toBe('mismatch')
    expect(world.provider.callsOf('token')).toHaveLength(0)
    expect((await stranger.session()).person).toBeNull()
    expect(bootOf(await world.maria.agent.visit(callback)).connectResult?.outcome).toBe('connected')
  })

  it('exchanges no code if the state was altered', async () => {
    const url = new URL(await callbackOf(world.maria))
    const state = url.searchParams.get('state') ?? ''
    url.searchParams.set('state', `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`)
    expect(bootOf(await world.maria.agent.visit(url.href)).connectResult?.outcome).toBe('mismatch')
    expect(world.provider.callsOf('token')).toHaveLength(0)
  })

  it('repeats itself from our own site if the browser withheld the cookie, without code or state in the page', async () => {
    const callback = await callbackOf(world.maria)
    const bare = await createBrowserAgent().send('GET', callback)
    expect(bare.status).toBe(200)
    expect(bare.body).not.toContain(new URL(callback).searchParams.get('code'))
    expect(bare.body).not.toContain(new URL(callback).searchParams.get('state'))
    const next = /content="0;url=([^"]+)"/.exec(bare.body)?.[1] ?? ''
    const landed = await world.maria.agent.visit(`${world.bff.url}${next}`)
    expect(bootOf(landed).connectResult?.outcome).toBe('connected')
    // The way is open once.
    expect((await createBrowserAgent().visit(`${world.bff.url}${next}`)).url).toBe(`${world.bff.url}/`)
  })

  it.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', '', 'fr', 'Continuer'],
    ['de-DE,de', '', 'de', 'Weiter'],
    ['es-ES,es', '', 'en', 'Continue'],
    ['en-GB', 'counterfoil-preferences=fr.dark', 'fr', 'Continuer'],
  ])(
    'shows that relay page in the person’s language: %s, cookie "%s"',
    async (acceptLanguage, cookie, language, words) => {
      const answer = await request(await callbackOf(world.maria), {
        headers: { 'accept-language': acceptLanguage, cookie },
      })
      const page = await answer.body.text()
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(`>${words}</a>`)
      expect(answer.headers).toMatchObject({
        vary: expect.stringContaining('Accept-Language'),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
    },
  )

  it('completes two tabs that return at the same time', async () => {
    await world.maria.connect()
    const one = await callbackOf(world.maria, {})
    const codeOne = await world.maria.agent.send('GET', one, { headers: {} }).catch(() => undefined)
    expect(codeOne?.status).toBe(303)
    world.provider.person(BAKERY)
    const tabs = [await callbackOf(world.maria, {})]
    world.provider.person({ businessId: 'QnVzaW5lc3M6dGhpcmQ=', businessName: 'Third' })
    tabs.push(await callbackOf(world.maria, {}))
    await Promise.all(tabs.map((tab) => world.maria.agent.visit(tab)))
    const names = (await world.maria.session()).connections.map(({ businessName }) => businessName)
    expect(new Set(names)).toEqual(new Set(['Fake & Co', 'Harbour Lane Bakery', 'Third']))
  })

  it('redirects to the page for expired attempts after 15 minutes', async () => {
    const callback = await callbackOf(world.maria, { return_to: '/profile' })
    world.bff.advance(15 * 60_000)
    expect(bootOf(await world.maria.agent.visit(callback)).connectResult).toMatchObject({
      outcome: 'expired',
      returnTo: '/profile',
    })
    expect(world.provider.callsOf('token')).toHaveLength(0)
  })
})
