import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { request as rawRequest } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeAll(async () => {
  const world = await startBffWorld()
  ;({ redis, provider, bff, maria } = world)
  return world.close
})

/** An address exactly as written; other clients would tidy it up. */
async function send(method: string, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    body: string
    allow: unknown
  }>()
  const url = new URL(bff.url)
  rawRequest({ host: url.hostname, port: url.port, method, path, headers }, (answer) => {
    let body = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, allow: answer.headers.allow }))
  })
    .on('error', reject)
    .end()
  return promise
}

describe('the middleware chain of the app', () => {
  it.each(Object.values(BFF_PATHS))(
    'answers other methods at %s with 405 and an Allow header',
    async (path) => {
      const reads = (await send('DELETE', path, { ...SCRIPT_HEADERS, origin: bff.url })).allow
      // The link of a letter is opened by a person, and posted to by mail services.
      expect(reads).toMatch(path === BFF_PATHS.letterStop ? /^GET, HEAD, POST$/ : /^(GET(, HEAD)?|POST)$/)
      const another = ['POST', 'GET', 'PUT'].find((method) => !String(reads).includes(method)) ?? ''
      const wrong = await send(another, path, { ...SCRIPT_HEADERS, origin: bff.url })
      expect(wrong.status).toBe(405)
      expect(JSON.parse(wrong.body)).toMatchObject({ code: 'method-not-allowed' })
    },
  )

  it.each([
    '/api',
    '/api/nothing',
    '/api/connect-results',
    '/connect',
    '/connect/else',
    '/health/else',
    '/graphql/more',
  ])('serves nothing at %s', async (path) => {
    expect(JSON.parse((await send('GET', path, SCRIPT_HEADERS)).body)).toMatchObject({ code: 'not-found' })
  })

  it.each([
    '//',
    '//evil.example/x',
    '/%',
    '/%00',
    '/..//..',
    '/?result=%',
    '/?result=a&result=b',
    '/\\evil',
    '/a?b=//',
  ])('handles the malformed address %s without a server error', async (path) => {
    const { status, body } = await send('GET', path, { accept: 'text/html' })
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(/stack|TypeError/)
  })

  it('answers errors as HTML to browsers and as JSON to programs, each with the request id of the log', async () => {
    const page = await maria.agent.visit(`${bff.url}/connect/start`)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toMatch(/Reference [A-Z0-9]{4}-[A-Z0-9]{2}/)
    const problem = await maria.get('/api/sessions')
    expect(problem.headers['content-type']).toContain('application/problem+json')
    expect(problem.headers['cache-control']).toContain('no-store')
    const { requestId } = problem.json<{ requestId: string }>()
    expect(problem.headers['x-request-id']).toBe(requestId)
    expect(bff.logs()).toContain(requestId)
  })

  it('shows the support contact on pages and error pages if one is configured', async () => {
    expect((await maria.session()).supportUrl).toBeNull()
    const address = 'mailto:help@counterfoil.example'
    const env = { BFF_SUPPORT_URL: address }
    await using helped = await startBff({ redisUrl: redis.url, provider, env })
    const visitor = createBffPerson(helped.url)
    expect((await visitor.visit()).session.supportUrl).toBe(address)
    const page = await visitor.agent.visit(`${helped.url}/connect/start`)
    expect(page.body).toMatch(
      /href="mailto:help@counterfoil\.example\?subject=Reference%20[A-Z0-9]{4}-[A-Z0-9]{2}"/,
    )
  })

  it('sends no-store with every response that identifies a person', async () => {
    for (const path of [
      '/',
      '/profile',
      '/api/session',
      '/api/connect-results/x',
      '/connect/callback?state=x',
    ]) {
      expect((await maria.get(path)).headers['cache-control']).toContain('no-store')
    }
  })

  it('does not complete a sign-in attempt on a HEAD request or a prefetch', async () => {
    const callback = (await maria.start({}, { stopAt: `${bff.url}/connect/callback` })).location ?? ''
    const path = callback.slice(bff.url.length)
    const cookie = maria.agent.cookies(bff.url)
    expect((await send('HEAD', path, { cookie })).status).toBe(405)
    expect((await send('GET', path, { cookie, 'sec-purpose': 'prefetch' })).status).toBe(403)
    expect(provider.callsOf('token')).toHaveLength(0)
    expect((await maria.agent.visit(callback)).url).toContain('?result=')
  })
})
