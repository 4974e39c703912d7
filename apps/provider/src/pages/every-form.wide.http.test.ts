import type { AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { caseCount, sample } from '@counterfoil/testkit/sample'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { NORTHWIND, startProvider } from '#testing/provider-fixture.ts'
import { pathsOf } from '#testing/paths-of.ts'
import { createApp } from '../provider.ts'
import { headingOf } from '#testing/harbour-client.ts'
import { FORMS, NO_FORMS } from '#testing/every-form/forms.ts'
import { world, type Answer } from '#testing/every-form/open-form.ts'
import { post, walkForms } from '#testing/every-form/walk-forms.ts'

const ROUTES = sample(Object.keys(FORMS), 8)

let english: readonly Answer[]
let french: readonly Answer[]
beforeAll(async () => {
  world.provider = await startProvider({
    env: {
      PROVIDER_APPLICATIONS_PER_ACCOUNT: '1000',
      PROVIDER_SECOND_FACTOR: 'true',
      // No server listens on this port; other tests cover sending mail.
      PROVIDER_SMTP_URL: 'smtp://127.0.0.1:9',
      PROVIDER_MAIL_FROM: 'accounts@harbour.example',
    },
  })
  // As an admin, single@ may end grants of many@ for this business.
  await world.provider.deps.accessRevocations.setRole(DEMO_USERS.single.id, NORTHWIND, 'admin')
  world.language = 'en'
  english = await walkForms(ROUTES)
  world.language = 'fr'
  french = await walkForms(ROUTES)
}, 600_000)
afterAll(() => world.provider.close())

describe('every POST route of Harbour', () => {
  it('is covered by this test, or is listed as having no form', () => {
    const app = createApp({ ...world.provider.deps, metrics: new Registry() }, { isStopping: () => false })
    const found = pathsOf(app, 'post')
    expect(found.length).toBeGreaterThan(20)
    expect([...found].sort()).toEqual([...Object.keys(FORMS), ...Object.keys(NO_FORMS)].sort())
  })

  it('answers valid, invalid and stale forms with a redirect', () => {
    const others = english.filter(({ status }) => status !== 303)
    expect(others.map(({ route, fields, status }) => [route, fields, status])).toEqual([])
    expect(english.filter(({ kind }) => kind === 'wrong').length).toBeGreaterThan(
      caseCount({ all: 15, sampled: 0 }),
    )
  })

  it('redirects to an existing page, also if it is reloaded after the stored page has expired', () => {
    for (const { route, fields, shown, late } of english) {
      if (shown === undefined || shown.location !== undefined) continue
      expect([route, fields, headingOf(shown)]).not.toEqual([route, fields, ''])
      expect([route, fields, (late?.status ?? 404) < 404]).toEqual([route, fields, true])
    }
  })

  it.each(ROUTES)('%s answers a browser without cookies without storing a page', async (route) => {
    const form = await FORMS[route]?.()
    if (form === undefined) throw new Error(`no form for ${route}`)
    form.agent.clearCookies()
    const { status, body, location } = await post(form, form.right)
    if (status === 303) expect(location).not.toContain('kept=')
    else expect(body).toMatch(/Allow cookies for|Acceptez les cookies de/)
  })
})

describe('the title of the page after a form', () => {
  const titleOf = (page: AgentAnswer) => /<title>([^<]+)<\/title>/.exec(page.body)?.[1] ?? ''
  const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')

  it.each(['en', 'fr'])(
    'contains the heading and Harbour, and is unique within its feature, in %s',
    (spoken) => {
      const states = new Map<string, string>()
      const note = (page: AgentAnswer, state: string) => {
        const title = titleOf(page)
        expect([state, title]).toEqual([state, expect.stringContaining(oneLine(headingOf(page)))])
        expect(title).toMatch(/ – Harbour$|^Harbour$/)
        // The sign-in page is the same with and without a request; every other page belongs to one feature.
        const way = new URL(page.url).pathname.split('/')[1] ?? ''
        const key = `${way}: ${title}`
        expect([title, states.get(key) ?? state]).toEqual([title, state])
        states.set(key, state)
      }
      for (const { route, kind, before, location, shown } of spoken === 'en' ? english : french) {
        note(before, placeOf(before.url))
        if (shown === undefined || shown.location !== undefined) continue
        const isKept = location.includes('kept=')
        // A stop page is the same for every stale form and every deleted thing.
        const isStop = shown.body.includes('id="reference"')
        note(shown, isStop ? titleOf(shown) : isKept ? `${kind} at ${placeOf(route)}` : placeOf(shown.url))
      }
    },
  )
})

/** Returns the path of an address with ids replaced by an ellipsis. */
function placeOf(address: string): string {
  const path = address.startsWith('/') ? address : new URL(address).pathname
  return path.replaceAll(/\/(?:[\w-]{32,}|:\w+)/g, '/…').replace('/businesses/…', '')
}
