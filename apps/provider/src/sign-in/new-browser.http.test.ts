import { createBrowserAgent, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { startMailServer, type MailServer } from '@counterfoil/testkit/mail-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { signIn } from '#testing/harbour-client.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { TRIES_PER_DEVICE, WINDOW_MS } from '#users/sign-in-throttle.ts'

const { many, single, lapsed } = DEMO_USERS
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'

describe('a mail about a sign-in in a new browser', () => {
  let server: MailServer
  let provider: ProviderFixture
  beforeAll(async () => {
    server = await startMailServer()
    provider = await startProvider({
      env: {
        PROVIDER_SMTP_URL: server.url,
        PROVIDER_MAIL_FROM: 'accounts@harbour.example',
        PROVIDER_TRUSTED_PROXIES: '1',
      },
    })
    await provider.deps.db
      .updateTable('users')
      .set({ has_signed_in: true })
      .where('id', '!=', lapsed.id)
      .execute()
  })
  afterAll(() => Promise.all([provider.close(), server.close()]))
  beforeEach(() => {
    server.received.length = 0
  })

  const newAgent = (address = '203.0.113.7') =>
    createBrowserAgent({ 'user-agent': FIREFOX, 'x-forwarded-for': address })

  async function signInAs(email: string, agent: BrowserAgent = newAgent(), password?: string) {
    await signIn(agent, await agent.visit(`${provider.base}/sign-in`), email, password)
    await provider.deps.accountMail?.sendDue()
    return agent
  }

  it('contains the time, the browser, a prefix of the IP address, and a link to the security page', async () => {
    await signInAs(many.email, newAgent('2001:db8:1:2::9'))
    expect(server.received).toHaveLength(1)
    const [{ text = '', to = [] } = {}] = server.received
    expect(to).toEqual([many.email])
    expect(text).toMatch(
      /On \d+\u00A0\w+\u00A0\d{4} at \d\d:\d\d UTC somebody signed in to the Harbour account many@harbour\.example/,
    )
    expect(text).toContain('Browser: Firefox on Windows')
    expect(text).toContain('Internet address: begins with 2001:db8:1\n')
    expect(text).toContain(`${provider.base}/security`)
  })

  it('is not sent for a browser that the account knows, also after signing in again', async () => {
    const agent = await signInAs(single.email)
    expect(server.received).toHaveLength(1)
    await provider.deps.db.deleteFrom('browser_sessions').execute()
    await signInAs(single.email, agent)
    expect(server.received).toHaveLength(1)
  })

  it('is not sent for a wrong password, or for the first sign-in of an account', async () => {
    await signInAs(lapsed.email, newAgent(), 'mistyped')
    await signInAs(lapsed.email)
    expect(server.received).toHaveLength(0)
    await signInAs(lapsed.email)
    expect(server.received).toHaveLength(1)
  })

  it('is sent at most ten times in 15 minutes', async () => {
    provider.advance(WINDOW_MS)
    for (let time = 0; time <= TRIES_PER_DEVICE; time += 1) await signInAs(many.email)
    expect(server.received).toHaveLength(TRIES_PER_DEVICE)
    provider.advance(WINDOW_MS)
    await signInAs(many.email)
    expect(server.received).toHaveLength(TRIES_PER_DEVICE + 1)
  })
})
