import { type AgentAnswer, createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asUserId } from '@counterfoil/oauth/testing/ids'
import { type ProviderFixture, startProvider } from '#testing/provider-fixture.ts'
import { STORED_PAGE_MS } from './stored-page-store.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const visit = (agent: ReturnType<typeof createBrowserAgent>, path: string) =>
  agent.visit(provider.base + path)

async function signedIn(email = 'many@harbour.example') {
  const agent = createBrowserAgent()
  await signIn(agent, await visit(agent, '/sign-in'), email)
  return agent
}

/** Posts a form without following the redirect. */
async function post(
  agent: ReturnType<typeof createBrowserAgent>,
  page: AgentAnswer,
  path: string,
  fields: Readonly<Record<string, string>>,
) {
  const form = formTo(page, path)
  return agent.send('POST', form.action, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: provider.base },
    body: new URLSearchParams({ ...form.fields, ...fields }).toString(),
  })
}

describe('the page after a form', () => {
  it('is read by GET after a redirect, so that a reload does not create a second business', async () => {
    const agent = await signedIn('empty@harbour.example')
    const posted = await post(agent, await visit(agent, '/plans'), '/plans/create', { name: 'Quay Tea' })
    expect(posted.status).toBe(303)
    expect(posted.location).toMatch(/\/plans\?kept=[\w-]{43}$/)
    for (let look = 0; look < 3; look += 1)
      expect((await agent.visit(posted.location ?? '')).body).toContain('<b>Quay Tea</b> is ready')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from businesses where name = 'Quay Tea'`.execute(provider.deps.db)
    expect(rows[0]?.count).toBe(1)
  })

  it('has the fault, the typed text and the status of the answer, but never the password', async () => {
    const agent = createBrowserAgent()
    const posted = await post(agent, await visit(agent, '/sign-in'), '/sign-in', {
      email: 'who@harbour.example',
      password: 'mistyped-password',
    })
    expect(posted.status).toBe(303)
    expect(posted.location).not.toContain('who')
    const page = await agent.visit(posted.location ?? '')
    expect(page.body).toContain('value="who@harbour.example"')
    expect(page.body).not.toContain('mistyped-password')
    expect(page.body).toContain('<title>Error: ')
    const right = await signIn(agent, page, 'many@harbour.example')
    expect(headingOf(right)).toBe('Hello, Maya Chen')
  })

  it('is stored encrypted', async () => {
    const { rows } = await sql<{ sealed: string }>`select sealed from kept_pages`.execute(provider.deps.db)
    expect(rows.length).toBeGreaterThan(1)
    for (const { sealed } of rows)
      expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/who@harbour|Quay Tea|<h1>/)
  })

  it('is shown only in the browser that posted the form; another one is redirected to the form', async () => {
    const agent = await signedIn()
    const posted = await post(agent, await visit(agent, '/plans'), '/plans/create', { name: '' })
    expect((await agent.visit(posted.location ?? '')).body).toContain('Enter a name for the business')
    const other = await signedIn()
    const page = await other.visit(posted.location ?? '')
    expect(page.url).toBe(`${provider.base}/plans`)
    expect(page.body).not.toContain('Enter a name for the business')
  })

  it('expires after a quarter of an hour', async () => {
    const agent = createBrowserAgent()
    const posted = await post(agent, await visit(agent, '/sign-in'), '/sign-in', { email: '', password: '' })
    provider.advance(STORED_PAGE_MS - 5_000)
    expect((await agent.visit(posted.location ?? '')).status).toBe(422)
    provider.advance(5_000)
    const late = await agent.visit(posted.location ?? '')
    expect(late.url).toBe(`${provider.base}/sign-in`)
    expect(late.status).toBe(200)
  })

  it('shows a secret once: a reload redirects to the application, and creates no second one', async () => {
    const agent = await signedIn()
    const posted = await post(agent, await visit(agent, '/developers/new'), '/developers/new', {
      name: 'Once Ledger',
      redirects: 'https://once.example/callback',
      seconds: '7200',
      restriction: 'single_business',
      scopes: 'user:read',
    })
    expect(posted.status).toBe(303)
    const first = await agent.visit(posted.location ?? '')
    const secret = /id="secret"[^>]*>([^<]+)</.exec(first.body)?.[1] ?? ''
    expect(secret.length).toBeGreaterThan(20)
    const again = await agent.visit(posted.location ?? '')
    expect(again.url).toMatch(/\/developers\/[0-9a-f-]{36}$/)
    expect(again.body).not.toContain(secret)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from applications where name = 'Once Ledger'`.execute(provider.deps.db)
    expect(rows[0]?.count).toBe(1)
  })

  it('is sent without a redirect while it cannot be stored', async () => {
    const agent = await signedIn()
    const page = await visit(agent, '/plans')
    await sql`alter table kept_pages rename to kept_pages_away`.execute(provider.deps.db)
    const posted = await post(agent, page, '/plans/create', { name: '' })
    await sql`alter table kept_pages_away rename to kept_pages`.execute(provider.deps.db)
    expect(posted.status).toBe(422)
    expect(posted.body).toContain('Enter a name for the business')
  })

  it('shows the reference of the posted request, as in the log', async () => {
    const { handle } = await provider.authorize(await provider.createClient())
    const agent = createBrowserAgent()
    const page = await visit(agent, `/authorize/${handle ?? ''}/sign-in`)
    await provider.deps.accessRevocations.disableUser(asUserId('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a02'))
    const errorPage = await signIn(agent, page, 'single@harbour.example')
    const reference = /id="reference">([^<]+)</.exec(errorPage.body)?.[1] ?? 'none'
    expect(provider.logs()).toContain(`"reference":"${reference}"`)
    expect(provider.logs()).toMatch(new RegExp(`"kind":"not_allowed"[^\\n]*"reference":"${reference}"`))
  })
})
