import {
  createBrowserAgent,
  formTo,
  type AgentAnswer,
  type BrowserAgent,
} from '@counterfoil/testkit/browser-agent'
import type { ClientId } from '@counterfoil/oauth/ids'
import { asClientId } from '@counterfoil/oauth/testing/ids'
import { CALLBACK, signIn } from '#testing/harbour-client.ts'
import { runHarbour, type HarbourWorld } from '#testing/harbour-world.ts'

export const world = {} as HarbourWorld
export const startDevelopers = () => runHarbour(world)

export async function developer(email = 'many@harbour.example'): Promise<BrowserAgent> {
  const agent = createBrowserAgent()
  await signIn(agent, await agent.visit(`${world.harbour.url}/developers`), email)
  return agent
}

export const GOOD = {
  name: 'Tide Table',
  home_page: 'https://tide.example/',
  redirects: `${CALLBACK}\nhttps://tide.example/cb`,
  scopes: 'user:read business:read',
  restriction: 'single_business',
  seconds: '600',
}

export async function register(
  agent: BrowserAgent,
  fields: Partial<typeof GOOD> & { readonly strict?: '1'; readonly iss?: '1' } = {},
): Promise<AgentAnswer> {
  const page = await agent.visit(`${world.harbour.url}/developers/new`)
  return agent.submit(page, formTo(page, '/developers/new'), { ...GOOD, ...fields })
}

export function madeOf(page: AgentAnswer): { clientId: ClientId; secret: string; path: string } {
  return {
    clientId: asClientId(/<span class="mono" id="client">([^<]+)</.exec(page.body)?.[1] ?? ''),
    secret: /<code class="secret" id="secret">([^<]+)</.exec(page.body)?.[1] ?? '',
    path: /href="(\/developers\/[0-9a-f-]{36})"/.exec(page.body)?.[1] ?? '',
  }
}

/** Sends a token request with these credentials. Returns status and body. */
export async function token(clientId: ClientId, secret: string, fields: Record<string, string> = {}) {
  const body = {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: secret,
    code: 'no-such-code',
    redirect_uri: CALLBACK,
    ...fields,
  }
  const response = await fetch(`${world.harbour.url}/oauth2/token/`, {
    method: 'POST',
    body: new URLSearchParams(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
