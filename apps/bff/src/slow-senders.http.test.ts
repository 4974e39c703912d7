import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis } from '@counterfoil/testkit/redis'
import { QUICK_LIMITS, sendSlowly } from '@counterfoil/testkit/slow-sender'
import { startBff } from '@counterfoil/testkit/start-bff'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from './config.ts'
import { runBff, type RunningBff } from './run.ts'

let bff: RunningBff
/** The header lines of a script's request and of a form's request on a page of a signed-in person. */
let script: string
let form: string
beforeAll(async () => {
  const redis = await startRedis()
  const provider = await startFakeProvider()
  const beside = await startBff({ redisUrl: redis.url, provider })
  const person = createBffPerson(beside.url)
  await person.connect()
  const { id } = await person.connection()
  const ours = [
    `host: ${new URL(beside.url).host}`,
    `origin: ${beside.url}`,
    `cookie: ${person.agent.cookies(beside.url)}`,
  ]
  script = [
    ...ours,
    `x-counterfoil-connection: ${id}`,
    ...Object.entries(SCRIPT_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json',
  ].join('\r\n')
  form = [
    ...ours,
    'sec-fetch-site: same-origin',
    'sec-fetch-mode: navigate',
    'sec-fetch-dest: document',
    'content-type: application/x-www-form-urlencoded',
  ].join('\r\n')
  bff = await runBff(
    parseConfig({ ...beside.env, BFF_PORT: '0' }, () => undefined),
    { web: emptyWebBuild(), server: QUICK_LIMITS },
  )
  return async () => {
    await bff.close()
    await beside.close()
    await provider.close()
    await redis.close()
  }
})

describe('a client that sends a request too slowly', () => {
  it.each([
    ['the head, to a page', 'GET /', 'x-slow: '],
    ['the head, to /metrics', 'GET /metrics', 'x-slow: '],
    ['the head, to GraphQL', 'POST /graphql', 'x-slow: '],
    ['the body, to GraphQL', 'POST /graphql', 'content-length: 17\r\n\r\n{"query"'],
    ['the body in pieces, to GraphQL', 'POST /graphql', 'transfer-encoding: chunked\r\n\r\n5\r\n{"que\r\n'],
    ['the body, to the API', 'POST /api/sign-out', 'content-length: 20\r\n\r\n{"every'],
    ['the body, to a form', 'POST /connect/start', 'content-length: 20\r\n\r\ncsrf'],
  ])('is disconnected: %s', async (_part, start, rest) => {
    const headers = start.startsWith('POST /connect') ? form : script
    const text = `${start} HTTP/1.1\r\n${headers}\r\n${rest}`
    const answer = await sendSlowly({ port: bff.port, host: '127.0.0.1' }, text)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
  })
})
