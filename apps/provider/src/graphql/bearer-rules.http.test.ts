import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asApplicationId, asUserId } from '@counterfoil/oauth/testing/ids'
import { ask, call, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe('authentication', () => {
  let endpoint: Endpoint
  let userId = ''
  let applicationId = ''

  beforeAll(async () => {
    endpoint = await startEndpoint()
    userId = await endpoint.seed.user('ada@example.com')
    applicationId = await endpoint.seed.application()
  })
  afterAll(() => endpoint.close())

  it('answers 401 with a bare challenge and UNAUTHENTICATED if no token is sent', async () => {
    const answer = await ask(endpoint, undefined, '{ user { id } }')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="graphql", resource_metadata="[^"]+"$/,
    )
    expect(answer.body.data).toBeUndefined()
    expect(answer.body.errors).toHaveLength(1)
    expect(answer.body.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED')
    expect(answer.body.errors?.[0]?.extensions['id']).toMatch(UUID)
  })

  it.each([
    ['a token nobody issued', 'Bearer hat_unknown'],
    ['a header with two tokens', 'Bearer one two'],
    ['a header without a token', 'Bearer'],
    ['a token with a character no token has', 'Bearer "quoted"'],
  ])('answers 401 invalid_token to %s', async (_, authorization) => {
    const answer = await call(endpoint, undefined, { query: '{ user { id } }' }, { authorization })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="graphql", error="invalid_token"/)
    expect(answer.body.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED')
  })

  it('treats another scheme as no token', async () => {
    const answer = await call(
      endpoint,
      undefined,
      { query: '{ user { id } }' },
      { authorization: 'Basic YTpi' },
    )
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer realm="graphql", resource_metadata="[^"]+"$/,
    )
  })

  it('reads the scheme without regard to case', async () => {
    const { token } = await endpoint.seed.token({
      userId: asUserId(userId),
      applicationId: asApplicationId(applicationId),
    })
    const answer = await call(
      endpoint,
      undefined,
      { query: '{ user { id } }' },
      { authorization: `bEARER ${token}` },
    )
    expect(answer.status).toBe(200)
  })

  it('accepts a token until the second in which it expires', async () => {
    const { token } = await endpoint.seed.token({
      userId: asUserId(userId),
      applicationId: asApplicationId(applicationId),
    })
    endpoint.advance(7_200_000 - 1)
    expect((await ask(endpoint, token, '{ user { id } }')).status).toBe(200)
    endpoint.advance(1)
    const answer = await ask(endpoint, token, '{ user { id } }')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(answer.body.errors?.[0]?.message).toBe('The access token has expired.')
  })

  it('refuses a revoked token from the next call on', async () => {
    const { token, familyId } = await endpoint.seed.token({
      userId: asUserId(userId),
      applicationId: asApplicationId(applicationId),
    })
    expect((await ask(endpoint, token, '{ user { id } }')).status).toBe(200)
    await endpoint.db
      .updateTable('token_families')
      .set({ access_revoked_at: endpoint.now() })
      .where('id', '=', familyId)
      .execute()
    expect((await ask(endpoint, token, '{ user { id } }')).status).toBe(401)
  })

  it('never repeats a token in an answer or a log', async () => {
    await ask(endpoint, 'hat_secretlooking', '{ user { id } }')
    expect(endpoint.logText()).not.toContain('hat_')
  })

  describe('without a token', () => {
    it.each([
      ['the type name', '{ __typename }'],
      ['a type name under an alias', '{ ping: __typename }'],
      ['the schema', '{ __schema { queryType { name } } }'],
      ['a type', '{ __type(name: "User") { name } }'],
      [
        'the schema in a fragment',
        'query Q { ...F } fragment F on Query { ... { __schema { queryType { name } } } }',
      ],
    ])('answers %s', async (_, query) => {
      const answer = await ask(endpoint, undefined, query)
      expect(answer.status).toBe(200)
      expect(answer.body.errors).toBeUndefined()
    })

    it.each([
      ['a field beside the type name', '{ __typename user { id } }'],
      ['a field in a fragment', 'query Q { __typename ...F } fragment F on Query { user { id } }'],
      ['a field in an inline fragment', '{ __typename ... on Query { user { id } } }'],
      ['a field that takes no scope', '{ countries { code } }'],
      ['the probe field', '{ _ }'],
      ['two operations and no name', 'query A { __typename } query B { __typename }'],
      ['what is no GraphQL', '{ __typename'],
    ])('refuses %s', async (_, query) => {
      const answer = await ask(endpoint, undefined, query)
      expect(answer.status).toBe(401)
    })

    it('checks the named operation', async () => {
      const query = 'query A { __typename } query B { user { id } }'
      expect((await call(endpoint, undefined, { query, operationName: 'A' })).status).toBe(200)
      expect((await call(endpoint, undefined, { query, operationName: 'B' })).status).toBe(401)
    })

    it('still refuses an invalid token, for any query', async () => {
      const answer = await ask(endpoint, 'hat_unknown', '{ __typename }')
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    })
  })

  it('answers with and without the trailing slash', async () => {
    const answer = await ask({ url: `${endpoint.url}/` }, undefined, '{ __typename }')
    expect(answer.status).toBe(200)
  })
})
