import { createBrowserAgent, formTo, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { asAccessToken } from '@counterfoil/oauth/testing/ids'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import {
  apps,
  call,
  detailsPath,
  newPerson,
  startConnectedApps,
  world,
} from './testing/connected-apps-fixture.ts'

startConnectedApps()

const NEW = '/developers/tokens/new'
const READING = 'business:read user:read'

async function signedIn(email: string): Promise<BrowserAgent> {
  const agent = createBrowserAgent()
  await signIn(agent, await apps(agent), email)
  return agent
}

/** Creates a token on its page. `business` is a name. */
async function make(
  agent: BrowserAgent,
  { name, scopes = READING, business }: { name: string; scopes?: string; business?: string },
): Promise<string> {
  const page = await agent.visit(world.harbour.url + NEW)
  const id =
    business === undefined ? '' : new RegExp(`value="([^"]+)"[^>]*>\\s*${business}`).exec(page.body)?.[1]
  const made = await agent.submit(page, formTo(page, NEW), {
    name,
    scopes,
    business: id ?? 'none',
    days: '30',
  })
  return /<code class="secret" id="secret">([^<]+)</.exec(made.body)?.[1] ?? ''
}

async function query(token: string, text: string): Promise<string> {
  const response = await fetch(`${world.harbour.url}/graphql/public`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text }),
  })
  return response.text()
}

const reached = async (token: string) => {
  const body = await query(token, '{ businesses { edges { node { name } } } }')
  return [...body.matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name)
}

async function businessId(name: string): Promise<string> {
  const { businesses } = (await world.harbour.admin('business', 'list')) as {
    businesses: { id: string; name: string }[]
  }
  return businesses.find((business) => business.name === name)?.id ?? ''
}

const addMember = async (business: string, user: string, role: string) =>
  world.harbour.admin(
    'member',
    'add',
    '--business',
    await businessId(business),
    '--user',
    user,
    '--role',
    role,
  )

describe('a personal token', () => {
  it('is listed with the apps, with its scopes, expiry and last use, and is revoked there', async () => {
    const agent = await signedIn(await newPerson('Night Tea'))
    const token = await make(agent, { name: '  Night <b>job</b> ' })
    const before = await apps(agent)
    expect(headingOf(before)).toBe('Apps and personal tokens that can see your businesses')
    expect(before.body).toContain('Night &lt;b&gt;job&lt;/b&gt;')
    expect(before.body).toMatch(/>Personal token<[^]*>Ends \d+\u00A0\w+(\u00A0\d{4})?<[^]*>Can see 2 things</)
    expect(before.body).not.toContain(token)
    expect(await call(asAccessToken(token))).toBe(200)
    const used = await until('the use to be counted', async () => {
      const page = await apps(agent)
      return page.body.includes('Last read just now') ? page : undefined
    })
    const path = world.harbour.url + detailsPath(used)
    const details = await agent.visit(path)
    expect(details.body).toContain('business:read')
    expect(details.body).not.toContain('Receipt')
    const remove = await agent.visit(`${path}/remove`)
    expect(remove.body).toContain('It stops working at once, wherever it is used.')
    await agent.submit(remove, formTo(remove, '/remove'))
    expect(await call(asAccessToken(token))).toBe(401)
    expect((await apps(agent)).body).not.toContain('Night')
  })

  it('is limited to its scopes, and to the chosen business', async () => {
    const email = await newPerson('One Tea')
    await world.harbour.admin('business', 'create', '--owner', email, '--name', 'Other Tea')
    const agent = await signedIn(email)
    const token = await make(agent, { name: 'One', business: 'One Tea' })
    expect(await reached(token)).toEqual(['One Tea'])
    expect(await query(token, `{ business(id: "${await businessId('Other Tea')}") { id } }`)).toContain(
      'NOT_FOUND',
    )
    expect(await query(token, '{ business { customers { pageInfo { totalCount } } } }')).toContain(
      '"requiredScopes":["customer:read"]',
    )
  })

  it('is refused while the plan of the business is inactive, and accepted again afterwards', async () => {
    const agent = await signedIn(await newPerson('Plan Tea'))
    const token = await make(agent, { name: 'Plan' })
    const id = await businessId('Plan Tea')
    await world.harbour.admin('plan', 'set', '--business', id, '--state', 'lapsed')
    for (const text of [
      '{ business { id } }',
      `{ business(id: "${id}") { id } }`,
      '{ businesses { pageInfo { totalCount } } }',
    ])
      expect(await query(token, text)).toContain('"reason":"subscription_inactive"')
    await world.harbour.admin('plan', 'set', '--business', id, '--state', 'active')
    expect(await reached(token)).toEqual(['Plan Tea'])
  })

  it('of a member for all businesses is shown to the owner of one, who removes only that business from it', async () => {
    const owner = await newPerson('Owned Tea')
    const member = await newPerson('Own Tea')
    await addMember('Owned Tea', member, 'viewer')
    const token = await make(await signedIn(member), { name: 'Export' })
    expect(await reached(token)).toEqual(['Owned Tea', 'Own Tea'])
    const agent = await signedIn(owner)
    const page = await apps(agent)
    expect(page.body).toContain('Personal token of Priya Rao for all their businesses')
    expect(page.body).not.toContain('Own Tea')
    const path = /href="(\/connected-apps\/[0-9a-f-]{36}\/businesses\/[0-9a-f-]{36})"/.exec(page.body)?.[1]
    const remove = await agent.visit(`${world.harbour.url}${path ?? ''}/remove`)
    expect(remove.body).toContain('Only <b>Owned Tea</b> is taken out, at once and for good.')
    await agent.submit(remove, formTo(remove, '/remove'))
    expect(await reached(token)).toEqual(['Own Tea'])
    expect((await apps(agent)).body).not.toContain('Export')
  })

  it('of a member for one business is revoked by the owner of the business; other members only see it listed', async () => {
    const owner = await newPerson('Whole Tea')
    const member = await newPerson('Elsewhere Tea')
    const bystander = await newPerson('Bystander Tea')
    await addMember('Whole Tea', member, 'viewer')
    await addMember('Whole Tea', bystander, 'viewer')
    const token = await make(await signedIn(member), {
      name: 'Export',
      business: 'Whole Tea',
      scopes: 'business:* user:read',
    })
    const agent = await signedIn(owner)
    const page = await apps(agent)
    expect(page.body).toContain('Personal token of Priya Rao')
    const details = await agent.visit(world.harbour.url + detailsPath(page))
    // A viewer may only read, and so may the token.
    expect(details.body).toContain('business:read')
    expect(details.body).not.toContain('business:*')
    const others = await signedIn(bystander)
    expect((await apps(others)).body).toContain('Export')
    expect((await others.visit(world.harbour.url + detailsPath(page))).status).toBe(404)
    const remove = await agent.visit(`${world.harbour.url}${detailsPath(page)}/remove`)
    await agent.submit(remove, formTo(remove, '/remove'))
    expect(await call(asAccessToken(token))).toBe(401)
  })

  it('is invalid after the operator removes the member, disables the account or revokes the token', async () => {
    const member = await newPerson('Member Tea')
    const owner = await newPerson('Left Tea')
    await addMember('Left Tea', member, 'editor')
    const agent = await signedIn(member)
    const one = await make(agent, { name: 'One', business: 'Left Tea' })
    const all = await make(agent, { name: 'All' })
    const last = await make(agent, { name: 'Last' })
    await world.harbour.admin(
      'member',
      'remove',
      '--business',
      await businessId('Left Tea'),
      '--user',
      member,
    )
    expect(await call(asAccessToken(one))).toBe(401)
    expect(await reached(all)).toEqual(['Member Tea'])
    expect((await apps(await signedIn(owner))).body).not.toContain('Personal token')
    const { tokens } = (await world.harbour.admin('token', 'list', '--user', member)) as {
      tokens: { id: string; name: string; business: string; scopes: readonly string[] }[]
    }
    const found = tokens.find(({ name }) => name === 'All')
    expect(found).toMatchObject({ business: 'all businesses', scopes: READING.split(' ') })
    await world.harbour.admin('token', 'revoke', '--id', found?.id ?? '')
    expect(await call(asAccessToken(all))).toBe(401)
    await world.harbour.admin('user', 'disable', '--user', member)
    expect(await call(asAccessToken(last))).toBe(401)
  })

  it('created on the command line has the named scopes and business', async () => {
    const email = await newPerson('Command Tea')
    await world.harbour.admin('business', 'create', '--owner', email, '--name', 'Second Tea')
    const created = await world.harbour.admin(
      ...['token', 'create', '--user', email, '--scopes', 'business:read', '--business', 'Command Tea'],
    )
    expect(await reached(String(created['token']))).toEqual(['Command Tea'])
    expect(await query(String(created['token']), '{ user { id } }')).toContain(
      '"requiredScopes":["user:read"]',
    )
    await expect(
      world.harbour.admin('token', 'create', '--user', email, '--scopes', 'fish:read'),
    ).rejects.toThrow('There is no scope fish:read.')
  })
})
