import { createBrowserAgent, formTo, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { SESSION_IDLE_MS } from '#users/browser-session.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone) Safari/605.1'
const { many, single } = DEMO_USERS

describe('the browsers in which a person is signed in', () => {
  let provider: ProviderFixture
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())
  beforeEach(() => provider.deps.db.deleteFrom('browser_sessions').execute())

  const visit = (agent: BrowserAgent, path: string) => agent.visit(provider.base + path)
  const greeting = async (agent: BrowserAgent) => headingOf(await visit(agent, '/'))

  async function signedIn(
    userAgent: string,
    email: string = many.email,
    agent = createBrowserAgent({ 'user-agent': userAgent }),
  ) {
    await signIn(agent, await visit(agent, '/sign-in'), email)
    return agent
  }

  async function end(agent: BrowserAgent, session: string) {
    const page = await visit(agent, '/security')
    const { action, fields } = formTo(page, '/security/browsers')
    return agent.post(action, { ...fields, session }, { from: page.url })
  }

  const idOn = (body: string) => /name="session" value="([0-9a-f-]{36})"/.exec(body)?.[1] ?? ''

  it('are listed with their names, and the current one cannot be signed out from the list', async () => {
    const here = await signedIn(FIREFOX)
    await signedIn(SAFARI)
    await signedIn('an unknown program')
    await signedIn(FIREFOX, single.email)
    const { body } = await visit(here, '/security')
    expect(
      [...body.matchAll(/<b>([^<]*)<\/b>(?: <span class="tag">([^<]*))?/g)].map(([, ...row]) => row),
    ).toEqual(
      expect.arrayContaining([
        ['Firefox on Windows', 'This browser'],
        ['Safari on iPhone', undefined],
        ['A browser we can’t name', undefined],
      ]),
    )
    expect(body.match(/name="session" value="[0-9a-f-]{36}"/g)).toHaveLength(2)
  })

  it.each([
    ['de', 'Firefox unter Windows'],
    ['fr', 'Firefox sous Windows'],
  ])('are named in the language of the page: %s', async (language, name) => {
    const headers = { 'user-agent': FIREFOX, 'accept-language': language }
    const here = await signedIn(FIREFOX, many.email, createBrowserAgent(headers))
    expect((await visit(here, '/security')).body).toContain(`<b>${name}</b>`)
  })

  it('are not listed after a week without use', async () => {
    await signedIn(SAFARI)
    provider.advance(SESSION_IDLE_MS)
    const here = await signedIn(FIREFOX)
    expect((await visit(here, '/security')).body).not.toContain('Safari on iPhone')
  })

  it('are signed out one by one, at their next request', async () => {
    const [here, there, third] = [await signedIn(FIREFOX), await signedIn(SAFARI), await signedIn(SAFARI)]
    const ended = await end(third, idOn((await visit(third, '/security')).body))
    expect(ended.body).toContain('You are signed out there.')
    const greetings = [await greeting(here), await greeting(there)]
    expect(greetings.filter((each) => each === 'Hello, Maya Chen')).toHaveLength(1)
    expect(await greeting(third)).toBe('Hello, Maya Chen')
  })

  it('can be signed out all at once, except the current one', async () => {
    const [here, ...others] = [await signedIn(FIREFOX), await signedIn(SAFARI), await signedIn(SAFARI)]
    expect((await end(here, 'others')).body).toContain('You are signed out everywhere else.')
    expect(await greeting(here)).toBe('Hello, Maya Chen')
    for (const other of others) expect(await greeting(other)).not.toBe('Hello, Maya Chen')
  })

  it('leave other people in the same browser signed in', async () => {
    const shared = await signedIn(SAFARI)
    await signedIn(SAFARI, single.email, shared)
    const here = await signedIn(FIREFOX)
    await end(here, 'others')
    expect(await greeting(shared)).toBe('Hello, Simon Okafor')
  })

  it('of another person cannot be signed out, and are answered as unknown', async () => {
    const other = await signedIn(SAFARI, single.email)
    const session = await provider.deps.db
      .selectFrom('session_accounts')
      .select('session_id as id')
      .where('user_id', '=', single.id)
      .executeTakeFirst()
    const here = await signedIn(FIREFOX)
    const answers = []
    for (const id of [session?.id ?? '', crypto.randomUUID(), '', 'x', `${session?.id}\u0000`]) {
      const { status, body } = await end(here, id)
      answers.push([status, body.includes('You were already signed out there.')])
    }
    expect(new Set(answers.map(String))).toEqual(new Set(['404,true']))
    expect(await greeting(other)).toBe('Hello, Simon Okafor')
  })
})

describe('the security page', () => {
  it.each([
    ['true', 'Your password, codes from an app on your phone if you want them,'],
    ['false', 'Your password and the browsers where you are signed in.'],
  ])('mentions codes from an app only if they are enabled: %s', async (offersCodes, lede) => {
    const provider = await startProvider({ env: { PROVIDER_SECOND_FACTOR: offersCodes } })
    const agent = createBrowserAgent()
    await signIn(agent, await agent.visit(`${provider.base}/sign-in`), many.email)
    expect((await agent.visit(`${provider.base}/security`)).body).toContain(lede)
    await provider.close()
  })
})
