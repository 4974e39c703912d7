import { type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { asAccessToken } from '@counterfoil/oauth/testing/ids'
import {
  startGraphqlWorld,
  current,
  CONNECTION,
  UNAUTHENTICATED,
  World,
  sendJson,
  codeOf,
} from './testing/graphql-fixture.ts'

startGraphqlWorld()

describe('an answer of the provider', () => {
  const graphqlError = (extensions: object, path?: string[]) =>
    JSON.stringify({ data: null, errors: [{ message: 'x', path, extensions }] })

  it.each([
    [
      'a lapsed plan',
      200,
      graphqlError({ code: 'FORBIDDEN', reason: 'subscription_inactive' }),
      'plan_inactive',
    ],
    [
      'a lapsed plan with 403',
      403,
      graphqlError({ code: 'FORBIDDEN', reason: 'subscription_inactive' }),
      'plan_inactive',
    ],
    ['the business gone', 200, graphqlError({ code: 'NOT_FOUND' }, ['business']), 'business_lost'],
    ['an internal error', 200, graphqlError({ code: 'INTERNAL_SERVER_ERROR' }), 'provider_down'],
    ['a wrong query', 400, graphqlError({ code: 'GRAPHQL_VALIDATION_FAILED' }), 'answered'],
  ])(
    'is passed on with the GraphQL errors of %s, and the connection receives the event',
    async (_name, status, body, kind) => {
      current.world.answerUpstream = (_req, res) => sendJson(res, body, status)
      const answer = await current.world.ask()
      expect(answer).toMatchObject({ status, body })
      expect(current.world.events).toEqual([{ kind }])
    },
  )

  it('with status 429 becomes a problem with the provider’s Retry-After, and an event of the connection', async () => {
    current.world.answerUpstream = (_req, res) => void res.writeHead(429, { 'retry-after': '7' }).end()
    const answer = await current.world.ask()
    expect(answer.status).toBe(503)
    expect(codeOf(answer)).toBe('provider-rate-limited')
    expect(answer.headers['retry-after']).toBe('7')
    expect(current.world.events).toEqual([{ kind: 'rate_limited', retryAfterMs: 7000 }])
  })

  it.each([
    ['500', (res: ServerResponse) => sendJson(res, '{"errors":[{"message":"x"}]}', 500)],
    [
      'an error page',
      (res: ServerResponse) => void res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>x'),
    ],
    [
      'a page with 200',
      (res: ServerResponse) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>x'),
    ],
    [
      'a redirect',
      (res: ServerResponse) => void res.writeHead(302, { location: 'https://evil.example' }).end(),
    ],
    ['JSON that is no GraphQL', (res: ServerResponse) => sendJson(res, '{"message":"no route"}', 404)],
    ['half of a JSON', (res: ServerResponse) => sendJson(res, '{"errors":')],
    [
      'a body that cannot be unpacked',
      (res: ServerResponse) => sendJson(res, 'x', 200, { 'content-encoding': 'gzip' }),
    ],
    ['nothing at all', (res: ServerResponse) => res.destroy()],
  ])('with %s becomes a problem, and the event provider_down of the connection', async (_name, respond) => {
    current.world.answerUpstream = (_req, res) => respond(res)
    const answer = await current.world.ask()
    expect(answer.status).toBe(503)
    expect(codeOf(answer)).toBe('provider-unavailable')
    expect(answer.headers['retry-after']).toBeDefined()
    expect(answer.headers).not.toHaveProperty('location')
    expect(current.world.events).toEqual([{ kind: 'provider_down' }])
  })

  it('that does not come becomes a time-out problem', async () => {
    await current.world.stop()
    current.world = new World()
    current.world.timeoutMs = 150
    await current.world.start()
    current.world.answerUpstream = () => {}
    const answer = await current.world.ask()
    expect(answer.status).toBe(504)
    expect(codeOf(answer)).toBe('provider-timeout')
    expect(current.world.events).toEqual([{ kind: 'provider_down' }])
  })
})

describe('the log of calls', () => {
  it('contains every call, and no token, cookie, variable or document', async () => {
    current.world.answerUpstream = (req, res) =>
      req.headers.authorization === 'Bearer old-secret-token'
        ? sendJson(res, UNAUTHENTICATED, 401)
        : res.destroy()
    current.world.token = {
      kind: 'use',
      accessToken: asAccessToken('old-secret-token'),
      connection: CONNECTION,
    }
    current.world.renewed = {
      kind: 'use',
      accessToken: asAccessToken('new-secret-token'),
      connection: CONNECTION,
    }
    await current.world.ask({ headers: { cookie: 'sid=1', 'x-request-id': 'request-12345' } })
    await current.world.ask({ headers: { cookie: 'stolen-cookie' } })
    await current.world.ask({ body: '{"query":"{ private }","variables":{"secret":"private"}}' })
    const log = current.world.logLines.join('')
    expect(log).toContain('"requestId":"request-12345"')
    expect(log).not.toMatch(/secret-token|Bearer|sid=1|stolen-cookie|private/)
  })
})
