import { createBrowserAgent, type AgentAnswer, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { signIn } from '#testing/harbour-client.ts'
import { runHarbour, type HarbourWorld } from '#testing/harbour-world.ts'

export const world = {} as HarbourWorld
/** Starts a provider with one trusted proxy, so that each test can use its own client address. */
export const startSignIn = () => runHarbour(world, { PROVIDER_TRUSTED_PROXIES: '1' })

let lastAddress = 0
export const newAgent = (address = `198.51.100.${(lastAddress += 1)}`) =>
  createBrowserAgent({ 'x-forwarded-for': address })
export const SESSION = 'harbour_session'

export async function signInPage(agent: BrowserAgent): Promise<AgentAnswer> {
  return agent.visit(`${world.harbour.url}/sign-in`)
}

export async function tryPassword(
  agent: BrowserAgent,
  email: string,
  password: string,
): Promise<AgentAnswer> {
  return signIn(agent, await signInPage(agent), email, password)
}

export function sessionOf(agent: BrowserAgent): string | undefined {
  return new RegExp(`${SESSION}=([^;]+)`).exec(agent.cookies(world.harbour.url))?.[1]
}
