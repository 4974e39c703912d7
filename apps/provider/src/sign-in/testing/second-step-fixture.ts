import {
  type AgentAnswer,
  type BrowserAgent,
  createBrowserAgent,
  formTo,
} from '@counterfoil/testkit/browser-agent'
import { Secret, TOTP } from 'otpauth'
import { DEMO_USERS } from '#demo/demo-data.ts'
import { readTypedCode } from '#second-factor/codes.ts'
import { headingOf, signIn } from '#testing/harbour-client.ts'
import { MANY, type ProviderFixture, REDIRECT_URI, startProvider } from '#testing/provider-fixture.ts'

export const STEP_MS = 30_000
export const WINDOW_MS = 15 * 60_000
export const EMAIL = DEMO_USERS.many.email
export const ASKED = 'Enter the code from your app'

/** The provider of the current test. */
export const world = {} as { provider: ProviderFixture }

/** A time in the middle of a TOTP step, so that a slow test does not reach the next code. */
const STANDS_AT_MS = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2

let lastAddress = 0
export const newAgent = () => createBrowserAgent({ 'x-forwarded-for': `203.0.113.${(lastAddress += 1)}` })
export const visit = (agent: BrowserAgent, path: string) => agent.visit(world.provider.base + path)
export const greeting = async (agent: BrowserAgent) => headingOf(await visit(agent, '/'))

export const start = (options: Parameters<typeof startProvider>[0] = {}) =>
  startProvider({
    standsAtMs: STANDS_AT_MS,
    ...options,
    env: { PROVIDER_SECOND_FACTOR: 'true', PROVIDER_TRUSTED_PROXIES: '1', ...options.env },
  })

/** Signs in by password and returns the browser and the next page. */
export async function typePassword(agent = newAgent(), email: string = EMAIL) {
  return { agent, page: await signIn(agent, await visit(agent, '/sign-in'), email) }
}

export function typeCode(agent: BrowserAgent, page: AgentAnswer, code: string): Promise<AgentAnswer> {
  const { action, fields } = formTo(page, '/code')
  return agent.post(action, { ...fields, code }, { from: page.url, stopAt: REDIRECT_URI })
}

/** Returns the current code, or the code `later` steps later. */
export function codeOf(key: string, later = 0): string {
  const timestamp = world.provider.deps.clock() + later * STEP_MS
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp })
}

export const keyOn = (page: AgentAnswer) =>
  /id="key">([A-Z2-7 ]+)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
export const recoveryCodesOn = (page: AgentAnswer) =>
  [...page.body.matchAll(/<li class="mono">([0-9a-z-]+)</g)].map(([, code = '']) => code)

/** Turns on codes for an account. Returns the key of the app and the recovery codes. */
export async function turnOn(
  userId = MANY,
): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
  const { secondFactors } = world.provider.deps
  await secondFactors.remove(userId)
  const key = (await secondFactors.setUp(userId)) ?? ''
  const codes = await secondFactors.turnOn(userId, readTypedCode(codeOf(key)))
  world.provider.advance(STEP_MS)
  return { key, codes: codes ?? [] }
}
