import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProvider, type ProviderFixture, type TestClient } from '#testing/provider-fixture.ts'

const PER_MINUTE = 3
const FROM_ONE = '198.51.100.7'
const MINUTE_MS = 60_000

/** Moves the clock to the start of a minute: budgets are per minute of the clock, and a test must not see two of them. */
function toMinuteStart(provider: ProviderFixture): void {
  provider.advance(MINUTE_MS - (provider.deps.clock() % MINUTE_MS))
}

describe('the logs of calls', () => {
  let provider: ProviderFixture
  beforeAll(async () => {
    provider = await startProvider({
      env: {
        PROVIDER_TRUSTED_PROXIES: '1',
        PROVIDER_LOGGED_CALLS_PER_MINUTE: String(PER_MINUTE),
        PROVIDER_LOG_LINES_PER_MINUTE: String(PER_MINUTE),
      },
    })
  })
  afterAll(() => provider.close())
  const guess = (client: TestClient, address: string) =>
    provider.post(
      '/oauth2/token/',
      { client_id: client.clientId, client_secret: 'guess', grant_type: 'refresh_token' },
      { 'x-forwarded-for': address },
    )

  it('record a limited number of calls of one address and of one application in a minute, with good calls counted apart', async () => {
    const client = await provider.createClient()
    const other = await provider.createClient({ name: 'Till Roll' })
    toMinuteStart(provider)
    for (let call = 0; call < PER_MINUTE + 2; call += 1) await guess(client, FROM_ONE)
    // The share of an address covers all applications; other addresses have their own.
    await guess(other, FROM_ONE)
    await guess(other, '198.51.100.8')
    const { refreshToken } = await provider.connect(client)
    await provider.refresh(client, refreshToken)
    for (let address = 1; address <= 20; address += 1) await guess(client, `203.0.113.${address}`)
    expect(await provider.reasons(other)).toHaveLength(1)
    const calls = await provider.deps.applicationLog.list(client.application.id, { limit: 100 })
    expect(calls.filter((call) => call.reason === 'client_secret_wrong')).toHaveLength(PER_MINUTE * 5)
    expect(calls.filter((call) => call.endpoint === 'token' && call.outcome === 'ok')).toHaveLength(2)
  })

  it('record how many calls were left out', async () => {
    const client = await provider.createClient()
    toMinuteStart(provider)
    for (let call = 0; call < PER_MINUTE + 2; call += 1) await guess(client, FROM_ONE)
    await provider.deps.applicationLog.close()
    const [told] = await provider.deps.applicationLog.list(client.application.id, { limit: 1 })
    expect(told).toMatchObject({
      ...{ endpoint: 'token', outcome: 'refused', reason: 'calls_left_out' },
      detail: '2 more calls like this within a minute',
    })
  })

  it('record a limited number of lines about the requests of one address in a minute', async () => {
    toMinuteStart(provider)
    const before = provider.logs().length
    // Each of these logs two lines: a page and a request.
    const visit = (address: string) =>
      fetch(`${provider.base}/nowhere`, {
        headers: { 'x-forwarded-for': address, 'x-request-id': `visit-from-${address}` },
      })
    for (let request = 0; request < PER_MINUTE + 5; request += 1) await (await visit('192.0.2.1')).text()
    await (await visit('192.0.2.2')).text()
    const of = (address: string) =>
      provider
        .logs()
        .slice(before)
        .split('\n')
        .filter((line) => line.includes(`visit-from-${address}`))
    await expect.poll(() => of('192.0.2.2').length).toBe(2)
    expect(of('192.0.2.1')).toHaveLength(PER_MINUTE)
  })
})
