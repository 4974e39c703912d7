import type { AgentAnswer, BrowserAgent } from '@counterfoil/testkit/browser-agent'
import type { AccessToken } from '@counterfoil/oauth/ids'
import { answer, businessIdOn, CALLBACK, consentPageOf } from '#testing/harbour-client.ts'
import { runHarbour, type HarbourWorld } from '#testing/harbour-world.ts'

export const world = {} as HarbourWorld
export const startConnectedApps = () => runHarbour(world)

export type Tokens = { access_token: string; refresh_token: string }

/** Connects a business and returns the tokens of the application. */
export async function connect(
  email: string,
  business?: string,
): Promise<{ agent: BrowserAgent; tokens: Tokens }> {
  const { agent, page } = await consentPageOf(world.harbour, email)
  const fields = business === undefined ? {} : { business: businessIdOn(page, business) }
  const { location } = await answer(agent, page, { answer: 'allow', keep: 'see_products', ...fields })
  const code = new URL(location ?? '').searchParams.get('code') ?? ''
  const tokens = await token({ grant_type: 'authorization_code', code })
  return { agent, tokens: tokens.body as Tokens }
}

export async function token(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  const client = {
    client_id: world.harbour.clientId,
    client_secret: world.harbour.clientSecret,
    redirect_uri: CALLBACK,
  }
  const response = await fetch(`${world.harbour.url}/oauth2/token/`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ ...client, ...fields }),
  })
  return { status: response.status, body: await response.json() }
}

export async function call(accessToken: AccessToken): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ query: '{ user { id } }' })
  return (await fetch(`${world.harbour.url}/graphql/public`, { method: 'POST', headers, body })).status
}

export const apps = (agent: BrowserAgent, query = '') =>
  agent.visit(`${world.harbour.url}/connected-apps${query}`)
export const detailsPath = (page: AgentAnswer) =>
  /href="(\/connected-apps\/[0-9a-f-]{36})"/.exec(page.body)?.[1] ?? ''

export async function newPerson(business: string): Promise<string> {
  const email = `${crypto.randomUUID()}@harbour.example`
  await world.harbour.admin(
    'user',
    'create',
    '--email',
    email,
    '--first-name',
    'Priya',
    '--last-name',
    'Rao',
    '--password',
    'harbour-demo',
  )
  await world.harbour.admin('business', 'create', '--owner', email, '--name', business)
  return email
}
