import type { SessionView } from '@counterfoil/bff-api/session'
import { SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { FakeBehaviour } from '@counterfoil/testkit/fake-behaviour'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { harbourOf, openOwnApp, startOwnApp, type OwnApp } from './testing/own-app.ts'

const ENTER = 'mutation Enter($name: String) { enter(name: $name) { didSucceed name } }'
const UNAUTHENTICATED = { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] }

let redis: TestRedis
let provider: FakeProvider
let app: OwnApp
let browser: ReturnType<typeof openOwnApp>
let connectionId: string
/** The names that the provider has entered by mutations. */
let entered: unknown[]

beforeEach(async () => {
  redis = await startRedis()
  provider = await startFakeProvider()
  entered = []
  provider.onGraphql(({ query, variables, grant }) => {
    if (!query.startsWith('mutation'))
      return { data: { user: { id: grant.userId, defaultEmail: grant.email } } }
    const { name } = variables as { name: string }
    entered.push(name)
    return { data: { enter: { didSucceed: true, name } } }
  })
  app = await startOwnApp({ redisUrl: redis.url, provider: harbourOf(provider) }, (mounted, books) => {
    mounted.use(books.routes, express.json())
    mounted.post('/enter', books.sameOrigin(), async (req, res) => {
      res.json(
        await books.query(req, ENTER, { name: 'Fern' }).catch(({ code }: { code: string }) => ({ code })),
      )
    })
  })
  browser = openOwnApp(app.url)
  await browser.connect()
  connectionId = (await browser.session()).connections[0]?.id ?? ''
})
afterEach(async () => {
  await app.close()
  await provider.close()
  await redis.close()
})

const enter = async (headers: Record<string, string> = { origin: app.url }) =>
  (await browser.agent.send('POST', `${app.url}/enter`, { headers })).json<{
    code?: string
    enter?: object
  }>()
const enterByJob = () => app.books.connection(connectionId).query(ENTER, { name: 'Fern' })
const sent = () => provider.callsOf('graphql').filter(({ body }) => body.includes('mutation')).length

describe('a mutation of the app’s own code', () => {
  it('is executed by query() and by a job without being in the operations manifest', async () => {
    const done = { enter: { didSucceed: true, name: 'Fern' } }
    expect(await enter()).toEqual(done)
    expect(await enterByJob()).toEqual(done)
    expect(entered).toEqual(['Fern', 'Fern'])
  })

  it.each<[string, FakeBehaviour, number]>([
    ['its answer was lost on the way', { kind: 'lose-answer' }, 1],
    ['its answer broke off', { kind: 'cut', bytes: 10 }, 1],
    ['its answer cannot be read', { kind: 'answer', status: 200, body: '{"data":' }, 0],
    ['nothing of it came back', { kind: 'answer', status: 200, body: { data: null, errors: [{}] } }, 0],
    ['the provider failed', { kind: 'answer', status: 502, body: 'Bad gateway' }, 0],
    ['the token was refused inside an answer', { kind: 'answer', status: 200, body: UNAUTHENTICATED }, 0],
  ])('is sent once, and its outcome is unknown, when %s', async (_when, behaviour, times) => {
    for (const send of [enter, () => enterByJob().catch(({ code }: { code: string }) => ({ code }))]) {
      const before = sent()
      entered = []
      provider.next('graphql', behaviour)
      expect(await send()).toEqual({ code: 'outcome-unknown' })
      expect(sent() - before).toBe(1)
      expect(entered).toHaveLength(times)
    }
  })

  it('is sent again only after status 401, with a new token, and executed once', async () => {
    provider.killAccessTokens()
    expect(await enter()).toMatchObject({ enter: { didSucceed: true } })
    expect([sent(), entered]).toEqual([2, ['Fern']])
  })

  it('is reported as not executed if the provider refused it as a whole', async () => {
    provider.next('graphql', {
      kind: 'answer',
      status: 400,
      body: { errors: [{ message: 'no such field' }] },
    })
    expect(await enter()).toEqual({ code: 'provider-unavailable' })
    provider.next('graphql', { kind: 'answer', status: 429, body: '' })
    expect(await enter()).toEqual({ code: 'provider-rate-limited' })
    expect(entered).toEqual([])
  })

  it('is reported as not executed if the plan of the business has ended', async () => {
    provider.setPlanEnded(true)
    expect(await enter()).toEqual({ code: 'plan-ended' })
    expect([sent(), entered]).toEqual([1, []])
  })

  it('counts as a use of the connection by its person; a job does not', async () => {
    let aheadMs = 0
    await app.close()
    const overrides = { storeAheadMs: () => aheadMs, clock: () => Date.now() + aheadMs }
    app = await startOwnApp(
      { redisUrl: redis.url, publicUrl: app.url, provider: harbourOf(provider), overrides },
      (mounted, books) => {
        mounted.use(books.routes)
        mounted.post('/enter', async (req, res) => res.json(await books.query(req, ENTER)))
      },
    )
    const usedAt = async () => {
      const answer = await browser.agent.send('GET', `${app.url}/api/session`, { headers: SCRIPT_HEADERS })
      return answer.json<SessionView>().connections[0]?.lastUsedAt
    }
    const before = await usedAt()
    aheadMs = 3 * 3_600_000
    await enterByJob()
    expect(await usedAt()).toBe(before)
    await enter()
    await until('the use is stored', async () => (await usedAt()) !== before)
  })

  it('counts against the query limit of its person', async () => {
    const answers = []
    for (let rounds = 0; rounds < 61; rounds += 1)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => enter()))))
    const refused = answers.filter(({ code }) => code === 'rate-limited')
    expect(refused.length).toBeGreaterThanOrEqual(10)
    expect(entered).toHaveLength(610 - refused.length)
  })

  it('counts against the provider’s limit for one connection, also in a job', async () => {
    await app.close()
    const limits = { perMinutePerConnection: 2, perMinute: 1000 }
    const profile = harbourOf(provider)
    app = await startOwnApp({
      ...{ redisUrl: redis.url, publicUrl: app.url },
      provider: { ...profile, graphql: { url: provider.graphqlUrl, limits } },
    })
    const jobs = await Promise.allSettled(Array.from({ length: 12 }, enterByJob))
    const refused = jobs.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const job of refused) expect(job).toMatchObject({ reason: { code: 'provider-rate-limited' } })
    expect(entered).toHaveLength(12 - refused.length)
  })
})
