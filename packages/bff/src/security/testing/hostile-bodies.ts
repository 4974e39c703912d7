import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { describe, expect, it } from 'vitest'
import { SCRIPT_LINES, statusOf, type HostileWorld } from './hostile-world.ts'

export function hostileBodies(world: HostileWorld): void {
  const { errorLines, hostLine, sendBytes, sendLines } = world

  describe('a request that is refused before its body is read', () => {
    const unfinished = (start: string, type: string, more: readonly string[] = []) =>
      sendBytes(
        [
          ...[
            `${start} HTTP/1.1`,
            hostLine(),
            `origin: ${world.bff.url}`,
            `content-type: ${type}`,
            ...SCRIPT_LINES,
          ],
          ...['accept: application/json', 'content-length: 1000', ...more, '', more.length > 0 ? '' : '{'],
        ].join('\r\n'),
      )
    const JSON_TYPE = 'application/json'
    const FORM_TYPE = 'application/x-www-form-urlencoded'

    it.each([
      ['POST /graphql', JSON_TYPE, 401],
      ['POST /api/sign-out', JSON_TYPE, 401],
      ['POST /api/preferences', JSON_TYPE, 403],
      ['POST /api/connect-results/abcdefghijklmnopqrstuv/decision', JSON_TYPE, 403],
      ['POST /connect/start', FORM_TYPE, 403],
      ['POST /nothing-here', JSON_TYPE, 405],
    ])('at %s cannot keep the connection open', async (start, type, status) => {
      const more = start.endsWith('/graphql') ? ['x-counterfoil-connection: a'] : []
      const answer = await unfinished(start, type, more)
      expect(statusOf(answer)).toBe(status)
      expect(answer).toMatch(/^connection: close\r$/im)
    })

    it.each([
      ['POST /graphql', JSON_TYPE, 401],
      ['POST /api/sign-out', JSON_TYPE, 401],
      ['POST /connect/start', FORM_TYPE, 403],
    ])('at %s gets no 100 Continue', async (start, type, status) => {
      const answer = await unfinished(start, type, ['expect: 100-continue', 'x-counterfoil-connection: a'])
      expect(statusOf(answer)).toBe(status)
      expect(answer).not.toContain('100 Continue')
    })

    it('cannot keep the connection open at an address that takes no body either', async () => {
      await world.maria.connect()
      const answer = await unfinished('POST /api/session/extend', JSON_TYPE, [
        `cookie: ${world.maria.agent.cookies(world.bff.url)}`,
      ])
      expect(statusOf(answer)).toBe(200)
    })

    it('does not include permitted ones: they get 100 Continue and an answer', async () => {
      await world.maria.connect()
      const { id } = await world.maria.connection()
      const body = JSON.stringify(operationBody())
      const lines = [
        ...[hostLine(), `origin: ${world.bff.url}`, `content-type: ${JSON_TYPE}`, ...SCRIPT_LINES],
        ...[
          'expect: 100-continue',
          `x-counterfoil-connection: ${id}`,
          `cookie: ${world.maria.agent.cookies(world.bff.url)}`,
        ],
      ]
      const answer = await sendLines('POST /graphql', lines, body)
      expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    })
  })

  describe('a fault of the caller', () => {
    it.each([
      ['a form with more fields than any form of ours', '/connect/start', 'f=1&'.repeat(30), {}],
      ['a body that is not compressed as it says', '/api/preferences', '{}', { 'content-encoding': 'gzip' }],
      ['an unknown compression', '/api/preferences', '{}', { 'content-encoding': 'zstd-x' }],
      [
        'an unknown charset',
        '/api/preferences',
        '{}',
        { 'content-type': 'application/json; charset=klingon' },
      ],
      ['JSON that ends too early', '/api/preferences', '{"locale"', {}],
      ['nesting without end', '/api/preferences', '['.repeat(8000), {}],
    ])('is never reported as ours: %s', async (_what, path, body, headers) => {
      const errors = errorLines().length
      const type = path === '/connect/start' ? 'application/x-www-form-urlencoded' : 'application/json'
      const answer = await world.maria.agent.send('POST', `${world.bff.url}${path}`, {
        headers: {
          ...SCRIPT_HEADERS,
          origin: world.bff.url,
          'content-type': type,
          accept: 'application/json',
          ...headers,
        },
        body,
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      expect(errorLines()).toHaveLength(errors)
    })

    it('is never reported as ours: an id that leads to another kind of Redis record', async () => {
      const { connectResult } = await world.maria.connect()
      const id = connectResult?.id ?? ''
      await world.store.set(`connect-result:${id}:decision`, 'keep')
      for (const odd of [`${id}:decision`, `${id}%3Adecision`, '__proto__', 'constructor', 'x'.repeat(4000)])
        expect((await world.maria.get(`/api/connect-results/${odd}`)).json()).toMatchObject({
          status: 404,
          code: 'not-found',
        })
    })
  })

  describe('names of JavaScript object internals', () => {
    it.each([
      ['/api/sign-out', '{"__proto__":{"everywhere":true}}'],
      ['/api/sign-out', '{"constructor":{"prototype":{"everywhere":true}}}'],
      ['/api/preferences', '{"locale":"constructor"}'],
      ['/api/preferences', '{"theme":"__proto__"}'],
    ])('are refused as values at %s: %s', async (path, body) => {
      await world.maria.connect()
      const answer = await world.maria.agent.send('POST', `${world.bff.url}${path}`, {
        headers: { ...SCRIPT_HEADERS, origin: world.bff.url, 'content-type': 'application/json' },
        body,
      })
      expect(answer.json()).toMatchObject({ status: 400, code: 'bad-request' })
      expect((await world.maria.session()).person).not.toBeNull()
      expect(({} as Record<string, unknown>)['everywhere']).toBeUndefined()
    })

    it.each(['__proto__', 'constructor', 'toString'])('are refused as operations: %s', async (hash) => {
      await world.maria.connect()
      const { id } = await world.maria.connection()
      const asked = world.provider.callsOf('graphql').length
      const answer = await world.maria.post(
        '/graphql',
        { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
        { 'x-counterfoil-connection': id },
      )
      expect(answer.json()).toMatchObject({ code: 'operation-not-allowed' })
      expect(world.provider.callsOf('graphql')).toHaveLength(asked)
    })

    it('are sent to the provider unchanged as data inside variables', async () => {
      await world.maria.connect()
      const { id } = await world.maria.connection()
      const variables = '"variables":{"__proto__":{"a":1},"input":{"constructor":2}}'
      const text = `{${variables},${JSON.stringify(operationBody()).slice(1)}`
      const answer = await world.maria.agent.send('POST', `${world.bff.url}/graphql`, {
        headers: {
          ...SCRIPT_HEADERS,
          origin: world.bff.url,
          'content-type': 'application/json',
          'x-counterfoil-connection': id,
        },
        body: text,
      })
      expect(answer.status).toBe(200)
      expect(world.provider.callsOf('graphql').at(-1)?.body).toContain(variables)
    })
  })
}
