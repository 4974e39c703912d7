import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'

const PER_MINUTE = 3
const MINUTE_MS = 60_000
const FROM_ONE = '198.51.100.7'
const FROM_ANOTHER = '198.51.100.8'

let bff: TestBff
let provider: FakeProvider
/** Budgets are of a minute of the clock; this one does not move. */
let nowMs: number
beforeEach(async () => {
  const redis = await startRedis()
  provider = await startFakeProvider()
  nowMs = Date.now() + MINUTE_MS - (Date.now() % MINUTE_MS)
  bff = await startBff({
    redisUrl: redis.url,
    provider,
    env: { BFF_TRUSTED_PROXIES: '1', BFF_LOG_LINES_PER_MINUTE: String(PER_MINUTE) },
    overrides: { clock: () => nowMs },
  })
  return async () => {
    await bff.close()
    await provider.close()
    await redis.close()
  }
})

let asked = 0
/** Asks once; answers the lines about it. */
async function linesOf(path: string, init: RequestInit = {}): Promise<readonly string[]> {
  asked += 1
  const id = `request-of-test-${asked}`
  const headers = { 'x-forwarded-for': FROM_ONE, 'x-request-id': id, connection: 'close', ...init.headers }
  const answer = await fetch(bff.url + path, { ...init, headers })
  await answer.arrayBuffer()
  // Whatever is written about a request is written before the next one is taken.
  await fetch(`${bff.url}/health/live`, { headers: { 'x-forwarded-for': `192.0.2.${asked}` } })
  return bff
    .logs()
    .split('\n')
    .filter(
      (line) =>
        line.includes(id) && /"event":"(?:request|problem|outage\.began|request\.refused)"/.test(line),
    )
}

describe('the log lines about requests of one address', () => {
  it('are written up to the configured number per minute, and again in the next minute', async () => {
    for (let line = 0; line < PER_MINUTE; line += 1) expect(await linesOf('/health/live')).toHaveLength(1)
    expect(await linesOf('/health/live')).toEqual([])
    nowMs += MINUTE_MS
    expect(await linesOf('/health/live')).toHaveLength(1)
  })

  it('do not reduce the log lines of another address', async () => {
    for (let line = 0; line < PER_MINUTE + 1; line += 1) await linesOf('/health/live')
    const other = await linesOf('/health/live', { headers: { 'x-forwarded-for': FROM_ANOTHER } })
    expect(other).toHaveLength(1)
  })

  it.each([
    ['GraphQL', '/graphql', 'POST'],
    ['the API', '/api/sign-out', 'POST'],
    ['a form', '/connect/start', 'POST'],
    ['an address that is not there', '/api/nowhere', 'GET'],
  ])('include refused requests, at %s', async (_name, path, method) => {
    const lines: string[] = []
    for (let request = 0; request < PER_MINUTE + 2; request += 1)
      lines.push(...(await linesOf(path, { method })))
    expect(lines).toHaveLength(PER_MINUTE)
  })

  it('do not reduce the log lines of server faults, which have their own limit', async () => {
    const maria = createBffPerson(bff.url)
    await maria.connect()
    const { id } = await maria.connection()
    for (let line = 0; line < PER_MINUTE + 1; line += 1) await linesOf('/health/live')
    provider.always('graphql', { kind: 'answer', status: 500, body: 'broken' })
    onTestFinished(() => provider.always('graphql'))
    const lines: string[] = []
    for (let request = 0; request < PER_MINUTE; request += 1) {
      const headers = {
        ...SCRIPT_HEADERS,
        origin: bff.url,
        cookie: maria.agent.cookies(bff.url),
        'x-counterfoil-connection': id,
        'content-type': 'application/json',
      }
      const body = JSON.stringify(operationBody())
      lines.push(...(await linesOf('/graphql', { method: 'POST', headers, body })))
    }
    expect(lines).toHaveLength(PER_MINUTE)
    expect(lines.join('')).toContain('provider-unavailable')
  })
})
