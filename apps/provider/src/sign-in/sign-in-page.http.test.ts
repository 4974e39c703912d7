import { formTo, type AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { TRIES_PER_ACCOUNT_AND_ADDRESS, TRIES_PER_ADDRESS, WINDOW_MS } from '#users/sign-in-throttle.ts'
import {
  newAgent,
  SESSION,
  sessionOf,
  signInPage,
  startSignIn,
  tryPassword,
  world,
} from './testing/sign-in-fixture.ts'

startSignIn()

describe('signing in', () => {
  it('shows the typed email again but never the password, and shows each fault at its field and in the summary', async () => {
    const agent = newAgent()
    const page = await tryPassword(agent, '', '')
    expect(page.status).toBe(422)
    expect(page.body).toContain('<title>Error: Sign in to Harbour')
    expect(page.body.match(/Enter your email address/g)).toHaveLength(2)
    expect(page.body.match(/Enter your password/g)).toHaveLength(2)
    const wrong = await tryPassword(agent, 'many@harbour.example', 'not-the-password')
    expect(wrong.body).toContain('value="many@harbour.example"')
    expect(wrong.body).not.toContain('not-the-password')
  })

  it('gives the same answer for an unknown account as for a wrong password', async () => {
    const page = await tryPassword(newAgent(), 'single@harbour.example', 'wrong')
    const unknown = await tryPassword(newAgent(), 'nobody@harbour.example', 'wrong')
    const same = (answer: AgentAnswer) =>
      answer.body
        .replaceAll(/value="[^"]*"/g, '')
        .replaceAll(/[a-z]+@harbour\.example/g, '')
        .replaceAll(/Reference[^<]*<[^<]*</g, '')
    expect(same(unknown)).toBe(same(page))
    expect(unknown.status).toBe(page.status)
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(page.headers).toSorted())
  })

  it('starts a new session, so that a cookie planted before is invalid (session fixation)', async () => {
    const agent = newAgent()
    await signInPage(agent)
    const planted = sessionOf(agent) ?? ''
    expect(planted).toMatch(/^[A-Za-z0-9_-]{43}$/)
    await tryPassword(agent, 'many@harbour.example', 'harbour-demo')
    expect(sessionOf(agent)).not.toBe(planted)

    const attacker = newAgent()
    attacker.setCookie(world.harbour.url, SESSION, planted)
    expect(headingOf(await attacker.visit(`${world.harbour.url}/connected-apps`))).toBe('Sign in to Harbour')
  })

  it('shows clock times in the time zone that the browser reported, and in UTC without a valid one', async () => {
    const pageOf = async (zone: string) => {
      const agent = newAgent()
      const page = await agent.visit(world.harbour.authorizeUrl())
      const { action, fields } = formTo(page, '/sign-in')
      const form = { ...fields, email: 'many@harbour.example', password: 'harbour-demo', zone }
      return { agent, consent: await agent.post(action, form, { from: page.url }) }
    }
    const shown = (page: AgentAnswer) => {
      const [, at = '', text = ''] =
        /works until\s+<time datetime="([^"]+)" data-clock>([^<]+)</.exec(page.body) ?? []
      const inZone = (timeZone: string) =>
        new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
          new Date(at),
        )
      return { text, inZone }
    }
    const { agent, consent } = await pageOf('Asia/Kathmandu')
    expect(shown(consent).text).toBe(shown(consent).inZone('Asia/Kathmandu'))
    // The time zone of the browser also applies after another person signs in.
    const other = await signIn(agent, await signInPage(agent), 'single@harbour.example')
    expect(other.status).toBe(200)
    const again = await agent.visit(consent.url)
    expect(shown(again).text).toBe(shown(again).inZone('Asia/Kathmandu'))
    for (const zone of ['', 'Nowhere/City', '"><b>']) {
      const { consent: plain } = await pageOf(zone)
      expect(shown(plain).text).toBe(`${shown(plain).inZone('UTC')} UTC`)
    }
  })

  it('starts a new session when a second person signs in, with both accounts', async () => {
    const agent = newAgent()
    await tryPassword(agent, 'many@harbour.example', 'harbour-demo')
    const first = sessionOf(agent)
    await tryPassword(agent, 'single@harbour.example', 'harbour-demo')
    expect(sessionOf(agent)).not.toBe(first)
    const page = await agent.visit(`${world.harbour.url}/sign-out`)
    expect(page.body).toContain('many@harbour.example')
    expect(page.body).toContain('single@harbour.example')
    expect(page.body).toContain('Sign everyone out')
  })

  it('continues if the person has signed in in another tab', async () => {
    const agent = newAgent()
    const other = await signInPage(agent)
    await tryPassword(agent, 'many@harbour.example', 'harbour-demo')
    const form = formTo(other, '/sign-in')
    const page = await agent.post(
      form.action,
      { ...form.fields, email: 'x', password: 'y' },
      { from: other.url },
    )
    expect(headingOf(page)).toBe('Hello, Maya Chen')
  })

  it('explains blocked cookies, and shows the form again without the password', async () => {
    const agent = newAgent()
    const page = await signInPage(agent)
    const form = formTo(page, '/sign-in')
    agent.clearCookies()
    const refused = await agent.post(
      form.action,
      { ...form.fields, email: 'many@harbour.example', password: 'harbour-demo' },
      { from: page.url },
    )
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('value="many@harbour.example"')
    expect(refused.body).not.toContain('harbour-demo')
    const again = await agent.submit(refused, formTo(refused, '/sign-in'))
    expect(again.body).toContain('Enter your password')
  })

  it('redirects only to our own pages', async () => {
    for (const target of ['https://evil.example/', '//evil.example', '/.//evil.example']) {
      const agent = newAgent()
      const page = await agent.visit(`${world.harbour.url}/sign-in?return_to=${encodeURIComponent(target)}`)
      const after = await signIn(agent, page, 'many@harbour.example')
      expect(new URL(after.url).origin).toBe(world.harbour.url)
    }
  })

  it('reports a closed account only to a caller with its password', async () => {
    await world.harbour.admin(
      'user',
      'create',
      '--email',
      'closed@harbour.example',
      '--password',
      'harbour-demo',
    )
    await world.harbour.admin('user', 'disable', '--user', 'closed@harbour.example')
    expect(headingOf(await tryPassword(newAgent(), 'closed@harbour.example', 'harbour-demo'))).toBe(
      'This account can’t be used',
    )
    expect((await tryPassword(newAgent(), 'closed@harbour.example', 'wrong')).body).toContain(
      'doesn’t match our records',
    )
  })

  it('ends in every browser when the account is closed, also if it is opened again later', async () => {
    await world.harbour.admin(
      'user',
      'create',
      '--email',
      'leaving@harbour.example',
      '--password',
      'harbour-demo',
    )
    const agent = newAgent()
    await tryPassword(agent, 'leaving@harbour.example', 'harbour-demo')
    await world.harbour.admin('user', 'disable', '--user', 'leaving@harbour.example')
    expect(headingOf(await agent.visit(`${world.harbour.url}/connected-apps`))).toBe('Sign in to Harbour')
    // Opening the account again restores no session: the password is required in every browser.
    await world.harbour.admin('user', 'enable', '--user', 'leaving@harbour.example')
    expect(headingOf(await agent.visit(`${world.harbour.url}/connected-apps`))).toBe('Sign in to Harbour')
    await tryPassword(agent, 'leaving@harbour.example', 'harbour-demo')
    expect(headingOf(await agent.visit(`${world.harbour.url}/connected-apps`))).not.toBe('Sign in to Harbour')
  })
})

describe('guessing passwords', () => {
  it('is blocked after a few attempts, and the page shows until when', async () => {
    const stranger = newAgent()
    for (let turn = 0; turn < TRIES_PER_ACCOUNT_AND_ADDRESS; turn += 1) {
      expect((await tryPassword(stranger, 'lapsed@harbour.example', `guess-${turn}`)).status).toBe(422)
    }
    const stopped = await tryPassword(stranger, 'lapsed@harbour.example', 'harbour-demo')
    expect(stopped.status).toBe(429)
    expect(stopped.body).toMatch(
      /Too many attempts\. You can try again at <time[^>]*>\d\d:\d\d UTC<\/time>\./,
    )
    world.harbour.wait(WINDOW_MS)
    expect(headingOf(await tryPassword(stranger, 'lapsed@harbour.example', 'harbour-demo'))).toBe(
      'Hello, Léa Tremblay',
    )
  })

  it('never locks the owner out, neither in a known browser nor in a new one', async () => {
    const home = newAgent()
    await tryPassword(home, 'single@harbour.example', 'harbour-demo')
    // More attempts than are allowed without a delay, from different addresses at the same time.
    const strangers = Array.from({ length: 6 }, () => newAgent())
    await Promise.all(
      strangers.map(async (stranger) => {
        const page = await signInPage(stranger)
        const tries = Array.from({ length: TRIES_PER_ACCOUNT_AND_ADDRESS + 1 }, () =>
          signIn(stranger, page, 'single@harbour.example', 'guess'),
        )
        expect((await Promise.all(tries)).map((answer) => answer.status)).toContain(429)
      }),
    )
    expect(headingOf(await tryPassword(home, 'single@harbour.example', 'harbour-demo'))).toBe(
      'Hello, Simon Okafor',
    )
    expect(headingOf(await tryPassword(newAgent(), 'single@harbour.example', 'harbour-demo'))).toBe(
      'Hello, Simon Okafor',
    )
    world.harbour.wait(WINDOW_MS)
  })

  it('is counted exactly if the attempts are simultaneous', async () => {
    await world.harbour.admin(
      'user',
      'create',
      '--email',
      'target@harbour.example',
      '--password',
      'harbour-demo',
    )
    const agent = newAgent()
    const page = await signInPage(agent)
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => signIn(agent, page, 'target@harbour.example', 'guess')),
    )
    expect(tries.filter((answer) => answer.status === 422)).toHaveLength(TRIES_PER_ACCOUNT_AND_ADDRESS)
    expect(tries.filter((answer) => answer.status === 429)).toHaveLength(20 - TRIES_PER_ACCOUNT_AND_ADDRESS)
  })

  it('is blocked for an address that tries many accounts', async () => {
    const agent = newAgent()
    const page = await signInPage(agent)
    const emails = Array.from({ length: TRIES_PER_ADDRESS + 1 }, (_, turn) => `p${turn}@harbour.example`)
    const tries = await Promise.all(emails.map((email) => signIn(agent, page, email, 'guess')))
    expect(tries.filter((answer) => answer.status === 429)).toHaveLength(1)
  })

  it('keeps the authorization request while the person waits', async () => {
    await world.harbour.admin(
      'user',
      'create',
      '--email',
      'waiting@harbour.example',
      '--password',
      'harbour-demo',
    )
    const agent = newAgent()
    const first = await agent.visit(world.harbour.authorizeUrl())
    let page = first
    for (let turn = 0; turn <= TRIES_PER_ACCOUNT_AND_ADDRESS; turn += 1)
      page = await signIn(agent, first, 'waiting@harbour.example', 'guess')
    expect(page.body).toContain('The request that brought you here is kept.')
    expect(headingOf(await agent.visit(first.url))).toBe('Sign in to Harbour')
  })

  it('leaves neither passwords nor emails in the log', () => {
    expect(world.harbour.log()).toContain('"event":"sign_in"')
    for (const secret of ['harbour-demo', 'guess', 'not-the-password', '@harbour.example'])
      expect(world.harbour.log()).not.toContain(secret)
  })
})
