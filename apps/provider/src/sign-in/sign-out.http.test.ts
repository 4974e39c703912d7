import { formTo } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { consentPageOf, headingOf } from '#testing/harbour-client.ts'
import { newAgent, signInPage, startSignIn, tryPassword, world } from './testing/sign-in-fixture.ts'

startSignIn()

describe('signing out', () => {
  it('reports that apps stay connected, and offers to sign in again with the email filled in', async () => {
    const agent = newAgent()
    await tryPassword(agent, 'many@harbour.example', 'harbour-demo')
    const page = await agent.visit(`${world.harbour.url}/sign-out`)
    const account = /name="account" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const form = formTo(page, '/sign-out')
    const body = new URLSearchParams({ ...form.fields, account }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: world.harbour.url }
    const posted = await agent.send('POST', form.action, { headers, body })
    expect(posted.status).toBe(303)
    const out = await agent.visit(posted.location ?? '')
    expect(headingOf(out)).toBe('You’re signed out of Harbour.')
    expect(out.body).toContain('may still be connected; that’s separate.')
    expect(posted.headers['clear-site-data']).toBe('"cache"')
    const again = await signInPage(agent)
    expect(again.body).toContain('Signed out. Enter the password for <b>many@harbour.example</b>.')
  })

  it('lists a signed-out account beside the others as "enter password"', async () => {
    const agent = newAgent()
    await tryPassword(agent, 'many@harbour.example', 'harbour-demo')
    await tryPassword(agent, 'single@harbour.example', 'harbour-demo')
    const page = await agent.visit(`${world.harbour.url}/sign-out`)
    const single =
      /value="([^"]+)"[^>]*>\s*(?:<span>)?\s*Sign out<span class="unseen">\s*Simon/.exec(page.body)?.[1] ?? ''
    await agent.submit(page, formTo(page, '/sign-out'), { account: single })
    const { page: consent } = await consentPageOf(world.harbour, '', {}, agent)
    expect(consent.body).toContain('many@harbour.example')
    const choice = await agent.visit(`${consent.url}/accounts`)
    expect(choice.body).toContain('Signed out – enter password')
    const signInAs = /name="sign_in_as" value="([^"]+)"/.exec(choice.body)?.[1] ?? ''
    const asked = await agent.submit(choice, formTo(choice, '/accounts'), { sign_in_as: signInAs })
    expect(asked.body).toContain('value="single@harbour.example"')
  })

  it('is refused if the form was sent by another site', async () => {
    const agent = newAgent()
    await tryPassword(agent, 'many@harbour.example', 'harbour-demo')
    const refused = await agent.post(
      `${world.harbour.url}/sign-out`,
      { account: 'all' },
      { from: 'http://evil.example/' },
    )
    expect(refused.status).toBe(403)
    expect((await agent.visit(`${world.harbour.url}/connected-apps`)).status).toBe(200)
  })

  it('happens automatically after seven days without use, and after thirty days in any case', async () => {
    const DAY_MS = 86_400_000
    const idle = newAgent()
    await tryPassword(idle, 'many@harbour.example', 'harbour-demo')
    const busy = newAgent()
    await tryPassword(busy, 'single@harbour.example', 'harbour-demo')
    for (let day = 0; day < 5; day += 1) {
      world.harbour.wait(6 * DAY_MS - 60_000)
      if (day < 4) expect(headingOf(await busy.visit(world.harbour.url))).toBe('Hello, Simon Okafor')
      if (day === 1) expect(headingOf(await idle.visit(world.harbour.url))).toBe('Harbour')
    }
    world.harbour.wait(10 * 60_000)
    expect(headingOf(await busy.visit(world.harbour.url))).toBe('Harbour')
  })
})
