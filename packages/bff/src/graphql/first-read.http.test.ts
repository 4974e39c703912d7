import { createHash } from 'node:crypto'
import { addressOf } from '@counterfoil/bff-api/paths'
import type { FirstAnswer, FirstQuery } from '@counterfoil/bff-api/session'
import { bootOf, createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'

const DOCUMENT = 'query Details($id: ID) { business(id: $id) { name } }'
const HASH = createHash('sha256').update(DOCUMENT).digest('hex')
/** Changes to the first query of the page for the displayed connection; a test may set them. */
let change: Partial<FirstQuery> = {}
const WEB = (scopes: string[] = []) => ({
  ...emptyWebBuild(),
  readFigures: (reading: Parameters<ReturnType<typeof emptyWebBuild>['readFigures']>[0]) =>
    reading.name === 'overview'
      ? readNames(reading)
      : reading.name === 'before'
        ? readBefore(reading)
        : undefined,
  operations: { [HASH]: { name: 'Details', kind: 'query' as const, scopes, document: DOCUMENT } },
  findFirstQuery: ({ boot }: Parameters<ReturnType<typeof emptyWebBuild>['findFirstQuery']>[0]) => {
    const shown = boot.session.connections.find(({ id }) => id === boot.session.selectedConnectionId)
    if (shown === undefined || boot.connectResult !== null) return undefined
    const { id: connectionId, version, businessId } = shown
    return { connectionId, version, operationName: 'Details', variables: { id: businessId }, ...change }
  },
})

/** Figures of two answers, as the web build would make them. */
async function readNames({
  ask,
  connection,
  offers,
}: Parameters<ReturnType<typeof emptyWebBuild>['readFigures']>[0]) {
  const variables = { id: connection.businessId }
  const answers = await Promise.all([
    ask({ operationName: 'Details', variables }),
    ask({ operationName: 'Details', variables }),
  ])
  const missing = answers.flatMap((answer) => answer.missing)
  return { shape: 'names-1', data: { names: answers.map(({ data }) => data['business']), offers, missing } }
}

/** Reads the stored figures of an earlier reading and the items that the person postponed. */
async function readBefore({
  left,
  lastLook,
}: Parameters<ReturnType<typeof emptyWebBuild>['readFigures']>[0]) {
  const data = { left: (await left('left-1')) ?? null, other: (await left('left-2')) ?? null }
  const { putOff } = await lastLook()
  return { shape: 'before-1', data: { ...data, putOff }, leaves: { shape: 'left-1', data: { rent: 2400 } } }
}

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let person: BffPerson

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())
afterEach(async () => {
  change = {}
  await bff.close()
  await provider.close()
})

async function start(env: Record<string, string> = {}, scopes: string[] = []): Promise<void> {
  provider = await startFakeProvider()
  bff = await startBff({
    redisUrl: redis.url,
    provider,
    env,
    overrides: { web: WEB(scopes) },
  })
  person = createBffPerson(bff.url)
  await person.connect()
  provider.onGraphql(() => ({ data: { business: { name: 'Northwind <Trading>' } } }))
}

const visit = async (headers: Record<string, string> = {}) =>
  person.agent.send('GET', bff.url + addressOf({ business: (await person.connection()).key, page: '/' }), {
    headers: { accept: 'text/html', ...headers },
  })
/** Returns the answer from the first HTML or from the part after it, depending on the speed of the machine. */
async function answerOfPage(headers: Record<string, string> = {}): Promise<FirstAnswer | undefined> {
  const page = await visit(headers)
  const late = /id="first-answer">(.*?)<\/script>/.exec(page.body)?.[1]
  return late === undefined ? bootOf(page).firstAnswer : (JSON.parse(late) as FirstAnswer)
}
const callsMade = () => provider.callsOf('graphql').length

describe('the first query of a page, in the whole app', () => {
  it('is answered with the person’s token during rendering, and stored as the last answer', async () => {
    await start()
    const { id, version, businessId } = await person.connection()
    const answer = await answerOfPage()
    expect(answer).toMatchObject({
      connectionId: id,
      version,
      operationName: 'Details',
      data: { business: { name: 'Northwind <Trading>' } },
    })
    expect(JSON.parse(provider.callsOf('graphql').at(-1)?.body ?? '')).toEqual({
      query: DOCUMENT,
      operationName: 'Details',
      variables: { id: businessId },
    })
    await until('it is kept', async () => {
      const kept = await person.get(`/api/connections/${id}/last-read`)
      return kept.status === 200 && kept.body.includes('Northwind')
    })
  })

  // browser-apps: 7
  it('leaves no token in the page', async () => {
    await start()
    const { body } = await visit()
    const token = /Bearer (.+)/.exec(String(provider.callsOf('graphql').at(-1)?.headers.authorization))?.[1]
    expect(token?.length).toBeGreaterThan(8)
    expect(body).not.toContain(token)
  })

  it.each([
    ['a prefetch', {}, { 'sec-purpose': 'prefetch' }],
    ['a prerendering', {}, { 'sec-purpose': 'prefetch;prerender' }],
    ['another version of the connection', { version: 99 }, {}],
    ['a connection of somebody else', { connectionId: asConnectionId('somebody-elses') }, {}],
    ['a query that is none of the app’s own', { operationName: 'Other' }, {}],
  ])('is not sent for %s', async (_what, otherQuery, headers) => {
    await start()
    change = otherQuery
    const before = callsMade()
    expect(await answerOfPage(headers)).toBeUndefined()
    expect(callsMade()).toBe(before)
  })

  it('is not sent without the required permission', async () => {
    await start({}, ['payroll:read'])
    const before = callsMade()
    expect(await answerOfPage()).toBeUndefined()
    expect(callsMade()).toBe(before)
  })

  it('counts against the rate limit of the session; the page is rendered without it if the limit is used up', async () => {
    await start({ BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '2' })
    const { id } = await person.connection()
    expect(await answerOfPage()).toBeDefined()
    expect(await answerOfPage()).toBeDefined()
    expect(await answerOfPage()).toBeUndefined()
    expect((await person.query(id)).status).toBe(429)
  })

  it.each([
    ['an error', { kind: 'answer', status: 500, body: '' }],
    [
      'an answer with an error in it',
      { kind: 'answer', status: 200, body: { data: {}, errors: [{ message: 'no' }] } },
    ],
    ['a connection that is cut', { kind: 'drop' }],
  ] as const)('is left to the browser if the provider answers with %s', async (_what, behaviour) => {
    await start()
    provider.next('graphql', behaviour)
    const page = await visit()
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('first-answer')
    expect(bootOf(page).firstAnswer).toBeUndefined()
  })

  it('is cancelled if the provider takes too long, and the page is completed', async () => {
    await start({ BFF_UPSTREAM_TIMEOUT_MS: '600' })
    provider.next('graphql', { kind: 'silent' })
    const page = await visit()
    expect(bootOf(page)).toMatchObject({ firstQuery: { operationName: 'Details' } })
    expect(page.body).not.toContain('first-answer')
    await provider.callsOf('graphql').at(-1)?.closed
  })
})

describe('the figures of a page, in the whole app', () => {
  // Each process takes its lease of a limit at once, and there were many processes.
  beforeAll(async () => {
    await redis.close()
    redis = await startRedis()
  })
  const FIGURES = { kind: 'figures' as const, operationName: 'overview', variables: {} }
  const whole = { name: 'Northwind <Trading>' }
  const ask = async (query: string) => {
    const { id } = await person.connection()
    return person.get(`/api/connections/${id}/figures?${query}`)
  }
  const now = async () => ask(`name=overview&version=${(await person.connection()).version}`)

  it('are computed from the answers during rendering, sent in their place, and stored in that form', async () => {
    await start()
    change = FIGURES
    const { id, version } = await person.connection()
    const answer = await answerOfPage()
    const data = { names: [whole, whole], offers: ['books', 'transactions', 'reports'], missing: [] }
    expect(answer).toMatchObject({ connectionId: id, version, operationName: 'overview', data })
    await until('they are kept', async () => {
      const { body } = await person.get(`/api/connections/${id}/last-read`)
      return body.includes('names-1') && !body.includes(HASH)
    })
  })

  it('are read again for a page that is already open', async () => {
    await start()
    const { id, version } = await person.connection()
    const read = await now()
    expect(read.status).toBe(200)
    expect(JSON.parse(read.body)).toMatchObject({
      connectionId: id,
      version,
      data: { names: [whole, whole] },
    })
  })

  it('are read once for all simultaneous callers', async () => {
    await start()
    const { id, version } = await person.connection()
    const read = () => person.get(`/api/connections/${id}/figures?name=overview&version=${version}`)
    const before = callsMade()
    const release = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: release.promise })
    const first = read()
    await until('the first one reads', () => callsMade() > before)
    const second = read()
    // The store answers in turn: the first question of the second one is answered before these are.
    for (let turn = 0; turn < 10; turn += 1) await person.connection()
    release.resolve()
    const both = await Promise.all([first, second])
    expect(callsMade() - before).toBe(2)
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0]?.body).toBe(both[1]?.body)
  })

  it('are read from all pages of a long list', async () => {
    await start()
    const name = 'Northwind '.repeat(20_000)
    provider.onGraphql(() => ({ data: { business: { name } } }))
    expect(JSON.parse((await now()).body)).toMatchObject({ data: { names: [{ name }, { name }] } })
  })

  it('name the parts that are missing', async () => {
    await start()
    const errors = [
      { message: 'no', path: ['business', 'cash'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ]
    provider.onGraphql(() => ({ data: { business: whole }, errors }))
    expect(JSON.parse((await now()).body)).toMatchObject({
      data: { missing: ['business.cash', 'business.cash'] },
    })
  })

  it.each([
    ['another version', 'name=overview&version=99', 404, 'connection-not-found'],
    ['no name of figures', 'name=payroll&version=1', 400, 'bad-request'],
  ])('are not read for %s', async (_what, query, status, code) => {
    await start()
    const before = callsMade()
    const { version } = await person.connection()
    const answer = await ask(query.replace('version=1', `version=${version}`))
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([status, { code }])
    expect(callsMade()).toBe(before)
  })

  it('fail with the fault of the provider', async () => {
    await start()
    provider.next('graphql', { kind: 'answer', status: 500, body: '' })
    expect(JSON.parse((await now()).body)).toMatchObject({ code: 'provider-unavailable' })
  })

  it('find the stored figures of an earlier reading', async () => {
    await start()
    const { version } = await person.connection()
    const before = async () => (await ask(`name=before&version=${version}`)).body
    expect(JSON.parse(await before())).toMatchObject({ data: { left: null, other: null } })
    await until('it is kept', async () => (await before()).includes('2400'))
    expect(JSON.parse(await before())).toMatchObject({ data: { left: { rent: 2400 }, other: null } })
  })

  it('contain what the person postponed, which nobody else can postpone', async () => {
    await start()
    const { id, version } = await person.connection()
    const path = `/api/connections/${id}/put-off`
    const about = { key: 'remind:fern', until: '2026-11-21' }
    expect((await createBffPerson(bff.url).post(path, about)).status).toBe(401)
    for (const wrong of [
      { ...about, until: '2026-02-30' },
      { ...about, key: 'x'.repeat(201) },
      { until: null },
    ])
      expect(JSON.parse((await person.post(path, wrong)).body)).toMatchObject({ code: 'bad-request' })
    expect((await person.post(path, about)).status).toBe(204)
    const { body } = await ask(`name=before&version=${version}`)
    expect(JSON.parse(body)).toMatchObject({ data: { putOff: { 'remind:fern': '2026-11-21' } } })
  })

  it('are visible only to their owner', async () => {
    await start()
    const { id, version } = await person.connection()
    const stranger = createBffPerson(bff.url)
    const answer = await stranger.get(`/api/connections/${id}/figures?name=overview&version=${version}`)
    expect(answer.status).toBe(401)
  })
})
