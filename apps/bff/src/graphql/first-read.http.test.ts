import { createHash } from 'node:crypto'
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
/** What the page would ask of the connection that is shown; a test may change it. */
let change: Partial<FirstQuery> = {}
const WEB = (scopes: string[] = []) => ({
  ...emptyWebBuild(),
  operations: { [HASH]: { name: 'Details', kind: 'query' as const, scopes, document: DOCUMENT } },
  findFirstQuery: ({ boot }: Parameters<ReturnType<typeof emptyWebBuild>['findFirstQuery']>[0]) => {
    const shown = boot.session.connections.find(({ id }) => id === boot.session.selectedConnectionId)
    if (shown === undefined || boot.connectResult !== null) return undefined
    const { id: connectionId, version, businessId } = shown
    return { connectionId, version, operationName: 'Details', variables: { id: businessId }, ...change }
  },
})

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
  bff = await startBff({ redisUrl: redis.url, provider, env, overrides: { web: WEB(scopes) } })
  person = createBffPerson(bff.url)
  await person.connect()
  provider.onGraphql(() => ({ data: { business: { name: 'Northwind <Trading>' } } }))
}

const visit = (headers: Record<string, string> = {}) =>
  person.agent.send('GET', `${bff.url}/`, { headers: { accept: 'text/html', ...headers } })
/** In the first HTML or after it, as the machine is quick. */
async function answerOfPage(headers: Record<string, string> = {}): Promise<FirstAnswer | undefined> {
  const page = await visit(headers)
  const late = /id="first-answer">(.*?)<\/script>/.exec(page.body)?.[1]
  return late === undefined ? bootOf(page).firstAnswer : (JSON.parse(late) as FirstAnswer)
}
const callsMade = () => provider.callsOf('graphql').length

describe('what a page asks first, in the whole app', () => {
  it('is read with the person’s token while the page is made, and kept as what was read last', async () => {
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
  ])('is not read for %s', async (_what, otherQuery, headers) => {
    await start()
    change = otherQuery
    const before = callsMade()
    expect(await answerOfPage(headers)).toBeUndefined()
    expect(callsMade()).toBe(before)
  })

  it('is not read without the permission it needs', async () => {
    await start({}, ['payroll:read'])
    const before = callsMade()
    expect(await answerOfPage()).toBeUndefined()
    expect(callsMade()).toBe(before)
  })

  it('counts in the session’s limit: when that is used up the page comes all the same', async () => {
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
  ] as const)('is left to the page when the provider answers with %s', async (_what, behaviour) => {
    await start()
    provider.next('graphql', behaviour)
    const page = await visit()
    expect(page.status).toBe(200)
    expect(page.body).not.toContain('first-answer')
    expect(bootOf(page).firstAnswer).toBeUndefined()
  })

  it('is given up when the provider takes too long, and the page ends', async () => {
    await start()
    provider.next('graphql', { kind: 'silent' })
    const page = await visit()
    expect(bootOf(page)).toMatchObject({ firstQuery: { operationName: 'Details' } })
    expect(page.body).not.toContain('first-answer')
    await provider.callsOf('graphql').at(-1)?.closed
  })
})
