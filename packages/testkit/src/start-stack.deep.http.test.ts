import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowserAgent, formTo, type AgentAnswer, type BrowserAgent } from './browser-agent.ts'
import { startStackProcess } from './stack-process.ts'
import { startStack, type Stack } from './start-stack.ts'

/** Connects as a browser without JavaScript does, from the start page to the result. */
async function connect(agent: BrowserAgent, stack: Stack, email: string): Promise<AgentAnswer> {
  const start = await agent.visit(`${stack.appUrl}/`)
  const signIn = await agent.submit(start, formTo(start, '/connect/start'))
  const consent = await agent.submit(signIn, formTo(signIn, '/sign-in'), {
    email,
    password: 'harbour-demo',
  })
  return agent.submit(consent, formTo(consent, '/answer'), { answer: 'allow' })
}

describe('two providers with the same interface and different configuration', () => {
  let harbour: Stack
  let quayside: Stack
  beforeAll(async () => {
    harbour = await startStack()
    // In a process of its own, with its own addresses, secrets, name, scopes and restriction.
    quayside = await startStackProcess({
      restriction: 'all_businesses',
      provider: { PROVIDER_NAME: 'Quayside', PROVIDER_ISS: 'true' },
      bff: {
        BFF_PROVIDER_NAME: 'Quayside',
        BFF_PROVIDER_SCOPES: 'user:read business:read',
        BFF_PROVIDER_PKCE: 'on',
      },
    })
  })
  afterAll(async () => {
    await harbour?.close()
    await quayside?.close()
  })

  it.each([
    ['one business', () => harbour, 'Harbour', true],
    ['all businesses', () => quayside, 'Quayside', false],
  ])('connects %s', async (_what, stackOf, name, isSingle) => {
    const stack = stackOf()
    const agent = createBrowserAgent()
    const result = await connect(agent, stack, 'single@harbour.example')
    expect(result.url.startsWith(stack.appUrl)).toBe(true)
    const session = await agent.send('GET', `${stack.appUrl}/api/session`, {
      headers: { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin' },
    })
    const view = session.json<{
      provider: { name: string }
      connections: { businessId: string | null; state: string }[]
    }>()
    expect(view.provider.name).toBe(name)
    expect(view.connections).toHaveLength(1)
    expect(view.connections[0]?.state).toBe('connected')
    expect(view.connections[0]?.businessId !== null).toBe(isSingle)
  })
})
