import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { UserId } from '@counterfoil/oauth/ids'
import { asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { SEARCH_FROM } from './business/business-choice.ts'
import {
  answer,
  backAt,
  businessIdOn,
  CALLBACK,
  consentPageOf,
  headingOf,
  signIn,
  startHarbour,
  type Harbour,
} from '#testing/harbour-client.ts'
import { oddAnswers } from '#testing/odd-answers.ts'

let harbour: Harbour
beforeAll(async () => {
  harbour = await startHarbour()
})
afterAll(() => harbour.close())

const MINUTE_MS = 60_000

describe('the consent form', () => {
  it('leads from sign-in over the business choice to a code and the state, byte for byte', async () => {
    const { agent, page } = await consentPageOf(harbour, 'many@harbour.example')
    expect(headingOf(page)).toBe('Let Counterfoil see your business?')
    expect(page.body).not.toMatch(/name="business"[^>]*checked/)

    const answered = await answer(agent, page, {
      answer: 'allow',
      business: businessIdOn(page, 'Northwind Trading'),
      keep: 'see_products',
    })
    expect(answered.status).toBe(303)
    expect(backAt(answered.location).get('code')).toMatch(/^.{20,}$/)
    expect(backAt(answered.location).get('state')).toBe('st/4te')
    expect(answered.body).toContain('Taking you back to Counterfoil')
  })

  it('sends access_denied and the state when the person does not allow it', async () => {
    const { agent, page } = await consentPageOf(harbour, 'many@harbour.example')
    const answered = await answer(agent, page, { answer: 'deny' })
    expect(answered.status).toBe(303)
    expect(backAt(answered.location).get('error')).toBe('access_denied')
    expect(backAt(answered.location).get('state')).toBe('st/4te')
    expect(answered.body).toContain('You didn’t allow access.')
  })

  it('requires a chosen business, and keeps the state of the checkboxes', async () => {
    const { agent, page } = await consentPageOf(harbour, 'many@harbour.example')
    const again = await answer(agent, page, { answer: 'allow', keep: [] })
    expect(again.status).toBe(422)
    expect(again.body).toContain('<title>Error: Let Counterfoil see your business?')
    expect(again.body).toContain('<a href="#business-1">Choose a business</a>')
    expect(again.body).not.toMatch(/value="see_products"[^>]*checked/)
  })

  it('grants every permission except the optional ones that were unticked', async () => {
    const { agent, page } = await consentPageOf(harbour, 'single@harbour.example')
    const answered = await answer(agent, page, { answer: 'allow', keep: [] })
    const { scope } = await exchange(answered.location)
    expect(scope?.split(' ').toSorted()).toEqual(['account:read', 'business:read', 'user:read'])
  })

  it('makes no decision when Enter is pressed inside the form', async () => {
    const { agent, page } = await consentPageOf(harbour, 'many@harbour.example')
    const business = businessIdOn(page, 'Northwind Trading')
    const looked = await answer(agent, page, { answer: 'look', business })
    expect(looked.status).toBe(200)
    expect(looked.body).toMatch(new RegExp(`value="${business}"[^>]*checked`))
  })
})

describe('the choice of a business', () => {
  it('preselects the only business', async () => {
    const { page } = await consentPageOf(harbour, 'single@harbour.example')
    expect(page.body).toMatch(/name="business"[^>]*checked/)
  })

  it('preselects the business that the application requested, and hides the others behind a disclosure', async () => {
    const { page: all } = await consentPageOf(harbour, 'many@harbour.example')
    const asked = businessIdOn(all, 'Harbour Lane Bakery')
    const { page } = await consentPageOf(harbour, 'many@harbour.example', {
      businessId: wireIdOf('Business', asBusinessId(asked)),
    })
    expect(page.body).toMatch(new RegExp(`value="${asked}"[^>]*checked`))
    expect(page.body).toContain('Counterfoil asked for this one.')
    expect(page.body).toContain('<summary>Choose a different business</summary>')
  })

  it('gives the same answer for another person’s business, an unknown one and a malformed id', async () => {
    const { page: theirs } = await consentPageOf(harbour, 'single@harbour.example')
    const foreign = wireIdOf('Business', asBusinessId(businessIdOn(theirs, 'Okafor Plumbing &amp; Heating')))
    const nowhere = wireIdOf('Business', asBusinessId('00000000-0000-4000-8000-000000000000'))
    for (const businessId of [foreign, nowhere, 'nonsense']) {
      const { page } = await consentPageOf(harbour, 'many@harbour.example', { businessId })
      expect(page.body).toContain('The business Counterfoil asked for isn’t in this account.')
      expect(page.body).not.toContain('Okafor')
      expect(page.body).not.toMatch(/name="business"[^>]*checked/)
    }
  })

  it('shows why the requested business cannot be chosen, with a link to renew its plan', async () => {
    const listed = (await harbour.admin('business', 'list')) as { businesses: { id: string; name: string }[] }
    const fern = listed.businesses.find((business) => business.name === 'Fern & Co')?.id ?? ''
    const { page } = await consentPageOf(harbour, 'many@harbour.example', {
      businessId: wireIdOf('Business', asBusinessId(fern)),
    })
    expect(page.body).toMatch(
      /Counterfoil asked for <b>Fern &amp; Co<\/b>\. Its Pro plan ended on \d+\u00A0\w+/,
    )
    expect(page.body).toMatch(/href="\/plans\?request=[^"]+"/)
  })
})

describe('the search among many businesses', () => {
  it('shows in the title the search text, or that nothing matches', async () => {
    const email = 'nine@harbour.example'
    const named = ['--email', email, '--first-name', 'Nina', '--last-name', 'Vale']
    await harbour.admin('user', 'create', ...named, '--password', DEMO_PASSWORD)
    for (let index = 1; index <= SEARCH_FROM; index += 1)
      await harbour.admin('business', 'create', '--owner', email, '--name', `Pier ${index}`)
    const { agent, page } = await consentPageOf(harbour, email)
    const titleAfter = async (text: string) => {
      const found = await agent.visit(`${page.url}?q=${encodeURIComponent(text)}`)
      return /<title>([^<]+)<\/title>/.exec(found.body)?.[1]
    }
    const heading = 'Let Counterfoil see your business? – Harbour'
    expect(await titleAfter('')).toBe(heading)
    expect(await titleAfter('pier 9')).toBe(`Search for “pier 9” – ${heading}`)
    expect(await titleAfter('<b>')).toBe(`No business matches “&lt;b&gt;” – ${heading}`)
  })
})

describe('the page for a person without a business that can be chosen', () => {
  it('keeps the request for an hour, and continues it after the plan is renewed', async () => {
    const { agent, page } = await consentPageOf(harbour, 'lapsed@harbour.example')
    expect(headingOf(page)).toBe('No business can be connected yet')
    harbour.wait(59 * MINUTE_MS)
    const checked = await agent.visit(`${page.url}?checked=1`)
    expect(checked.body).toContain('Nothing has changed yet.')

    const plansPath = /href="(\/plans\?[^"#]+)/.exec(checked.body)?.[1]?.replaceAll('&amp;', '&')
    const plans = await agent.visit(harbour.url + plansPath)
    expect(plans.body).toContain('You came here from <b>Counterfoil</b>')
    const back = await agent.submit(plans, formTo(plans, '/plans/renew'))
    expect(headingOf(back)).toBe('Let Counterfoil see your business?')
    expect(back.body).toMatch(/name="business"[^>]*checked/)
    const answered = await answer(agent, back, { answer: 'allow' })
    expect(backAt(answered.location).get('code')).not.toBeNull()
  })

  it('sends "not now" to the application as access_denied with a reason', async () => {
    await harbour.admin('user', 'create', '--email', 'poor@harbour.example', '--password', DEMO_PASSWORD)
    await harbour.admin(
      'business',
      'create',
      '--owner',
      'poor@harbour.example',
      '--name',
      'Poor Co',
      '--state',
      'lapsed',
    )
    const { agent, page } = await consentPageOf(harbour, 'poor@harbour.example')
    const form = formTo(page, '/not-now')
    const answered = await agent.post(form.action, form.fields, { from: page.url, stopAt: CALLBACK })
    expect(backAt(answered.location).get('error')).toBe('access_denied')
    expect(backAt(answered.location).get('error_description')).toBe(
      'The user has no business that can be connected.',
    )
  })

  it('lets a person create a business and return with it preselected', async () => {
    const { agent, page } = await consentPageOf(harbour, 'empty@harbour.example')
    expect(headingOf(page)).toBe('You don’t have a business in Harbour yet.')
    const plans = await agent.visit(`${harbour.url}/plans?request=${handleIn(page.url)}`)
    const back = await agent.submit(plans, formTo(plans, '/plans/create'), { name: 'First <b>Steps</b>' })
    expect(back.body).toContain('First &lt;b&gt;Steps&lt;/b&gt;')
    expect(back.body).toMatch(/name="business"[^>]*checked/)
  })
})

oddAnswers(() => harbour)

describe('the time limit of a request', () => {
  it('is 15 minutes, to the second, and the page then links to the application', async () => {
    const { agent, page } = await consentPageOf(harbour, 'single@harbour.example')
    harbour.wait(15 * MINUTE_MS - 20_000)
    expect((await agent.visit(page.url)).status).toBe(200)
    harbour.wait(20_000)
    const late = await answer(agent, page, { answer: 'allow' })
    expect(headingOf(late)).toBe('This request has expired')
    expect(late.body).toContain('<a class="button primary" href="http://app.example/"')
    expect(late.location).toBeUndefined()
  })

  it('is extended on request, at most ten times', async () => {
    const { agent, page } = await consentPageOf(harbour, 'single@harbour.example')
    let current = page
    for (let turn = 0; turn < 10; turn += 1)
      current = await agent.submit(current, formTo(current, '/more-time'))
    expect(current.body).not.toContain('Give me more time')
    harbour.wait(15 * 11 * MINUTE_MS - 30_000)
    expect(headingOf(await agent.visit(page.url))).toBe('Let Counterfoil see your business?')
    harbour.wait(30_000)
    expect(headingOf(await agent.visit(page.url))).toBe('This request has expired')
  })
})

describe('two people in one browser', () => {
  it('choose the account before the consent, and can change it on the consent page', async () => {
    const { agent } = await consentPageOf(harbour, 'many@harbour.example')
    const signInPage = await agent.visit(`${harbour.url}/sign-in`)
    await signIn(agent, signInPage, 'single@harbour.example')

    const { page: choice } = await consentPageOf(harbour, '', {}, agent)
    expect(headingOf(choice)).toBe('Which account?')
    expect(choice.body).toContain('4 businesses')
    const many = accountNamed(choice.body, 'Maya Chen')
    const page = await agent.submit(choice, formTo(choice, '/accounts'), { account: many })
    expect(page.body).toContain('<b>many@harbour.example</b>')

    const picker = await agent.visit(`${page.url}/accounts`)
    const single = accountNamed(picker.body, 'Simon Okafor')
    const switched = await agent.submit(picker, formTo(picker, '/accounts'), { account: single })
    expect(switched.body).toContain('<b>single@harbour.example</b>')
    const answered = await answer(agent, switched, { answer: 'allow', keep: 'see_products' })
    const tokens = await exchange(answered.location)
    expect(tokens.userId).toBe(wireIdOf('User', asUserId(single)))
  })
})

describe('a request after an earlier consent', () => {
  it('shows when access was allowed, lists only new permissions, and collapses the others', async () => {
    const email = 'again@harbour.example'
    await harbour.admin('user', 'create', '--email', email, '--password', DEMO_PASSWORD)
    await harbour.admin('business', 'create', '--owner', email, '--name', 'Again Co')
    const { agent, page } = await consentPageOf(harbour, email)
    await exchange((await answer(agent, page, { answer: 'allow', keep: 'see_products' })).location)

    const { page: forced } = await consentPageOf(harbour, '', { approval_prompt: 'force' }, agent)
    expect(forced.body).toMatch(/You allowed this on \d+\u00A0\w+\u00A0\d{4}\./)

    const more = 'user:read business:read account:read product:read vendor:read'
    const { page: raised } = await consentPageOf(harbour, '', { scope: more }, agent)
    expect(headingOf(raised)).toBe('Counterfoil asks for one more thing')
    expect(raised.body).toMatch(/See vendors\s*<b class="tag">New<\/b>/)
    expect(raised.body).toContain('<summary>Already allowed (4)</summary>')
  })

  it('needs no consent after signing in if approval_prompt is auto and the application still has the business', async () => {
    const { agent, page } = await consentPageOf(harbour, 'single@harbour.example')
    const business = businessIdOn(page, 'Okafor Plumbing &amp; Heating')
    await exchange((await answer(agent, page, { answer: 'allow', keep: 'see_products' })).location)
    const fresh = createBrowserAgent()
    const parameters = { businessId: wireIdOf('Business', asBusinessId(business)) }
    const { page: back } = await consentPageOf(harbour, 'single@harbour.example', parameters, fresh)
    expect(backAt(back.location).get('code')).not.toBeNull()
  })
})

async function exchange(location: string | undefined): Promise<{ scope?: string; userId?: UserId }> {
  const response = await fetch(`${harbour.url}/oauth2/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: harbour.clientId,
      client_secret: harbour.clientSecret,
      code: backAt(location).get('code') ?? '',
      redirect_uri: CALLBACK,
    }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { scope?: string; userId?: UserId }
}

function accountNamed(body: string, name: string): string {
  return (
    new RegExp(`name="account" value="([^"]+)"[^>]*>\\s*<span class="stack"\\s*>\\s*<b>${name}`).exec(
      body,
    )?.[1] ?? ''
  )
}

function handleIn(url: string): string {
  return /\/authorize\/([^/?]+)/.exec(url)?.[1] ?? ''
}
