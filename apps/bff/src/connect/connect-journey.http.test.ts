import type { FlowResult } from '@counterfoil/bff-api/flow'
import type { SessionView, Boot } from '@counterfoil/bff-api/session'
import { createBrowserAgent, type BrowserAgent } from '@counterfoil/testkit/browser-agent'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let agent: BrowserAgent

beforeAll(async () => {
  redis = await startRedis()
})
beforeEach(async () => {
  provider = await startFakeProvider()
  bff = await startBff({ redisUrl: redis.url, provider })
  agent = createBrowserAgent()
  return async () => {
    await bff.close()
    await provider.close()
  }
})
afterAll(() => redis.close())

const api = { 'x-counterfoil-request': '1', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

function bootOf(body: string): Boot {
  return JSON.parse(/id="boot">(.*?)<\/script>/.exec(body)?.[1] ?? '') as Boot
}

async function connect(fields: Record<string, string> = {}): Promise<Boot> {
  const page = await agent.visit(`${bff.url}/`)
  const { csrfToken } = bootOf(page.body).session
  const landed = await agent.post(
    `${bff.url}/connect/start`,
    { csrf: csrfToken, ...fields },
    { from: `${bff.url}/` },
  )
  expect(landed.status).toBe(200)
  return bootOf(landed.body)
}

async function session(): Promise<SessionView> {
  return (await agent.send('GET', `${bff.url}/api/session`, { headers: api })).json<SessionView>()
}

async function post(path: string, body?: object) {
  return agent.send('POST', `${bff.url}${path}`, {
    headers: {
      ...api,
      origin: bff.url,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

describe('connecting', () => {
  it('ends signed in, on a clean address, with a connection that works', async () => {
    const boot = await connect({ return_to: '/profile' })
    expect(boot.flow).toMatchObject({ outcome: 'connected', businessName: 'Fake & Co', returnTo: '/profile' })
    const view = await session()
    expect(view.person?.email).toBe('fake@harbour.example')
    expect(view.connections).toHaveLength(1)
    expect(view.connections[0]).toMatchObject({ state: 'connected', businessName: 'Fake & Co', missing: [] })
  })

  it('disconnects: the tokens are dead at the provider, and the page is told so', async () => {
    await connect()
    const [connection] = (await session()).connections
    expect(provider.aliveTokens()).toHaveLength(2)
    const answer = await post(`/api/connections/${connection?.id}/disconnect`)
    expect(answer.json()).toMatchObject({ revocation: 'confirmed', connection: { state: 'disconnected' } })
    expect(provider.aliveTokens()).toEqual([])
  })

  it('reads the flow by its id', async () => {
    const boot = await connect()
    const flow = await agent.send('GET', `${bff.url}/api/flows/${boot.flow?.id}`, { headers: api })
    expect(flow.json<FlowResult>().outcome).toBe('connected')
  })
})
