import { createBrowserAgent, formTo, type AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { STEP_UP_MS } from '#users/browser-session.ts'

const NEW_PASSWORD = 'a new password of Maya'
const { email } = DEMO_USERS.many

describe('a new password on the security page', () => {
  let provider: ProviderFixture
  beforeAll(async () => {
    provider = await startProvider()
  })
  afterAll(() => provider.close())

  async function signedIn(password = DEMO_PASSWORD) {
    const agent = createBrowserAgent()
    const visit = (path: string) => agent.visit(provider.base + path)
    const send = (page: AgentAnswer, typed: string) => {
      const { action, fields } = formTo(page, '/security/password')
      return agent.post(action, { ...fields, password: typed }, { from: page.url })
    }
    await signIn(agent, await visit('/sign-in'), email, password)
    return { visit, send }
  }

  it('is refused with its reason and changes nothing', async () => {
    const { visit, send } = await signedIn()
    const page = await visit('/security/password')
    for (const [typed, reason] of [
      ['', 'Enter a new password'],
      ['1234567', 'Enter at least 8 characters'],
      ['password1', 'Choose a less common password'],
      [email, 'Choose a password that is less like your email address'],
    ] as const)
      expect((await send(page, typed)).body).toContain(reason)
    expect(headingOf(await (await signedIn()).visit('/'))).toBe('Hello, Maya Chen')
  })

  it('requires the current password, typed within the last five minutes', async () => {
    const { visit, send } = await signedIn()
    const page = await visit('/security/password')
    provider.advance(STEP_UP_MS)
    expect((await visit('/security/password')).url).toContain('/confirm-password')
    await send(page, NEW_PASSWORD)
    expect(headingOf(await (await signedIn()).visit('/'))).toBe('Hello, Maya Chen')
  })

  it('signs the person out in every browser, and is required at the next sign-in', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()]
    const page = await here.send(await here.visit('/security/password'), NEW_PASSWORD)
    expect(headingOf(page)).toBe('Your new password is set')
    for (const { visit } of [here, elsewhere])
      expect(headingOf(await visit('/'))).not.toBe('Hello, Maya Chen')
    expect(headingOf(await (await signedIn(NEW_PASSWORD)).visit('/'))).toBe('Hello, Maya Chen')
    const mails = await provider.deps.db.selectFrom('account_mails').select('kind').execute()
    expect(mails).toEqual([{ kind: 'password_changed' }])
  })
})
