import {
  createBrowserAgent,
  formTo,
  type AgentAnswer,
  type BrowserAgent,
} from '@counterfoil/testkit/browser-agent'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { signIn } from '#testing/harbour-client.ts'
import { askedOn, createSoftAuthenticator, type Oddities } from './soft-authenticator.ts'

/** The provider of the current test, and its address. */
export const world = {} as { provider: ProviderFixture; url: string }

export type Device = ReturnType<typeof createSoftAuthenticator>

/** Starts a provider with a domain name, because browsers support no passkeys for an IP address. */
export async function startWithName(env: Readonly<Record<string, string>> = {}): Promise<void> {
  world.provider = await startProvider({ env: { PROVIDER_TRUSTED_PROXIES: '1', ...env } })
  world.url = world.provider.base.replace('127.0.0.1', 'localhost')
}

let lastAddress = 0
export const newAgent = (address = `203.0.113.${(lastAddress += 1)}`) =>
  createBrowserAgent({ 'x-forwarded-for': address })
export const visit = (agent: BrowserAgent, path: string) => agent.visit(world.url + path)

/** Returns a browser in which this person is signed in by password. */
export async function signedIn(email: string, agent = newAgent()): Promise<BrowserAgent> {
  await signIn(agent, await visit(agent, '/sign-in'), email)
  return agent
}

/** Creates a passkey on its page. */
export async function addPasskey(
  agent: BrowserAgent,
  { device = createSoftAuthenticator(world.url), odd = {} as Oddities, name = 'My phone' } = {},
): Promise<{ readonly device: Device; readonly page: AgentAnswer }> {
  const form = await visit(agent, '/security/passkeys/new')
  const { action, fields } = formTo(form, '/security/passkeys/new')
  const passkey = device.create(askedOn(form) ?? { challenge: '' }, odd)
  const page = await agent.post(action, { ...fields, name, passkey }, { from: form.url })
  return { device, page }
}

/** Posts the form of a page with the answer of a passkey. */
export async function answerWith(
  agent: BrowserAgent,
  page: AgentAnswer,
  passkey: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<AgentAnswer> {
  const path = new URL(page.url).pathname
  const form = formTo(page, path)
  return agent.post(form.action, { ...form.fields, ...fields, passkey }, { from: page.url })
}

/** Signs in with a passkey in this browser. */
export async function signInWith(
  agent: BrowserAgent,
  device: Device,
  odd: Oddities = {},
): Promise<AgentAnswer> {
  const page = await visit(agent, '/sign-in')
  return answerWith(agent, page, device.get(askedOn(page) ?? { challenge: '' }, odd))
}
