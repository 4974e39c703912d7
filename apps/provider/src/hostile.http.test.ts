import fc from 'fast-check'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAuthorizationHandle } from '@counterfoil/oauth/testing/ids'
import { DEMO_BUSINESSES, DEMO_USERS } from './demo/demo-data.ts'
import { startProvider, type ProviderFixture, type TestClient } from '#testing/provider-fixture.ts'

let provider: ProviderFixture
let client: TestClient

beforeAll(async () => {
  provider = await startProvider()
  client = await provider.createClient()
})
afterAll(() => provider.close())

const NAMES = [
  'client_id',
  'client_secret',
  'response_type',
  'scope',
  'redirect_uri',
  'state',
  'approval_prompt',
  'businessId',
  'code_challenge',
  'code_challenge_method',
  'grant_type',
  'code',
  'refresh_token',
  'code_verifier',
  'token',
  'token_type_hint',
  '',
  '__proto__',
  'constructor',
]
/** Returns a random value: percent-encoded bytes, broken escapes, control characters, or a value valid elsewhere. */
const value = () =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      '%00',
      '%ff%fe',
      '%',
      '%zz',
      '%u0041',
      '+',
      '',
      'code',
      'force',
      'S256',
      'user:read',
      'authorization_code',
      'refresh_token',
    ),
    fc.constantFrom(
      'http%3A%2F%2Fapp.example%2Fcallback',
      'http://app.example/callback/..',
      'javascript:alert(1)',
      'toString',
    ),
    fc.constantFrom('hat_'.padEnd(69, 'A'), 'hrt_'.padEnd(69, 'z'), 'hac_'.padEnd(47, '-')),
    fc
      .uint8Array({ maxLength: 12 })
      .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
  )
const pairs = () =>
  fc
    .array(fc.tuple(fc.constantFrom(...NAMES), value()), { maxLength: 12 })
    .map((list) => list.map(([name, text]) => `${name}=${text}`).join('&'))

describe('hostile input', () => {
  it('to authorize gets a page or the application\u2019s own address, and never a fault of ours', async () => {
    await fc.assert(
      fc.asyncProperty(pairs(), fc.boolean(), async (query, named) => {
        const good = named
          ? `client_id=${client.clientId}&redirect_uri=${encodeURIComponent(client.redirectUri)}&`
          : ''
        const response = await fetch(`${provider.base}/oauth2/authorize/?${good}${query}`, {
          redirect: 'manual',
        })
        const location = response.headers.get('location')
        await response.body?.cancel()
        expect([303, 400]).toContain(response.status)
        if (response.status === 400) expect(location).toBeNull()
        else expect(location).toMatch(/^(?:http:\/\/app\.example\/callback\?error=|\/authorize\/[\w-]{32}$)/)
      }),
      { numRuns: 300 },
    )
  })

  it('to the token and revoke endpoints gets JSON of RFC 6749, and never a fault of ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        pairs(),
        fc.constantFrom('token', 'token-revoke'),
        fc.boolean(),
        async (form, endpoint, known) => {
          const good = known ? `client_id=${client.clientId}&client_secret=${client.secret}&` : ''
          const { status, json } = await provider.post(`/oauth2/${endpoint}/`, good + form)
          expect([200, 400, 401]).toContain(status)
          if (status !== 200)
            expect(json).toMatchObject({
              error: expect.stringMatching(/^[a-z_]+$/),
              error_description: expect.any(String),
            })
          else expect([endpoint, json]).toEqual(['token-revoke', {}])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('as a made-up Bearer token is refused, and is never a fault', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 90 }),
          fc.base64String({ maxLength: 90 }).map((text) => `hat_${text}`),
        ),
        async (token) => {
          expect((await provider.deps.bearers.lookUp(token)).kind).toBe('unknown')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('as a made-up handle is an unknown request', async () => {
    for (const handle of ['x', '%00', '../..', 'A'.repeat(32), 'A'.repeat(10_000)]) {
      expect(await provider.deps.pendingAuthorizations.find(asAuthorizationHandle(handle))).toBeUndefined()
      const outcome = await provider.deps.answers.finishAuthorization({
        handle: asAuthorizationHandle(handle),
        userId: null,
        answer: { kind: 'deny' },
      })
      expect(outcome.kind).toBe('unknown')
    }
  })

  it('to the pages gets an answer for every address and form, and never a fault of ours', async () => {
    const cookie = await provider.signIn(DEMO_USERS.many.id)
    const { handle = '' } = await provider.authorize(client, {}, { cookie })
    const piece = fc.oneof(
      value(),
      fc.constantFrom(
        '',
        '%00',
        '%ff',
        '%E0%A4%A',
        '..',
        '%2e%2e',
        '%2F',
        'new',
        'remove-all',
        'log',
        'remove',
      ),
      fc.constantFrom(DEMO_USERS.many.id, DEMO_BUSINESSES.northwind.id, handle, client.clientId),
    )
    const route = fc.constantFrom('authorize', 'connected-apps', 'developers', 'plans', 'sign-in', 'sign-out')
    const path = fc
      .tuple(route, fc.array(piece, { maxLength: 3 }))
      .map(([first, rest]) => [first, ...rest].join('/'))
    const query = fc
      .array(
        fc.tuple(
          fc.constantFrom('q', 'return_to', 'request', 'before', 'uri', 'as', 'chosen', 'csrf', 'business'),
          value(),
        ),
        { maxLength: 5 },
      )
      .map((list) => list.map(([name, text]) => `${name}=${text}`).join('&'))
    const origin = {
      origin: new URL(provider.base).origin,
      'content-type': 'application/x-www-form-urlencoded',
    }
    await fc.assert(
      fc.asyncProperty(path, query, fc.boolean(), async (where, what, posts) => {
        const response = await fetch(
          `${provider.base}/${where}${posts ? '' : `?${what}`}`,
          posts
            ? { method: 'POST', body: what, headers: { cookie, ...origin }, redirect: 'manual' }
            : { headers: { cookie }, redirect: 'manual' },
        )
        await response.body?.cancel()
        expect([200, 303, 400, 403, 404, 422], where).toContain(response.status)
      }),
      { numRuns: 400 },
    )
  })

  it.each(['a b', '', '[', 'x:99999', 'user@', '\t'])(
    'as an invalid host (%j) breaks no page and reveals nothing of the implementation',
    async (host) => {
      for (const path of [
        '/',
        '/sign-in',
        '/nothing-here',
        '/authorize/%E0%A4%A',
        '/oauth2/authorize/',
        '/graphql/public',
      ]) {
        const asked = request(provider.base + path, { headers: { host }, setHost: false })
        asked.end()
        const [response] = (await once(asked, 'response')) as [IncomingMessage]
        const body = (await response.setEncoding('utf8').toArray()).join('')
        expect([200, 400, 404], path).toContain(response.statusCode)
        expect(body).not.toMatch(/\.ts:|node:internal|node_modules|\/src\//)
      }
    },
  )

  it('as half a request of a client that disconnects does no harm', async () => {
    for (const text of [
      'POST /oauth2/token/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nclient_id=',
      'GET /oauth2/auth',
    ]) {
      const socket = connect(Number(new URL(provider.base).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(text)
      socket.destroy()
    }
    expect((await fetch(`${provider.base}/health/ready`)).status).toBe(200)
    expect(provider.logs().includes('"level":"error"')).toBe(false)
  })
})
