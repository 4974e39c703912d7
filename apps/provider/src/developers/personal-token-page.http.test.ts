import { createBrowserAgent, formTo, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { STEP_UP_MS } from '#users/browser-session.ts'
import { MAX_PERSONAL_TOKENS } from './personal-token.ts'
import { developer, startDevelopers, world } from './testing/developers-fixture.ts'

const NEW = '/developers/tokens/new'
const RIGHT = { scopes: 'user:read', business: '' }

describe('personal tokens on the page of a developer', () => {
  startDevelopers()

  async function create(agent: BrowserAgent, name: string) {
    const page = await agent.visit(world.harbour.url + NEW)
    return agent.submit(page, formTo(page, NEW), { name, ...RIGHT })
  }
  const tokenOn = ({ body }: { readonly body: string }) =>
    /<code class="secret" id="secret">([^<]+)</.exec(body)?.[1] ?? ''
  const callWith = async (token: string) => {
    const response = await fetch(`${world.harbour.url}/graphql/public`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ user { defaultEmail } }' }),
    })
    return { status: response.status, body: await response.json() }
  }

  it('are shown once, and act for their owner', async () => {
    const agent = await developer()
    expect((await agent.visit(`${world.harbour.url}/developers`)).body).toContain('Create token')
    const made = await create(agent, '  Night <b>job</b> ')
    const token = tokenOn(made)
    expect((await callWith(token)).body).toEqual({ data: { user: { defaultEmail: 'many@harbour.example' } } })
    expect((await agent.visit(`${world.harbour.url}/developers`)).body).not.toContain(token)
    expect(world.harbour.log()).toContain('personal_token.created')
    expect(world.harbour.log()).not.toContain(token)
  })

  it.each([
    ['', 'Enter a name'],
    ['x'.repeat(101), 'Enter a name of at most 100 characters'],
    ['a\u0007b', 'Enter a name of at most 100 characters'],
  ])('require a valid name: %j', async (name, message) => {
    const page = await create(await developer(), name)
    expect(page.status).toBe(422)
    expect(page.body).toContain(message)
    expect(tokenOn(page)).toBe('')
  })

  it('are limited to twenty per person', async () => {
    const agent = await developer('lapsed@harbour.example')
    for (let index = 0; index < MAX_PERSONAL_TOKENS; index += 1) {
      expect(tokenOn(await create(agent, `Job ${index}`))).not.toBe('')
    }
    const refused = await create(agent, 'One more')
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('You have 20 tokens, the most you can have')
  })

  it('are limited to twenty per person, even if several are created at once', async () => {
    const agent = await developer('empty@harbour.example')
    for (let index = 1; index < MAX_PERSONAL_TOKENS; index += 1) await create(agent, `Job ${index}`)
    const made = await Promise.all(Array.from({ length: 6 }, (_, index) => create(agent, `Rush ${index}`)))
    expect(made.filter((page) => tokenOn(page) !== '')).toHaveLength(1)
  })

  it('expire after 90 days by default, or at the chosen time', async () => {
    const agent = await developer('single@harbour.example')
    const page = await agent.visit(world.harbour.url + NEW)
    expect(page.body).toContain('<option value="90" selected')
    const made = await agent.submit(page, formTo(page, NEW), { name: 'Week', ...RIGHT, days: '7' })
    world.harbour.wait(7 * 86_400_000)
    expect((await callWith(tokenOn(made))).status).toBe(401)
  })

  it('require the password again after five minutes, also for a form opened before', async () => {
    const agent = await developer('single@harbour.example')
    const open = await agent.visit(world.harbour.url + NEW)
    world.harbour.wait(STEP_UP_MS)
    const asked = await agent.visit(world.harbour.url + NEW)
    expect(formTo(asked, '/confirm-password').fields['return_to']).toBe(NEW)
    const sent = await agent.submit(open, formTo(open, NEW), { name: 'Job', ...RIGHT })
    expect(sent.body).not.toContain('id="secret"')
  })

  it.each([
    [{ scopes: '' }, 'Enter at least one scope'],
    [{ scopes: 'user:read fish:read' }, 'There is no scope fish:read'],
    [{ business: '6f1f0f6e-0a51-4c39-9d6f-000000000000' }, 'Fill this in'],
  ])('require existing scopes and a business of their owner: %j', async (fields, message) => {
    const agent = await developer()
    const page = await agent.visit(world.harbour.url + NEW)
    const refused = await agent.submit(page, formTo(page, NEW), { name: 'Job', ...RIGHT, ...fields })
    expect(refused.status).toBe(422)
    expect(refused.body).toContain(message)
  })

  it('are not created by a form from another site, or without a session', async () => {
    const agent = await developer()
    const forged = await agent.post(world.harbour.url + NEW, { name: 'Job', csrf: 'guess' })
    expect(forged.body).not.toContain('id="secret"')
    const anybody = await createBrowserAgent().visit(world.harbour.url + NEW)
    expect(anybody.body).toContain('name="password"')
  })
})
