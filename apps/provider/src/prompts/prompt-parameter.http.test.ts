import { createBrowserAgent, type AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answer,
  businessIdOn,
  CALLBACK,
  consentPageOf,
  headingOf,
  signIn,
  startHarbour,
  type Harbour,
} from '#testing/harbour-client.ts'

const MANY = 'many@harbour.example'

let harbour: Harbour
beforeAll(async () => {
  harbour = await startHarbour()
})
afterAll(() => harbour.close())

/** Returns the address to which an answer redirects. */
const ledTo = ({ location, url }: AgentAnswer) => location ?? url

/** Connects a business. Returns the browser, and the parameters that reconnect it without a prompt. */
async function connected() {
  const { agent, page } = await consentPageOf(harbour, MANY)
  const business = businessIdOn(page, 'Northwind Trading')
  const done = await answer(agent, page, { answer: 'allow', business, keep: 'see_products' })
  const code = new URL(ledTo(done)).searchParams.get('code') ?? ''
  const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
  const token = await fetch(`${harbour.url}/oauth2/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      ...fields,
      client_id: harbour.clientId,
      client_secret: harbour.clientSecret,
    }),
  })
  const { businessId } = (await token.json()) as { businessId: string }
  return { agent, businessId }
}

describe('prompt=login', () => {
  it('requires the password although the person is signed in, and no new consent', async () => {
    const { agent, businessId } = await connected()
    const silent = await agent.visit(harbour.authorizeUrl({ businessId }), { stopAt: CALLBACK })
    expect(new URL(ledTo(silent)).searchParams.get('code')).not.toBeNull()
    const parameters = { businessId, prompt: 'login' }
    const page = await agent.visit(harbour.authorizeUrl(parameters), { stopAt: CALLBACK })
    expect(page.url).toMatch(/\/sign-in$/)
    const back = await signIn(agent, page, MANY)
    expect(ledTo(back).startsWith(`${CALLBACK}?code=`)).toBe(true)
  })

  it('cannot be bypassed through another address of the request', async () => {
    const { agent, businessId } = await connected()
    const page = await agent.visit(harbour.authorizeUrl({ businessId, prompt: 'login' }), {
      stopAt: CALLBACK,
    })
    const request = page.url.replace(/\/sign-in$/, '')
    for (const path of ['', '/continue', '/accounts']) {
      const reached = await agent.visit(request + path, { stopAt: CALLBACK })
      expect([path, ledTo(reached).startsWith(CALLBACK)]).toEqual([path, false])
      expect([path, reached.body.includes('name="answer"')]).toEqual([path, false])
      expect([path, /name="account" value/.test(reached.body)]).toEqual([path, false])
    }
  })

  it('continues with the account whose password was typed, not the one that was signed in', async () => {
    const { agent, businessId } = await connected()
    const page = await agent.visit(harbour.authorizeUrl({ businessId, prompt: 'login' }), {
      stopAt: CALLBACK,
    })
    const other = await signIn(agent, page, 'single@harbour.example')
    expect(ledTo(other).startsWith(CALLBACK)).toBe(false)
    expect(other.body).toContain('single@harbour.example')
    expect(other.body).not.toContain('Northwind Trading')
  })
})

describe('prompt=none', () => {
  const errorOf = (url: string) => new URL(url).searchParams.get('error')

  it('redirects without a page, with a code or with the error that names the page that would be needed', async () => {
    const { agent, businessId } = await connected()
    const none = { businessId, prompt: 'none' }
    const silent = await agent.visit(harbour.authorizeUrl(none), { stopAt: CALLBACK })
    expect(new URL(ledTo(silent)).searchParams.get('code')).not.toBeNull()
    const asked = await agent.visit(harbour.authorizeUrl({ ...none, approval_prompt: 'force' }), {
      stopAt: CALLBACK,
    })
    expect(errorOf(ledTo(asked))).toBe('interaction_required')
    const nobody = await createBrowserAgent().visit(harbour.authorizeUrl(none), {
      stopAt: CALLBACK,
    })
    expect(errorOf(ledTo(nobody))).toBe('login_required')
    expect(new URL(ledTo(nobody)).searchParams.get('state')).toBe('st/4te')
  })

  it('gives neither a code nor an error to a browser that prefetches', async () => {
    const { agent, businessId } = await connected()
    const address = harbour.authorizeUrl({ businessId, prompt: 'none' })
    const guess = await agent.send('GET', address, { headers: { 'sec-purpose': 'prefetch' } })
    expect([guess.status, guess.location]).toEqual([503, undefined])
  })
})

describe('other values of prompt', () => {
  it('consent always asks, like approval_prompt=force', async () => {
    const { agent, businessId } = await connected()
    const page = await agent.visit(harbour.authorizeUrl({ businessId, prompt: 'consent' }), {
      stopAt: CALLBACK,
    })
    expect(headingOf(page)).toContain('Counterfoil')
  })

  it('are ignored if they are not supported', async () => {
    const { agent, businessId } = await connected()
    const silent = await agent.visit(harbour.authorizeUrl({ businessId, prompt: 'select_account' }), {
      stopAt: CALLBACK,
    })
    expect(ledTo(silent).startsWith(`${CALLBACK}?code=`)).toBe(true)
  })
})
