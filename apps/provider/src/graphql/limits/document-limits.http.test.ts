import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharePostgres } from '@counterfoil/testkit/postgres'
import { asApplicationId } from '@counterfoil/oauth/testing/ids'
import { ask, call, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'

let shared: Endpoint

beforeAll(async () => {
  shared = await startEndpoint()
})
afterAll(() => shared.close())

describe('the limits of an operation', () => {
  let endpoint: Endpoint
  let token = ''

  beforeAll(async () => {
    endpoint = await startEndpoint({
      beside: shared,
      env: {
        PROVIDER_GRAPHQL_MAX_DEPTH: '5',
        PROVIDER_GRAPHQL_MAX_ALIASES: '3',
        PROVIDER_GRAPHQL_MAX_TOKENS: '300',
        PROVIDER_GRAPHQL_MAX_COST: '1000',
      },
    })
    token = await endpoint.seed.personalToken(await endpoint.seed.user())
  })
  afterAll(() => endpoint.close())

  const refusal = async (query: string, variables?: Record<string, unknown>) => {
    const answer = await call(
      endpoint,
      token,
      { query, variables },
      { accept: 'application/graphql-response+json' },
    )
    if (answer.status === 200) return undefined
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.[0]?.extensions['code']).toBe('GRAPHQL_VALIDATION_FAILED')
    return answer.body.errors?.[0]?.message
  }

  it('accept 5 levels of fields and refuse 6, with any fragments', async () => {
    expect(await refusal('{ businesses { edges { node { address { city } } } } }')).toBeUndefined()
    const six = 'The operation is 6 fields deep; at most 5 are allowed.'
    expect(await refusal('{ businesses { edges { node { address { country { code } } } } } }')).toBe(six)
    const spread =
      '{ businesses { edges { node { ...A } } } } fragment A on Business { address { ...B } } fragment B on Address { country { code } }'
    expect(await refusal(spread)).toBe(six)
  })

  it('accept 3 aliases and refuse 4', async () => {
    expect(await refusal('{ a: user { id } b: user { id } c: user { id } }')).toBeUndefined()
    expect(await refusal('{ a: user { id } b: user { id } c: user { d: id } }')).toBe(
      'The operation has 4 aliases; at most 3 are allowed.',
    )
  })

  it('count tokens before parsing', async () => {
    expect(await refusal(`{ ${'user { id } '.repeat(75)} }`)).toMatch(/300/)
  })

  it('count the possible size of the answer, for page sizes in literals, variables and defaults', async () => {
    const query = 'query ($n: Int) { businesses(pageSize: $n) { edges { node { id name } } } }'
    expect(await refusal(query, { n: 200 })).toBeUndefined()
    expect(await refusal(query, { n: 250 })).toBe(
      'The answer could hold 1001 fields; at most 1000 are allowed. Ask for smaller pages.',
    )
    expect(await refusal(query, {})).toBeUndefined()
    expect(await refusal('{ businesses(pageSize: 250) { edges { node { id name } } } }')).toMatch(/1001/)
  })

  it('accept 100,000 characters and refuse more, comments counted', async () => {
    const query = '{ user { id } } #'
    expect(await refusal(query.padEnd(100_000, '#'))).toBeUndefined()
    expect(await refusal(query.padEnd(100_001, '#'))).toBe('The operation has more than 100000 characters.')
  })

  it('list fewer faults of the variables in a larger body', async () => {
    const query = 'mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed } }'
    const faultsOf = async (letters: number) => {
      const names = Array.from({ length: 60 }, (_, index) => [`${'x'.repeat(letters)}${index}`, 1])
      const { body } = await call(endpoint, token, { query, variables: { input: Object.fromEntries(names) } })
      return body.errors ?? []
    }
    expect(await faultsOf(100)).toHaveLength(51)
    expect(await faultsOf(10_000)).toHaveLength(2)
  })

  it('refuse fragments that multiply each other without expanding them', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, index) => `fragment F${index} on Business { ...F${index + 1} ...F${index + 1} }`,
    )
    const query = `{ business { ...F0 } } ${bomb.join(' ')} fragment F12 on Business { id }`
    expect(await refusal(query)).toMatch(/could hold \d+ fields/)
  })

  it('count the entries of lists without pages', async () => {
    expect(await refusal('{ countries { code name } }')).toBeUndefined()
    expect(await refusal('{ countries { code name currency { code } } }')).toMatch(/could hold 1001 fields/)
  })

  it('accept at most ten introspection fields', async () => {
    const ask10 = (times: number) =>
      `{ ${'...S '.repeat(times)} } fragment S on Query { __schema { queryType { name } } }`
    expect(await refusal(ask10(10))).toBeUndefined()
    expect(await refusal(ask10(11))).toBe(
      'The operation asks about the schema 11 times; at most 10 are allowed.',
    )
  })

  it('accept a few hundred fields in one selection', async () => {
    const wide = await startEndpoint({ beside: shared })
    const answer = await ask(
      wide,
      await wide.seed.personalToken(await wide.seed.user()),
      `{ ${'_ '.repeat(501)} }`,
    )
    expect(answer.body.errors?.[0]?.message).toBe(
      'The operation has 501 fields in one place; at most 500 are allowed.',
    )
    await wide.close()
  })

  it.each([
    ['fields', `${'{ user '.repeat(2000)}`],
    ['lists', `{ business(id: ${'['.repeat(2000)}`],
    ['inline fragments', `{ ${'... { '.repeat(2000)}`],
  ])('report excessive nesting of %s without a stack overflow', async (_, query) => {
    expect(await refusal(query)).toMatch(/^The operation nests \d+ brackets; at most 200 are allowed\.$/)
  })

  it('limit the depth of introspection separately', async () => {
    const deep = (levels: number) =>
      `{ __schema { types { fields { type { ${'ofType { '.repeat(levels)} name ${'} '.repeat(levels)} } } } } }`
    expect(await refusal(deep(20))).toBeUndefined()
    expect(await refusal(deep(21))).toBe('The introspection is 26 fields deep; at most 25 are allowed.')
  })

  it('refuse introspection that expands lists of lists', async () => {
    expect(
      await refusal(
        '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }',
      ),
    ).toMatch(/introspection/i)
  })
})

const RATES = {
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_TOKEN: '3',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_APPLICATION: '5',
  PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_ADDRESS: '4',
}

describe.each(['memory', 'database'] as const)('the rate of calls, counted in the %s', (rateStore) => {
  let endpoint: Endpoint
  let applicationId = ''

  beforeAll(async () => {
    endpoint = await startEndpoint({
      beside: shared,
      env: { ...RATES, PROVIDER_GRAPHQL_RATE_STORE: rateStore },
    })
    applicationId = await endpoint.seed.application()
  })
  afterAll(() => endpoint.close())

  const newToken = async (application: string) =>
    (
      await endpoint.seed.token({
        userId: await endpoint.seed.user(),
        applicationId: asApplicationId(application),
      })
    ).token
  const statuses = async (token: string | undefined, times: number) => {
    const seen: number[] = []
    for (let index = 0; index < times; index += 1)
      seen.push((await ask(endpoint, token, '{ __typename }')).status)
    return seen
  }

  it('is refused with 429 and Retry-After beyond the limit, and accepted a minute later', async () => {
    const token = await newToken(await endpoint.seed.application())
    expect(await statuses(token, 3)).toEqual([200, 200, 200])
    endpoint.advance(20_500)
    const answer = await ask(endpoint, token, '{ user { id } }')
    expect(answer.status).toBe(429)
    // The wait is shorter by the seconds that these calls took on a busy machine.
    expect(answer.headers.get('retry-after')).toMatch(/^(?:3\d|40)$/)
    expect(answer.body.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED')
    expect(answer.body.data).toBeUndefined()
    endpoint.advance(39_500)
    expect(await statuses(token, 1)).toEqual([200])
  })

  it('is counted over all tokens of one application', async () => {
    const [one, other] = [await newToken(applicationId), await newToken(applicationId)]
    expect(await statuses(one, 3)).toEqual([200, 200, 200])
    expect(await statuses(other, 3)).toEqual([200, 200, 429])
  })

  it('is counted over all personal tokens of one person', async () => {
    const userId = await endpoint.seed.user()
    const [one, other] = [
      await endpoint.seed.personalToken(userId),
      await endpoint.seed.personalToken(userId),
    ]
    expect(await statuses(one, 2)).toEqual([200, 200])
    expect(await statuses(other, 2)).toEqual([200, 429])
    expect(await statuses(await endpoint.seed.personalToken(await endpoint.seed.user()), 1)).toEqual([200])
  })

  it('is refused seconds later from the eleventh refusal on', async () => {
    const token = await newToken(await endpoint.seed.application())
    await statuses(token, 3)
    const startedAtMs = performance.now()
    const refused = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { status } = await ask(endpoint, token, '{ __typename }')
        return { status, isLate: performance.now() - startedAtMs > 990 }
      }),
    )
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429))
    expect(refused.filter(({ isLate }) => isLate).length).toBeGreaterThanOrEqual(30)
  })

  it('is checked before the body is read', async () => {
    const token = await endpoint.seed.personalToken(await endpoint.seed.user())
    expect((await call(endpoint, token, '{')).status).toBe(400)
    await statuses(token, 2)
    expect((await call(endpoint, token, '{')).status).toBe(429)
  })

  it('closes the connection if a large body was not read, and keeps it after a small one', async () => {
    const token = await newToken(await endpoint.seed.application())
    await statuses(token, 3)
    const connectionAfter = async (body: string) => {
      const { status, headers } = await call(endpoint, token, body)
      return [status, headers.get('connection')]
    }
    expect(await connectionAfter('{')).toEqual([429, 'keep-alive'])
    expect(await connectionAfter('{'.padEnd(1_000_000))).toEqual([429, 'close'])
  })

  it('is counted by address for calls without a valid token', async () => {
    expect(await statuses(undefined, 2)).toEqual([200, 200])
    expect(await statuses('hat_guess', 2)).toEqual([401, 401])
    expect(await statuses('hat_guess', 1)).toEqual([429])
    expect(await statuses(undefined, 1)).toEqual([429])
    expect(await statuses(await newToken(await endpoint.seed.application()), 1)).toEqual([200])
  })
})

describe('a caller without a token', () => {
  it('has smaller limits for documents, and for new ones in a minute', async () => {
    const endpoint = await startEndpoint({
      beside: shared,
      env: { PROVIDER_GRAPHQL_NEW_DOCUMENTS_PER_MINUTE_PER_ADDRESS: '3' },
    })
    const token = await endpoint.seed.personalToken(await endpoint.seed.user())
    const wide = `{ __schema { types { ${'name '.repeat(49)} } } ${'a: __typename '.repeat(2)} }`
    const long = `{ ${Array.from({ length: 350 }, (_, index) => `a${index % 90}: __typename`).join(' ')} }`
    const status = async (bearer: string | undefined, query: string) =>
      (await ask(endpoint, bearer, query)).status
    expect([await status(token, wide), await status(undefined, wide)]).toEqual([200, 401])
    expect(await status(undefined, long)).toBe(401)
    expect(await status(undefined, getIntrospectionQuery())).toBe(200)
    expect(await status(undefined, '{ __typename }')).toBe(200)
    // This is the fourth new document. Known documents are not counted again, and with a token none is.
    expect(await status(undefined, '{ other: __typename }')).toBe(429)
    expect(await status(undefined, '{ __typename }')).toBe(200)
    expect(await status(undefined, getIntrospectionQuery())).toBe(200)
    expect(await status(token, '{ again: __typename }')).toBe(200)
    endpoint.advance(60_000)
    expect(await status(undefined, '{ other: __typename }')).toBe(200)
    await endpoint.close()
  })
})

describe('the points of a minute', () => {
  it('are shown in headers, reserved by the possible cost of a call, and refused beyond the limit', async () => {
    const endpoint = await startEndpoint({
      beside: shared,
      env: { PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: '1000' },
    })
    const token = await endpoint.seed.personalToken(await endpoint.seed.user())
    const query = 'query ($n: Int = 250) { businesses(pageSize: $n) { edges { node { id } } } }'
    const first = await ask(endpoint, token, query)
    expect(first.status).toBe(200)
    expect(first.headers.get('x-query-cost')).toBe('751')
    expect(first.headers.get('ratelimit-policy')).toBe('"calls";q=1200;w=60, "points";q=1000;w=60')
    expect(first.headers.get('ratelimit')).toBe('"calls";r=1199;t=60, "points";r=249;t=60')
    const small = await ask(endpoint, token, query, { n: 1 })
    expect(small.headers.get('ratelimit')).toBe('"calls";r=1198;t=60, "points";r=245;t=60')
    endpoint.advance(20_000)
    const beyond = await ask(endpoint, token, query)
    expect(beyond.status).toBe(429)
    expect(beyond.headers.get('retry-after')).toBe('40')
    expect(beyond.body.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', reason: 'points' })
    // Nothing is left, so its body is not read.
    const unread = await call(endpoint, token, '{')
    expect(unread.body.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', reason: 'points' })
    const stranger = await ask(endpoint, undefined, '{ __typename }')
    expect(stranger.headers.get('ratelimit')).toBeNull()
    endpoint.advance(40_000)
    expect((await ask(endpoint, token, query)).status).toBe(200)
    await endpoint.close()
  })

  it('count each 4 bytes of a body beyond 8 KB before it is parsed', async () => {
    const endpoint = await startEndpoint({
      beside: shared,
      env: { PROVIDER_GRAPHQL_POINTS_PER_MINUTE_PER_TOKEN: '1000' },
    })
    const token = await endpoint.seed.personalToken(await endpoint.seed.user())
    const query = '{"query":"{ __typename }"}'
    const free = await call(endpoint, token, query.padEnd(8_192))
    expect([free.status, free.headers.get('x-query-cost')]).toEqual([200, '1'])
    const large = await call(endpoint, token, query.padEnd(8_192 + 4 * 600))
    expect([large.status, large.headers.get('x-query-cost')]).toEqual([200, '601'])
    // It is not JSON, but nobody finds out.
    const beyond = await call(endpoint, token, '{'.padEnd(8_192 + 4 * 600))
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '60'])
    expect(beyond.body.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', reason: 'points' })
    endpoint.advance(60_000)
    expect((await call(endpoint, token, query)).status).toBe(200)
    await endpoint.close()
  })

  it('are calls of the address for the large body of a caller without a token', async () => {
    const endpoint = await startEndpoint({
      beside: shared,
      env: { PROVIDER_GRAPHQL_CALLS_PER_MINUTE_PER_ADDRESS: '4' },
    })
    const query = '{"query":"{ __typename }"}'
    expect((await call(endpoint, undefined, query.padEnd(8_192 + 20_000))).status).toBe(200)
    const beyond = await call(endpoint, undefined, '{'.padEnd(8_192 + 10_000))
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '60'])
    expect(beyond.body.errors?.[0]?.extensions).toMatchObject({ reason: 'per_address' })
    await endpoint.close()
  })

  it('are corrected by the actual cost of an answer if it is higher', async () => {
    const endpoint = await startEndpoint({ beside: shared })
    const token = await endpoint.seed.personalToken(await endpoint.seed.user())
    const { body, headers } = await ask(endpoint, token, '{ accountTypes { name } }')
    const held = 1 + body.data.accountTypes.length
    expect(held).toBeGreaterThanOrEqual(1 + 5)
    expect(headers.get('x-query-cost')).toBe(String(held))
    await endpoint.close()
  })
})

describe('two processes on one database', () => {
  it('share their counters if that is configured', async () => {
    const postgres = await sharePostgres()
    const { url } = await postgres.createMigratedDatabase()
    const options = {
      env: { ...RATES, PROVIDER_GRAPHQL_RATE_STORE: 'database' },
      database: { kind: 'postgres', url, maxConnections: 4 },
    } as const
    const [one, other] = [await startEndpoint(options), await startEndpoint(options)]
    const token = await one.seed.personalToken(await one.seed.user())
    const answers = await Promise.all(
      [one, other, one, other, one, other, one, other].map((endpoint) =>
        ask(endpoint, token, '{ user { id } }'),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    await Promise.all([one.close(), other.close()])
    await postgres.close()
  })
})
