import { join } from 'node:path'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { startChild, type Child } from '@counterfoil/testkit/child'
import { startFakeProvider, type FakeOptions, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { Agent, request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { REFRESH_STEPS } from '#refresh/refresh-ports.ts'
import type { JobOrder, JobReport } from './testing/job-process-main.ts'
import { harbourOf, openOwnApp, startOwnApp, WHO_AM_I, type OwnApp } from './testing/own-app.ts'

const PROGRAM = join(import.meta.dirname, 'testing/job-process-main.ts')
const LIFE_MS = 7200_000
/** After a process was killed, the next one waits for the end of its lease. */
const SHORT_LEASE = { leaseMs: 500 }
const KEYS = testSecret('keys of an app with jobs')

let redis: TestRedis
let provider: FakeProvider
let app: OwnApp
let aheadMs: number
let connectionId: string
/** Queries of browsers that the app has received. */
let arrived: number
let browsers: readonly ReturnType<typeof openOwnApp>[]
const workers: Child[] = []
const sockets = new Agent()

beforeEach(async () => {
  aheadMs = 0
  arrived = 0
  redis = await startRedis()
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop('SIGKILL')
  await app.close()
  await provider.close()
  await redis.close()
})

/** Starts the app; one person connects, in two browsers; then their access token expires. */
async function startExpired(rotate: NonNullable<FakeOptions['rotate']>, lease = {}): Promise<void> {
  provider = await startFakeProvider({ rotate })
  app = await startOwnApp(
    {
      ...{ redisUrl: redis.url, provider: harbourOf(provider), keys: KEYS },
      overrides: { clock: () => Date.now() + aheadMs, ...lease },
    },
    (mounted, books) => {
      mounted.use(books.routes)
      mounted.get('/late', async (req, res) => {
        arrived += 1
        res.json(await books.query(req, WHO_AM_I))
      })
    },
  )
  browsers = [openOwnApp(app.url), openOwnApp(app.url)]
  for (const browser of browsers) await browser.connect()
  connectionId = (await browsers[0]?.session())?.connections[0]?.id ?? ''
  aheadMs = LIFE_MS
  provider.killAccessTokens()
  provider.forgetCalls()
}

/** Starts a worker process of the same app, whose jobs query at the same time. */
function startJobs(about: Pick<JobOrder, 'jobs' | 'crashAt' | 'leaseMs'>): Child {
  const { authUrl: url, graphqlUrl, clientId, clientSecret } = provider
  const order: JobOrder = {
    engine: { publicUrl: app.url, redis: redis.url, keys: KEYS },
    provider: {
      ...{ url, graphqlUrl, clientId, clientSecret },
      limits: { perMinutePerConnection: 1_000_000, perMinute: 1_000_000 },
    },
    ...{ connectionId, document: WHO_AM_I, aheadMs },
    ...about,
  }
  const worker = startChild(process.execPath, [PROGRAM, JSON.stringify(order)])
  workers.push(worker)
  return worker
}

async function reportOf(worker: Child): Promise<JobReport['outcomes']> {
  expect(await worker.exited, worker.output()).toBe(0)
  return (JSON.parse(worker.output().trim().split('\n').at(-1) ?? '') as JobReport).outcomes
}

/** A query of a browser; all of them are open at once. */
async function askLate(cookie: string): Promise<number> {
  const answer = await request(`${app.url}/late`, { headers: { cookie }, dispatcher: sockets })
  await answer.body.dump()
  return answer.statusCode
}

const refreshes = () => provider.callsOf('token').length

describe('1,000 jobs of a second process and 1,000 browser queries at token expiry', () => {
  it.each([false, true, 'at_once'] as const)(
    'cause one refresh at the provider, with refresh token rotation: %s',
    async (rotate) => {
      await startExpired(rotate)
      const answer = Promise.withResolvers<void>()
      provider.next('token', { kind: 'hold', until: answer.promise })
      const worker = startJobs({ jobs: 1000 })
      await until('all jobs have asked', () => worker.output().includes('asked'))
      const queries: Promise<number>[] = []
      for (const { agent } of browsers) {
        queries.push(...Array.from({ length: 500 }, () => askLate(agent.cookies(app.url))))
        await until('all queries so far have come', () => arrived === queries.length)
      }
      await until('the refresh has begun', () => refreshes() > 0)
      answer.resolve()
      const statuses = await Promise.all(queries)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      expect(await reportOf(worker)).toEqual({ done: 1000 })
      expect(refreshes()).toBe(1)
    },
  )
})

describe('a worker process that is killed in the middle of a refresh', () => {
  const cases = REFRESH_STEPS.flatMap((step) => [[step, false] as const, [step, true] as const])
  it.each(cases)('at "%s" leaves a working connection, with refresh token rotation: %s', async (...at) => {
    const [crashAt, rotate] = at
    await startExpired(rotate, SHORT_LEASE)
    const victim = startJobs({ jobs: 5, crashAt, ...SHORT_LEASE })
    expect(await victim.exited, victim.output()).toBeNull()
    expect(await reportOf(startJobs({ jobs: 5, ...SHORT_LEASE }))).toEqual({ done: 5 })
    for (const { get } of browsers) expect((await get('/late')).status).toBe(200)
    await browsers[0]?.disconnect()
    await until('no token of the connection lives', () => provider.aliveTokens().length === 0)
  })

  it.each(REFRESH_STEPS)(
    'at "%s", with immediate rotation, leaves a working connection or one that asks to reconnect',
    async (crashAt) => {
      await startExpired('at_once', SHORT_LEASE)
      const victim = startJobs({ jobs: 5, crashAt, ...SHORT_LEASE })
      expect(await victim.exited, victim.output()).toBeNull()
      const outcomes = await reportOf(startJobs({ jobs: 5, ...SHORT_LEASE }))
      expect(outcomes).toEqual(crashAt === 'spent' ? { 'reconnect-required': 5 } : { done: 5 })
    },
  )
})
