import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { ask, call, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

describe('the habits of existing clients', () => {
  let endpoint: Endpoint
  let token = ''
  let business = { uuid: '', id: '' }

  beforeAll(async () => {
    endpoint = await startEndpoint()
    const userId = await endpoint.seed.user('ada@example.com')
    business = await endpoint.seed.business(userId)
    const applicationId = await endpoint.seed.application()
    token = (await endpoint.seed.token({ userId, applicationId, businessId: asBusinessId(business.uuid) }))
      .token
  })
  afterAll(() => endpoint.close())

  const query = 'query Me { user { defaultEmail } }'
  const good = { data: { user: { defaultEmail: 'ada@example.com' } } }

  it.each([
    ['no variables', { query }],
    ['variables null', { query, variables: null }],
    ['variables {}', { query, variables: {} }],
    ['variables nobody declared', { query, variables: { unused: 1 } }],
    ['operationName null', { query, operationName: null }],
    ['operationName empty', { query, operationName: '' }],
    ['operationName of the operation', { query, operationName: 'Me' }],
    ['extensions null', { query, extensions: null }],
    ['keys we do not know', { query, id: 7, doc_id: 'x', debugName: null, persisted: true }],
  ])('accepts %s', async (_, body) => {
    const answer = await call(endpoint, token, body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(good)
  })

  it('accepts commas as white space, comments, and a byte order mark', async () => {
    const text = '\uFEFFquery, Me {, # who\n user, { ,,defaultEmail, } }'
    expect((await ask(endpoint, token, text)).body).toEqual(good)
  })

  it('accepts inlined ids, aliases, fragments, and inline fragments on an interface', async () => {
    const answer = await ask(
      endpoint,
      token,
      `{
        mine: business(id: "${business.id}") { ...Names ... on Node { id } }
        again: business { label: name ...Names }
      }
      fragment Names on Business { name __typename }`,
    )
    expect(answer.body.data).toEqual({
      mine: { name: 'Quay Books', __typename: 'Business', id: business.id },
      again: { label: 'Quay Books', name: 'Quay Books', __typename: 'Business' },
    })
  })

  it('accepts defaults of variables, and a nullable variable for an argument with a default', async () => {
    const text = `query ($page: Int = 1, $pageSize: Int, $archived: Boolean) {
      businesses(page: $page, pageSize: $pageSize, isArchived: $archived) { pageInfo { currentPage totalCount } }
    }`
    const expected = { data: { businesses: { pageInfo: { currentPage: 1, totalCount: 1 } } } }
    expect((await ask(endpoint, token, text)).body).toEqual(expected)
    expect((await ask(endpoint, token, text, { pageSize: null, page: null })).body).toEqual(expected)
  })

  it('accepts skip and include', async () => {
    const text = 'query ($no: Boolean = false) { user { id @include(if: $no) defaultEmail @skip(if: $no) } }'
    expect((await ask(endpoint, token, text)).body).toEqual(good)
  })

  it('omits the errors key if nothing went wrong', async () => {
    expect(Object.keys((await ask(endpoint, token, query)).body)).toEqual(['data'])
  })

  it('accepts the token of a refresh in the same connection', async () => {
    const answer = await ask(
      endpoint,
      token,
      '{ oAuthApplication { id clientId name description logoUrl extraData createdAt modifiedAt } }',
    )
    expect(answer.body.errors).toBeUndefined()
    expect(answer.body.data.oAuthApplication).toMatchObject({
      name: 'Counterfoil',
      logoUrl: 'https://example.com/logo.png',
      createdAt: '2026-11-20T08:00:00.000Z',
      extraData: null,
    })
  })

  it('accepts the full introspection, old and new, within the limits', async () => {
    const { getIntrospectionQuery, buildClientSchema } = await import('graphql')
    const full = {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
    }
    for (const options of [{}, { ...full, inputValueDeprecation: true, oneOf: true }]) {
      const answer = await ask(endpoint, undefined, getIntrospectionQuery(options))
      expect(answer.body.errors).toBeUndefined()
      expect(buildClientSchema(answer.body.data).getQueryType()?.name).toBe('Query')
    }
  })

  it('accepts a query by GET, and no mutation', async () => {
    const get = (text: string) =>
      fetch(`${endpoint.url}?${new URLSearchParams({ query: text })}`, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      })
    const answer = await get('{ user { defaultEmail } }')
    expect(await answer.json()).toEqual(good)
    const refused = await get('mutation { anything }')
    expect(refused.status).toBe(405)
    const { errors } = await refused.json()
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }

  it('get PERSISTED_QUERY_NOT_SUPPORTED, send the document, and get the answer', async () => {
    const plain = await call(endpoint, token, { extensions })
    expect(plain.status).toBe(200)
    expect(plain.body.errors?.[0]).toMatchObject({
      message: 'PersistedQueryNotSupported',
      extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED', id: expect.any(String) },
    })
    const accept = 'application/graphql-response+json'
    const strict = await call(endpoint, token, { query: null, extensions }, { accept })
    expect([strict.status, strict.body.errors?.[0]?.extensions['code']]).toEqual([
      400,
      'PERSISTED_QUERY_NOT_SUPPORTED',
    ])
    const answered = await call(endpoint, token, { query: '{ user { id } }', extensions })
    expect(answered.body.errors).toBeUndefined()
  })
})
