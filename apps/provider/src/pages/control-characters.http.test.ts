import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALLBACK, consentPageOf, signIn, startHarbour, type Harbour } from '#testing/harbour-client.ts'

let harbour: Harbour
beforeAll(async () => {
  harbour = await startHarbour()
})
afterAll(() => harbour.close())

/** A character that PostgreSQL cannot store in a text, and that no keyboard types. */
const NUL = '\u0000'

async function signedIn(path: string) {
  const agent = createBrowserAgent()
  const page = await signIn(agent, await agent.visit(harbour.url + path), 'many@harbour.example')
  return { agent, page }
}

describe('a form with the character U+0000', () => {
  it('is answered as a wrong password at the sign-in page', async () => {
    const agent = createBrowserAgent()
    const page = await agent.visit(`${harbour.url}/sign-in`)
    for (const [email, password] of [
      [`many@harbour.example${NUL}`, 'harbour-demo'],
      ['many@harbour.example', `harbour-demo${NUL}`],
    ] as const) {
      expect((await signIn(agent, page, email, password)).status).toBe(422)
    }
  })

  it('is refused with a fault of the field when a business is created', async () => {
    const { agent, page } = await signedIn('/plans')
    const form = formTo(page, '/plans/create')
    const answer = await agent.post(
      form.action,
      { ...form.fields, name: `Quay${NUL}Books` },
      { from: page.url },
    )
    expect(answer.status).toBe(422)
    expect(answer.body).toContain('There is a problem')
  })

  it.each(['name', 'home_page', 'redirects', 'scopes', 'optional', 'seconds', 'restriction'])(
    'is refused when an application is registered: %s',
    async (field) => {
      const { agent, page } = await signedIn('/developers/new')
      const form = formTo(page, '/developers/new')
      const good = { ...form.fields, name: 'Tide Table', redirects: 'https://tide.example/callback' }
      const typed = { ...good, home_page: 'https://tide.example/', [field]: `https://tide.example/a${NUL}b` }
      const answer = await agent.post(form.action, typed, { from: page.url })
      expect([200, 422]).toContain(answer.status)
      if (field !== 'restriction') expect(answer.status).toBe(422)
    },
  )

  it('changes nothing on the consent page', async () => {
    const { agent, page } = await consentPageOf(harbour, 'many@harbour.example')
    const form = formTo(page, '/answer')
    for (const fields of [{ business: NUL }, { business: NUL, keep: NUL }, { answer: NUL }]) {
      const answer = await agent.post(
        form.action,
        { ...form.fields, answer: 'allow', ...fields },
        { from: page.url, stopAt: CALLBACK },
      )
      expect([200, 422]).toContain(answer.status)
    }
  })
})
