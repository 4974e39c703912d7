import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { until } from '@counterfoil/testkit/until'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { GRAPHQL_PATH } from '#graphql/call.ts'
import { call } from '#testing/graphql-endpoint.ts'
import { makeOwnDatabase, type OwnDatabase } from '#testing/own-database.ts'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { WRITERS } from './books-writers.ts'

const BUSY = DEMO_BUSINESSES.northwind.id
const OTHER = DEMO_BUSINESSES.okafor.id

describe('a business whose writers wait for its lock', () => {
  let own: OwnDatabase
  let provider: ProviderFixture
  let holder: Client
  let watcher: Client
  /** Tokens of different applications, because one application or one person may not send as many calls at once. */
  let writers: string[]
  let reader: string

  beforeAll(async () => {
    own = await makeOwnDatabase()
    if (own.location.kind !== 'postgres') throw new Error('needs PostgreSQL')
    provider = await startProvider({ database: own.location })
    holder = new Client({ connectionString: own.location.url })
    await holder.connect()
    watcher = new Client({ connectionString: own.location.url })
    await watcher.connect()
    writers = []
    for (let index = 0; index < 8; index += 1) {
      const scope = 'business:read customer:read customer:write'
      const { accessToken } = await provider.connect(
        await provider.createClient(),
        { userId: DEMO_USERS.many.id, businessId: BUSY },
        { scope },
      )
      writers.push(accessToken)
    }
    reader = (await provider.deps.personalTokens.mint(DEMO_USERS.single.id, { name: 'Script' })).token
  })
  afterAll(async () => {
    await holder.end()
    await watcher.end()
    await provider.close()
    await own.drop()
  })

  const endpoint = () => ({ url: provider.base + GRAPHQL_PATH })
  const write = (name: string, writer = writers[0]) =>
    call(endpoint(), writer, {
      query:
        'mutation ($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed customer { name } } }',
      variables: { input: { businessId: wireIdOf('Business', BUSY), name } },
    })
  const park = async () => {
    await holder.query('begin')
    await holder.query('select 1 from book_settings where business_id = $1 for update', [BUSY])
  }
  const waitingForLocks = async () => {
    const { rows } = await watcher.query(
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    return rows[0].n as number
  }

  it('delays no other business, and refuses writers beyond its queue with 429 and Retry-After', async () => {
    await park()
    const fitting = WRITERS.atOnce + WRITERS.waiting
    let refused = 0
    const writes = Array.from({ length: fitting + 20 }, async (_, index) => {
      const answer = await write(`Customer ${index}`, writers[index % writers.length])
      if (answer.status === 429) refused += 1
      return answer
    })
    await Promise.all([
      until('the line is full', () => refused >= 20),
      until('two wait in the database', async () => (await waitingForLocks()) === WRITERS.atOnce),
    ])

    const client = await provider.createClient()
    const { refreshToken } = await provider.connect(client, {
      userId: DEMO_USERS.single.id,
      businessId: OTHER,
    })
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
    expect((await fetch(`${provider.base}/health/ready`)).status).toBe(200)
    const read = await call(endpoint(), reader, {
      query: '{ businesses { edges { node { name customers { edges { node { name } } } } } } }',
    })
    expect(read.body).toMatchObject({ data: { businesses: { edges: [expect.anything()] } } })
    expect(read.body.errors).toBeUndefined()

    await holder.query('rollback')
    const answers = await Promise.all(writes)
    // On a slow machine writers that waited too long are refused like those beyond the queue.
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    expect((await write('Customer after', writers[0])).status).toBe(200)
    const beyond = answers.find(({ status }) => status === 429)
    expect(Number(beyond?.headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
    expect(beyond?.body).toMatchObject({
      data: { customerCreate: null },
      errors: [{ path: ['customerCreate'], extensions: { code: 'RATE_LIMITED', reason: 'business_busy' } }],
    })
    expect(provider.logs()).not.toContain('outage.began')
  })

  it('answers 429 when its lock does not become free, and reports no outage', async () => {
    await park()
    const { status, body } = await write('Late')
    await holder.query('rollback')
    expect(status).toBe(429)
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', reason: 'business_busy' })
    expect(provider.logs()).not.toContain('outage')
    expect((await write('Later')).status).toBe(200)
  })
})
