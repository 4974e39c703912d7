import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { asAccessToken } from '@counterfoil/oauth/testing/ids'
import { answer, CALLBACK, consentPageOf, headingOf, signIn } from '#testing/harbour-client.ts'
import {
  apps,
  call,
  connect,
  detailsPath,
  newPerson,
  startConnectedApps,
  token,
  type Tokens,
  world,
} from './testing/connected-apps-fixture.ts'

startConnectedApps()

describe('the list of connected apps', () => {
  it('shows an explanation before anything is connected', async () => {
    const agent = createBrowserAgent()
    const page = await signIn(agent, await apps(agent), 'empty@harbour.example')
    expect(page.body).toContain(
      'No app and no personal token can see your businesses. What you connect or create shows here.',
    )
    expect(page.body).toContain('name="q"')
  })

  it('shows the permissions of an app, since when it has them, and its last use', async () => {
    const { agent, tokens } = await connect(await newPerson('Rao Tea'))
    const before = await apps(agent)
    expect(before.body).toContain('Rao Tea')
    expect(before.body).toMatch(
      />Can see 4 things<[^>]+>\s*<td>Has not read anything yet<[^>]+>\s*<td>Since \d+\u00A0\w+</,
    )
    expect(await call(asAccessToken(tokens.access_token))).toBe(200)
    expect(await call(asAccessToken(tokens.access_token))).toBe(200)
    const after = await until('the first use to be counted', async () => {
      const page = await apps(agent)
      return page.body.includes('Last read just now') ? page : undefined
    })
    const path = world.harbour.url + detailsPath(after)
    const details = await until('both uses to be counted', async () => {
      const page = await agent.visit(path)
      return page.body.includes('2 times in all') ? page : undefined
    })
    expect(details.body).toContain('It read on 1 day since it was allowed, 2 times in all.')
    expect(details.body).toContain('See accounts and balances')
    expect(details.body).toMatch(/Receipt<\/dt>\s*<dd class="said">[0-9A-Z]{4}-[0-9A-Z]{2}/)
    expect(details.body).not.toContain(tokens.access_token)
  })

  it('shows as receipt the reference of the request that exchanged the code, not of a refresh or a refused request', async () => {
    const { agent, page } = await consentPageOf(world.harbour, await newPerson('Receipt Tea'))
    const { location } = await answer(agent, page, { answer: 'allow', keep: 'see_products' })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const exchange = (requestId: string, fields: Record<string, string> = {}) =>
      token({ grant_type: 'authorization_code', code, ...fields }, { 'x-request-id': requestId })
    const { body } = await exchange('request-that-connected')
    const { refresh_token } = body as Tokens
    await token({ grant_type: 'refresh_token', refresh_token }, { 'x-request-id': 'request-that-renewed' })
    const refused = await exchange('request-that-failed', { redirect_uri: 'https://elsewhere.example/' })
    expect(refused.status).toBe(400)
    const details = await agent.visit(world.harbour.url + detailsPath(await apps(agent)))
    expect(details.body).toContain(`<dd class="said">${referenceOf('request-that-connected')}`)
  })

  it('is searched by the names of apps and businesses', async () => {
    const { agent } = await connect(await newPerson('Férn Tea'))
    expect((await apps(agent, '?q=fern')).body).toContain('Férn Tea')
    const none = await apps(agent, '?q=%3Cb%3E')
    expect(none.body).toContain('No app, token or business matches “&lt;b&gt;”.')
    expect(none.body).toContain('Show all')
  })

  it('shows that the apps of a business are paused because its plan ended, and links to its renewal', async () => {
    const email = await newPerson('Paused Tea')
    const { agent } = await connect(email)
    const { businesses } = (await world.harbour.admin('business', 'list')) as {
      businesses: { id: string; name: string }[]
    }
    const id = businesses.find((business) => business.name === 'Paused Tea')?.id ?? ''
    await world.harbour.admin('plan', 'set', '--business', id, '--state', 'lapsed')
    const page = await apps(agent)
    expect(page.body).toMatch(
      /Apps and personal tokens are paused for Paused Tea because its plan ended on \d+\u00A0\w+\./,
    )
    const plans = await agent.visit(`${world.harbour.url}/plans`)
    const renewed = await agent.submit(plans, formTo(plans, '/plans/renew'))
    expect(renewed.body).toContain('<b>Paused Tea</b> has an active plan now.')
    expect((await apps(agent)).body).not.toContain('Apps and personal tokens are paused')
  })

  it('shows an owner the apps that other members connected, and lets the owner remove them', async () => {
    const owner = await newPerson('Shared Tea')
    const admin = await newPerson('Own Tea')
    const { businesses } = (await world.harbour.admin('business', 'list')) as {
      businesses: { id: string; name: string }[]
    }
    const shared = businesses.find((business) => business.name === 'Shared Tea')?.id ?? ''
    await world.harbour.admin('member', 'add', '--business', shared, '--user', admin, '--role', 'admin')
    const { tokens } = await connect(admin, 'Shared Tea')
    const agent = createBrowserAgent()
    const page = await signIn(agent, await apps(agent), owner)
    expect(page.body).toContain('Connected by Priya Rao')
    const remove = await agent.visit(`${world.harbour.url}${detailsPath(page)}/remove`)
    await agent.submit(remove, formTo(remove, '/remove'))
    expect(await call(asAccessToken(tokens.access_token))).toBe(401)
  })

  it('shows an owner another member’s grant for all businesses, and removes only the owner’s business from it', async () => {
    const owner = await newPerson('Part Tea')
    const admin = await newPerson('Rest Tea')
    const { businesses } = (await world.harbour.admin('business', 'list')) as {
      businesses: { id: string; name: string }[]
    }
    const shared = businesses.find((business) => business.name === 'Part Tea')?.id ?? ''
    await world.harbour.admin('member', 'add', '--business', shared, '--user', admin, '--role', 'admin')
    const every = await world.harbour.admin(
      ...['application', 'create', '--name', 'Every Ledger', '--redirect', CALLBACK],
      ...['--restriction', 'all_businesses'],
    )
    const clientId = String(every['clientId'])
    const { agent: admins, page: consent } = await consentPageOf(world.harbour, admin, {
      client_id: clientId,
    })
    const { location } = await answer(admins, consent, { answer: 'allow' })
    const tokens = await token({
      client_id: clientId,
      client_secret: String(every['clientSecret']),
      grant_type: 'authorization_code',
      code: new URL(location ?? '').searchParams.get('code') ?? '',
    })
    const reads = async () => {
      const response = await fetch(`${world.harbour.url}/graphql/public`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${(tokens.body as Tokens).access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ query: '{ businesses { edges { node { name } } } }' }),
      })
      return [...(await response.text()).matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name)
    }
    expect(await reads()).toEqual(['Part Tea', 'Rest Tea'])

    const agent = createBrowserAgent()
    const page = await signIn(agent, await apps(agent), owner)
    expect(page.body).toContain('Every Ledger')
    expect(page.body).toContain('Priya Rao connected all their businesses')
    expect(page.body).not.toContain('Rest Tea')
    const path =
      /href="(\/connected-apps\/[0-9a-f-]{36}\/businesses\/[0-9a-f-]{36})"/.exec(page.body)?.[1] ?? ''
    const details = await agent.visit(world.harbour.url + path)
    expect(headingOf(details)).toBe('Every Ledger and Part Tea')
    expect(details.body).not.toContain('Last 30 days')
    // The app sees the name of Priya, not that of the reader of this page.
    expect(details.body).toContain('The name and email address of Priya Rao')
    expect(details.body).not.toContain('Your name and email address')
    const remove = await agent.visit(`${world.harbour.url}${path}/remove`)
    expect(remove.body).toContain('Only <b>Part Tea</b> is taken out.')
    const done = await agent.submit(remove, formTo(remove, '/remove'))
    expect(headingOf(done)).toBe('Removed. Every Ledger can’t see Part Tea.')
    expect(await reads()).toEqual(['Rest Tea'])
    expect((await apps(agent)).body).toContain('No app and no personal token can see your businesses.')
    expect(page.body).not.toContain('Remove all apps and tokens')
    expect((await agent.visit(world.harbour.url + path)).body).toContain('Access was already removed')

    // A person without a role in that business sees the page of an unknown address.
    const other = await newPerson('Other Tea')
    const stranger = createBrowserAgent()
    await signIn(stranger, await apps(stranger), other)
    expect((await stranger.visit(world.harbour.url + path)).status).toBe(404)
    expect((await stranger.visit(`${world.harbour.url}${path}/remove`)).status).toBe(404)
  })

  it('shows a member who may not remove an app whom to ask, without its details', async () => {
    const owner = await newPerson('Quiet Tea')
    const viewer = await newPerson('Elsewhere Tea')
    const { businesses } = (await world.harbour.admin('business', 'list')) as {
      businesses: { id: string; name: string }[]
    }
    const quiet = businesses.find((business) => business.name === 'Quiet Tea')?.id ?? ''
    await world.harbour.admin('member', 'add', '--business', quiet, '--user', viewer, '--role', 'viewer')
    const { agent: ownersBrowser } = await connect(owner)
    const path = detailsPath(await apps(ownersBrowser))
    const agent = createBrowserAgent()
    const page = await signIn(agent, await apps(agent), viewer)
    expect(page.body).toContain('Priya Rao, an owner or an admin can remove it')
    expect(detailsPath(page)).toBe('')
    expect((await agent.visit(world.harbour.url + path)).status).toBe(404)
  })
})
