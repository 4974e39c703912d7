import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '@counterfoil/testkit/until'
import { asApplicationId, asUserId } from '@counterfoil/oauth/testing/ids'
import { MASKED_MESSAGE } from './error-presentation.ts'
import { ask, call, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

let shared: Endpoint

beforeAll(async () => {
  shared = await startEndpoint()
})
afterAll(() => shared.close())

describe('the errors for a caller', () => {
  let endpoint: Endpoint
  let token = ''
  let applicationId = asApplicationId('')
  let userId = ''

  beforeAll(async () => {
    endpoint = await startEndpoint({
      beside: shared,
      env: { PROVIDER_GRAPHQL_MAX_BODY_BYTES: '2000', PROVIDER_GRAPHQL_MAX_TOKENS: '400' },
    })
    userId = await endpoint.seed.user('ada@example.com')
    applicationId = await endpoint.seed.application()
    token = (
      await endpoint.seed.token({ userId: asUserId(userId), applicationId: asApplicationId(applicationId) })
    ).token
  })
  afterAll(() => endpoint.close())

  it.each([
    ['a field that does not exist', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['what is no GraphQL', { query: '{ user' }, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a literal of the wrong type',
      { query: '{ businesses(page: "x") { edges { node { id } } } }' },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a code that is in no enum', { query: '{ country(code: XX) { name } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a variable of the wrong type',
      { query: 'query ($p: Int) { businesses(page: $p) { edges { node { id } } } }', variables: { p: 'x' } },
      'BAD_USER_INPUT',
    ],
    [
      'a variable that is missing',
      { query: 'query ($c: CountryCode!) { country(code: $c) { name } }' },
      'BAD_USER_INPUT',
    ],
    [
      'an operation that does not exist',
      { query: 'query A { user { id } }', operationName: 'B' },
      'BAD_USER_INPUT',
    ],
    ['no query', { variables: {} }, 'BAD_USER_INPUT'],
    ['a query that is no text', { query: 7 }, 'BAD_USER_INPUT'],
    ['variables that are no object', { query: '{ user { id } }', variables: [1] }, 'BAD_USER_INPUT'],
    ['a batch', '[{"query":"{ user { id } }"}]', 'BAD_USER_INPUT'],
    ['what is no JSON', '{"query":', 'BAD_USER_INPUT'],
    ['a subscription', { query: 'subscription { user { id } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ])('are 400 with a code and an id for %s', async (_, body, code) => {
    const answer = await call(endpoint, token, body, { accept: 'application/graphql-response+json' })
    expect(answer.status).toBe(400)
    expect(answer.body.data).toBeUndefined()
    expect(answer.body.errors?.[0]?.extensions).toEqual({ code, id: expect.stringMatching(UUID) })
    expect(answer.body.errors?.[0]?.message).not.toBe('')
  })

  it('are 415 for a body of another type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonp',
    ]) {
      const answer = await call(endpoint, token, '{"query":"{ user { id } }"}', { 'content-type': type })
      expect(answer.status).toBe(415)
      expect(answer.body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    }
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('are 405 for %s', async (method) => {
    const response = await fetch(endpoint.url, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST')
  })

  it('include a refusal of a body that is too large, also without a declared length', async () => {
    const body = JSON.stringify({ query: `{ user { id } } # ${'x'.repeat(2000)}` })
    const declared = await call(endpoint, token, body)
    expect(declared.status).toBe(413)
    expect(declared.body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    const streamed = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })

  it('are written to the log by their ids, with the id of the request', async () => {
    const answer = await call(endpoint, token, { query: '{ nothing }' }, { 'x-request-id': 'joins-the-logs' })
    expect(answer.headers.get('x-request-id')).toBe('joins-the-logs')
    const line = endpoint
      .logged()
      .find(({ errorId }) => errorId === answer.body.errors?.[0]?.extensions['id'])
    expect(line).toMatchObject({
      event: 'graphql.error',
      errorCode: 'GRAPHQL_VALIDATION_FAILED',
      requestId: 'joins-the-logs',
    })
  })

  it('are kept out of caches, as all answers', async () => {
    const answer = await ask(endpoint, token, '{ user { id } }')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('leave each call in the log of the application, and the use of the grant', async () => {
    const granted = await endpoint.seed.token({
      userId: await endpoint.seed.user(),
      applicationId: asApplicationId(applicationId),
      scopes: 'user:read',
    })
    await call(endpoint, granted.token, { query: 'query Good { user { id } }', operationName: 'Good' })
    await call(endpoint, granted.token, {
      query: 'query Bad { businesses { edges { node { id } } } }',
      operationName: 'Bad',
    })
    const calls = await until('both calls are noted', async () => {
      const noted = await endpoint.applicationLog.list(applicationId, { limit: 50 })
      const mine = noted.filter(({ grantId }) => grantId === granted.grantId)
      return mine.length === 2 ? mine : undefined
    })
    const [bad, good] = calls
    expect(good).toMatchObject({ operationName: 'Good', outcome: 'ok', status: 200 })
    expect(bad).toMatchObject({ operationName: 'Bad', outcome: 'refused', error: 'FORBIDDEN' })
    expect(bad?.detail).toBe("The token needs business:read for 'businesses'.")
    const usage = await endpoint.db
      .selectFrom('grant_usage')
      .selectAll()
      .where('grant_id', '=', granted.grantId)
      .execute()
    expect(usage).toMatchObject([{ calls: 2 }])
  })

  it('leave no token in the log, even if a caller wrote one into the query', async () => {
    const granted = await endpoint.seed.token({
      userId: await endpoint.seed.user(),
      applicationId: asApplicationId(applicationId),
    })
    const query = `{ province(code: "${granted.token}") { code } }`
    await call(endpoint, granted.token, { query })
    await call(endpoint, granted.token, { query, operationName: granted.token })
    const noted = await until('both calls are noted', async () => {
      const calls = await endpoint.applicationLog.list(applicationId, { limit: 50 })
      const mine = calls.filter(({ grantId }) => grantId === granted.grantId)
      return mine.length === 2 ? mine : undefined
    })
    expect(noted[1]?.detail).toBe("Province '[removed]' could not be found.")
    expect(noted[0]).toMatchObject({ error: 'BAD_USER_INPUT', operationName: '[removed]' })
    expect(JSON.stringify(noted)).not.toContain(granted.token)
    expect(endpoint.logText()).not.toContain(granted.token)
  })

  it('give less detail about a refused token than the log', async () => {
    const granted = await endpoint.seed.token({
      userId: asUserId(userId),
      applicationId: asApplicationId(applicationId),
    })
    await endpoint.db
      .updateTable('token_families')
      .set({ ended_at: endpoint.now(), end_reason: 'code_replayed' })
      .where('id', '=', granted.familyId)
      .execute()
    const answer = await ask(endpoint, granted.token, '{ user { id } }')
    expect(answer.body.errors?.[0]?.message).toBe('The access token was revoked.')
    const [noted] = await until('the call is noted', async () => {
      const found = await endpoint.applicationLog.list(applicationId, { limit: 1, outcome: 'refused' })
      return found[0]?.status === 401 ? found : undefined
    })
    expect(noted).toMatchObject({
      status: 401,
      error: 'UNAUTHENTICATED',
      reason: 'tokens_ended_code_replayed',
    })
  })
})

describe('a fault of ours', () => {
  it('is masked, has an id, and leaves its cause in the log alone', async () => {
    const endpoint = await startEndpoint({
      beside: shared,
      wrap: (deps) => ({
        ...deps,
        bearers: { lookUp: () => Promise.reject(new Error('password=hunter2 at 10.0.0.7')) },
      }),
    })
    const answer = await ask(endpoint, 'hat_any', '{ user { id } }')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      errors: [
        {
          message: MASKED_MESSAGE,
          extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.stringMatching(UUID) },
        },
      ],
    })
    expect(endpoint.logText()).toContain('hunter2')
    await endpoint.close()
  })

  it('in one field does not affect the others', async () => {
    const endpoint = await startEndpoint({ beside: shared })
    const userId = await endpoint.seed.user()
    // A currency that the reference data lack: a non-null field has no value.
    await endpoint.seed.business(userId, { details: { currency_code: 'XXX' } })
    const answer = await ask(
      endpoint,
      await endpoint.seed.personalToken(userId),
      '{ user { id } business { name currency { code } } }',
    )
    expect(answer.status).toBe(200)
    expect(answer.body.data.user.id).toEqual(expect.any(String))
    expect(answer.body.data.business).toBeNull()
    expect(answer.body.errors).toEqual([
      {
        message: MASKED_MESSAGE,
        path: ['business', 'currency'],
        locations: expect.any(Array),
        extensions: { code: 'INTERNAL_SERVER_ERROR', id: expect.stringMatching(UUID) },
      },
    ])
    await endpoint.close()
  })
})
