import { randomUUID } from 'node:crypto'
import { startBffProcess } from '@counterfoil/testkit/bff-process'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { operationBody, TEST_OPERATIONS } from '@counterfoil/testkit/test-operations'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_RECORDS } from './idempotency-records-store.ts'

const WEB = { ...emptyWebBuild(), operations: TEST_OPERATIONS }
/** The lease in milliseconds of an idempotency record after its process last renewed it. */
const HELD_MS = 15_000

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let id: string
/** The names that the provider has entered by mutations. */
let entered: string[]

beforeEach(async () => {
  const world = await startBffWorld({ overrides: { web: WEB } })
  ;({ redis, provider, bff, maria } = world)
  entered = []
  provider.onGraphql(({ query, variables, grant }) => {
    if (!query.startsWith('mutation')) {
      const { userId: user, businessId: business, email: defaultEmail, businessName: name } = grant
      return { data: { user: { id: user, defaultEmail }, business: { id: business, name } } }
    }
    const { name } = variables as { name: string }
    entered.push(name)
    return { data: { enter: { didSucceed: true, name: `${name} ${entered.length}` } } }
  })
  await maria.connect()
  id = (await maria.connection()).id
  return world.close
})

const bodyOf = (name: string) => ({ variables: { name }, ...operationBody('Enter') })
const enter = async (
  key: string | undefined,
  options: { name?: string; person?: BffPerson; again?: boolean; connectionId?: string } = {},
) => {
  const { name = 'Fern', person = maria, again = false, connectionId = id } = options
  const answer = await person.post('/graphql', bodyOf(name), {
    'x-counterfoil-connection': connectionId,
    ...(key === undefined ? {} : { 'idempotency-key': key }),
    ...(again ? { 'x-counterfoil-send-again': '1' } : {}),
  })
  return { status: answer.status, body: answer.json<{ code?: string; data?: unknown }>() }
}
const sendTo = (address: string, key: string, signal: AbortSignal | null = null) =>
  fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      ...{ cookie: maria.agent.cookies(bff.url), origin: bff.url, 'content-type': 'application/json' },
      ...{ 'x-counterfoil-request': '1', 'x-counterfoil-connection': id, 'idempotency-key': key },
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify(bodyOf('Fern')),
    signal,
  })
const sent = () => provider.callsOf('graphql').filter(({ body }) => body.includes('mutation'))
/** Returns the time in milliseconds at which the only record was written or last renewed. */
const renewedAt = async () => Number(/:open .*?(\d{13})/.exec(await redis.dump())?.[1])
const keysSent = () => sent().map(({ headers }) => headers['idempotency-key'])

describe('a mutation with an idempotency key', () => {
  it('is executed once: fifty simultaneous calls and one a minute before 24 hours have passed get the same answer', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter(key)))
    const done = { status: 200, body: { data: { enter: { didSucceed: true, name: 'Fern 1' } } } }
    for (const answer of answers) expect(answer).toEqual(done)
    bff.advance(86_340_000)
    expect(await enter(key)).toEqual(done)
    expect(entered).toEqual(['Fern'])
    expect(keysSent()).toEqual([key])
    bff.advance(60_000)
    await enter(key)
    expect(entered).toHaveLength(2)
  })

  it('is refused with the key of another mutation, which keeps its answer', async () => {
    const key = randomUUID()
    const first = await enter(key)
    expect(await enter(key, { name: 'Oak' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency-mismatch' },
    })
    expect(await enter(key)).toEqual(first)
    expect(entered).toEqual(['Fern'])
  })

  it.each([undefined, 'short', 'x'.repeat(129), 'with a blank in it'])(
    'is refused without its own key (%s), before anything is sent',
    async (key) => {
      expect(await enter(key)).toMatchObject({ status: 400, body: { code: 'bad-request' } })
      expect(sent()).toEqual([])
    },
  )

  it('is a separate mutation for another person, who cannot read the answer by its key', async () => {
    const key = randomUUID()
    await enter(key)
    provider.person({ userId: btoa('User:33333333-3333-4333-8333-333333333333') })
    const ben = createBffPerson(bff.url)
    await ben.connect()
    expect(await enter(key, { person: ben })).toMatchObject({ body: { code: 'connection-not-found' } })
    expect(entered).toHaveLength(1)
    const connectionId = (await ben.connection()).id
    expect(await enter(key, { person: ben, connectionId })).toMatchObject({
      body: { data: { enter: { name: 'Fern 2' } } },
    })
  })

  it('is stored sealed in Redis, without readable content or key', async () => {
    const key = randomUUID()
    await enter(key, { name: 'a name of the person' })
    expect(await redis.dump()).toContain(`connection:{${id}}:changes`)
    expect(await redis.dump()).not.toMatch(new RegExp(`a name of the person|${key}|didSucceed`))
    expect(bff.logs()).not.toContain(key)
  })

  it.each([
    ['the answer is lost', { kind: 'lose-answer' }, 1],
    ['the connection breaks', { kind: 'drop' }, 0],
    ['the answer is cut off', { kind: 'cut', bytes: 10 }, 1],
    ['the answer is no answer', { kind: 'answer', status: 500, body: 'oops' }, 0],
    [
      'the provider failed inside',
      {
        kind: 'answer',
        status: 200,
        body: {
          data: { enter: null },
          errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
        },
      },
      0,
    ],
  ] as const)(
    'is never resent automatically when %s; the person may resend it',
    async (_name, behaviour, before) => {
      const key = randomUUID()
      provider.next('graphql', behaviour)
      const unknown = { status: 504, body: { code: 'outcome-unknown' } }
      expect(await enter(key)).toMatchObject(unknown)
      expect(await enter(key)).toMatchObject(unknown)
      expect(sent()).toHaveLength(1)
      expect(entered).toHaveLength(before)
      expect(await enter(key, { again: true })).toMatchObject({ status: 200 })
      expect(await enter(key)).toMatchObject({ status: 200 })
      // With the same key: a provider that supports it can recognize the repeated mutation.
      expect(keysSent()).toEqual([key, key])
    },
  )

  it.each([
    ['asks to wait', { kind: 'answer', status: 429, body: '' }, 'provider-rate-limited'],
    ['refuses every token', { kind: 'answer', status: 401, body: '' }, 'provider-unavailable'],
  ] as const)(
    'is not executed if the provider %s: the answer reports that, and the key is free',
    async (_name, behaviour, code) => {
      const key = randomUUID()
      provider.always('graphql', behaviour)
      expect(await enter(key)).toMatchObject({ body: { code } })
      provider.always('graphql')
      bff.advance(60_000)
      expect(await enter(key)).toMatchObject({ status: 200 })
      expect(entered).toHaveLength(1)
    },
  )

  it('is not stored if the provider refuses it: it can be sent again, and the answer takes no memory', async () => {
    const key = randomUUID()
    const refusal = { errors: [{ message: 'x'.repeat(46_000) }] }
    provider.next('graphql', { kind: 'answer', status: 400, body: refusal })
    expect(await enter(key)).toEqual({ status: 400, body: refusal })
    expect(await redis.dump()).not.toContain(`:changes:open`)
    expect((await redis.dump()).length).toBeLessThan(40_000)
    expect(await enter(key)).toMatchObject({ status: 200 })
    expect(entered).toHaveLength(1)
  })

  it('is refused before it is sent if it cannot be recorded, with the time until it can', async () => {
    const open = `connection:{${id}}:changes:open`
    const store = new Redis(redis.url)
    const others = Array.from({ length: MAX_RECORDS }, (_, at) => [Date.now(), `other-${at}`]).flat()
    await store.zadd(open, ...others)
    const answer = await maria.post('/graphql', bodyOf('Fern'), {
      'x-counterfoil-connection': id,
      'idempotency-key': randomUUID(),
    })
    expect(answer.status).toBe(429)
    expect(answer.json<{ code: string }>().code).toBe('too-many-open-changes')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000)
    expect(sent()).toEqual([])
    store.disconnect()
  })

  it('is completed after the browser has gone, and a repeated call gets the answer', async () => {
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: gate.promise })
    const leaving = new AbortController()
    const gone = sendTo(bff.url, key, leaving.signal)
    await until('it is carried out', () => entered.length === 1)
    leaving.abort()
    await expect(gone).rejects.toThrow()
    const again = enter(key)
    gate.resolve()
    expect(await again).toMatchObject({ status: 200, body: { data: { enter: { name: 'Fern 1' } } } })
    expect(entered).toHaveLength(1)
  })

  it.each([
    ['before the provider did anything', 'hold-before'],
    ['after the provider had done it', 'hold'],
  ] as const)('is not resent by another process when its own was killed %s', async (_name, kind) => {
    const victim = await startBffProcess(bff.env)
    const key = randomUUID()
    const never = Promise.withResolvers<void>()
    provider.next('graphql', { kind, until: never.promise })
    const cut = sendTo(victim.address, key).catch(() => 'cut')
    await until('it is on its way', () => sent().length === 1)
    await victim.stop('SIGKILL')
    expect(await cut).toBe('cut')
    bff.advance(HELD_MS)
    expect(await enter(key)).toMatchObject({ status: 504, body: { code: 'outcome-unknown' } })
    expect(sent()).toHaveLength(1)
    expect(await enter(key, { again: true })).toMatchObject({ status: 200 })
  })

  it('is awaited as long as its process is alive, however old the record is', async () => {
    const leaseMs = 3000
    const slow = await startBffProcess(bff.env, { leaseMs })
    const other = await startBffProcess(bff.env, { leaseMs })
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: gate.promise })
    const answers = [sendTo(slow.address, key)]
    await until('it is on its way', () => entered.length === 1)
    const writtenAtMs = await renewedAt()
    answers.push(sendTo(other.address, key))
    const isOlder = async () => (await renewedAt()) - writtenAtMs > leaseMs
    await until('the record was renewed for longer than it holds', isOlder)
    gate.resolve()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(entered).toHaveLength(1)
    await Promise.all([slow.stop(), other.stop()])
  })

  it('is not sent by a process that was frozen for longer than the lease of its record', async () => {
    const leaseMs = 1000
    const sleeper = await startBffProcess(bff.env, { leaseMs })
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold-before', until: gate.promise })
    const asked = sendTo(sleeper.address, key)
    await until('it is on its way', () => sent().length === 1)
    // The answer is a 401: nothing was done, and it is to be sent again with a renewed token.
    provider.killAccessTokens()
    process.kill(sleeper.pid, 'SIGSTOP')
    const frozenAtMs = Date.now()
    bff.advance(HELD_MS)
    expect(await enter(key)).toMatchObject({ status: 504 })
    expect(await enter(key, { again: true })).toMatchObject({ status: 200 })
    await until('its record has ended by its own clock', () => Date.now() - frozenAtMs > 3 * leaseMs)
    process.kill(sleeper.pid, 'SIGCONT')
    gate.resolve()
    expect((await asked).status).toBe(503)
    expect(entered).toHaveLength(1)
    // The outcome at the other process is kept.
    expect(await enter(key)).toMatchObject({ status: 200 })
    await sleeper.stop()
  })

  it('is executed once if two processes receive it at the same time', async () => {
    const other = await startBffProcess(bff.env)
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold', until: gate.promise })
    const answers = [enter(key).then(({ status }) => status)]
    answers.push(...[key, key].map(async (same) => (await sendTo(other.address, same)).status))
    await until('it is on its way', () => entered.length > 0)
    gate.resolve()
    expect(await Promise.all(answers)).toEqual([200, 200, 200])
    expect(entered).toHaveLength(1)
    await other.stop()
  })

  it('is reported as not executed if Redis becomes unavailable during the refresh of a refused token', async () => {
    const key = randomUUID()
    const gate = Promise.withResolvers<void>()
    provider.next('graphql', { kind: 'hold-before', until: gate.promise })
    const asked = enter(key)
    await until('it is on its way', () => sent().length === 1)
    provider.killAccessTokens()
    redis.pause()
    gate.resolve()
    expect((await asked.finally(() => redis.resume())).body.code).toBe('store-unavailable')
    expect(entered).toEqual([])
  })

  it('is not sent while Redis is unavailable', async () => {
    redis.pause()
    const answer = await enter(randomUUID()).finally(() => redis.resume())
    expect(answer.body.code).toBe('store-unavailable')
    expect(entered).toEqual([])
  })
})
