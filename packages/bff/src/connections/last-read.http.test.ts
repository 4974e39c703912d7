import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { LastRead } from '@counterfoil/bff-api/connection'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN, SAM, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_KEPT_ANSWERS, MAX_KEPT_BYTES } from './last-read-store.ts'

const FIGURES = 'query Figures($page: Int) { business { name } }'
const CHANGE = 'mutation Change { change { name } }'
const hashOf = (document: string) => createHash('sha256').update(document).digest('hex')
const operationOf = (document: string, name: string, kind: 'query' | 'mutation') => ({
  [hashOf(document)]: { name, kind, scopes: [], document },
})
const WEB = {
  ...emptyWebBuild(),
  operations: { ...operationOf(FIGURES, 'Figures', 'query'), ...operationOf(CHANGE, 'Change', 'mutation') },
}

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let id: string

beforeEach(async () => {
  const world = await startBffWorld({ overrides: { web: WEB } })
  ;({ redis, store, provider, bff, maria } = world)
  await maria.connect()
  id = (await maria.connection()).id
  return world.close
})

const SECRET_NUMBER = 'a figure of the business'
const data = (text = SECRET_NUMBER) => ({ business: { name: text } })
const answerWith = (body: unknown) => provider.onGraphql(() => body)

const ask = (document = FIGURES, variables: Record<string, unknown> = {}) =>
  maria.post(
    '/graphql',
    { variables, extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(document) } } },
    { 'x-counterfoil-connection': id, ...(document === CHANGE ? { 'idempotency-key': randomUUID() } : {}) },
  )
const lastRead = async (person = maria) =>
  (await person.get(`/api/connections/${id}/last-read`)).json<LastRead>()
const key = () => `connection:{${id}}:last-read`
const untilKept = async (count: number) =>
  until('it is kept', async () => (await lastRead()).answers.length === count)
/** Waits until all answers have been stored in Redis. */
async function untilSettled(): Promise<void> {
  answerWith({ data: data('a later one') })
  bff.advance(61_000)
  await ask(FIGURES, { page: 99 })
  await until('the later one is kept', async () =>
    (await lastRead()).answers.some(({ variables }) => variables['page'] === 99),
  )
}

describe('the last answer of each query', () => {
  it('is shown with its age on the page of a broken connection, also after a reload', async () => {
    answerWith({ data: data() })
    await ask(FIGURES, { page: 2 })
    await untilKept(1)
    const [{ readAt } = { readAt: '' }] = (await lastRead()).answers
    expect((await maria.visit()).lastRead).toBeUndefined()
    provider.always('graphql', DOWN)
    await ask()
    await until('it is in trouble', async () => (await maria.connection()).state === 'trouble')
    bff.advance(4 * 60_000)
    for (let times = 0; times < 2; times += 1) {
      expect((await maria.visit('/invoices')).lastRead).toMatchObject({
        connectionId: id,
        answers: [
          {
            sha256Hash: hashOf(FIGURES),
            operationName: 'Figures',
            variables: { page: 2 },
            data: data(),
            readAt,
          },
        ],
      })
    }
  })

  it.each([
    ['access was removed at the provider', 'reconnect', () => provider.withdrawAccess()],
    ['the plan has ended', 'plan_ended', () => provider.setPlanEnded(true)],
  ] as const)('is kept if %s', async (_name, state, fall) => {
    answerWith({ data: data() })
    await ask()
    await untilKept(1)
    fall()
    provider.killAccessTokens()
    bff.advance(3000)
    await ask()
    expect((await maria.connection()).state).toBe(state)
    expect((await maria.visit()).lastRead?.answers).toMatchObject([{ data: data() }])
  })

  it('is sealed in Redis, without readable content', async () => {
    answerWith({ data: data() })
    await ask()
    await untilKept(1)
    expect(await store.exists(key())).toBe(1)
    expect(await redis.dump()).not.toMatch(new RegExp(`${SECRET_NUMBER}|Figures`))
  })

  it.each([
    ['is disconnected', () => maria.post(`/api/connections/${id}/disconnect`)],
    ['is forgotten with its person', () => maria.post('/api/forget-me')],
    [
      'is disconnected with all at signing out',
      () => maria.post('/api/sign-out', { everywhere: false, disconnectAll: true }),
    ],
  ])('is deleted if the connection %s', async (_name, leave) => {
    answerWith({ data: data() })
    await ask()
    await untilKept(1)
    expect((await leave()).status).toBe(200)
    expect(await store.exists(key())).toBe(0)
  })

  it('is deleted if the permissions shrink, and kept if they stay the same', async () => {
    answerWith({ data: data() })
    await ask()
    await untilKept(1)
    await maria.connect({ intent: 'reconnect', connection_id: id })
    expect((await lastRead()).answers).toHaveLength(1)
    provider.person({ scope: 'user:read' })
    await maria.connect({ intent: 'ask_again', connection_id: id })
    expect(await store.exists(key())).toBe(0)
  })

  it('is kept after signing out, and is readable only by its owner', async () => {
    answerWith({ data: data() })
    await ask()
    await untilKept(1)
    await maria.post('/api/sign-out', { everywhere: true })
    expect((await maria.get(`/api/connections/${id}/last-read`)).status).toBe(401)
    provider.person(SAM)
    const sam = createBffPerson(bff.url)
    await sam.connect()
    expect((await sam.get(`/api/connections/${id}/last-read`)).status).toBe(404)
  })

  it.each([
    ['has errors beside its data', { data: data(), errors: [{ message: 'no', path: ['business'] }] }],
    ['has no data', { errors: [{ message: 'no' }] }],
    ['has only nothing', { data: null }],
  ])('is not stored from an answer that %s', async (_name, body) => {
    answerWith(body)
    await ask()
    await untilSettled()
    expect((await lastRead()).answers).toHaveLength(1)
  })

  it('is not stored from mutations or error pages', async () => {
    answerWith({ data: data() })
    await ask(CHANGE)
    provider.next('graphql', { kind: 'answer', status: 400, body: { data: data() } })
    await ask(FIGURES, { page: 1 })
    await untilSettled()
    expect((await lastRead()).answers).toHaveLength(1)
  })

  it('is not kept when the connection was disconnected while the answer was on its way', async () => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => void (letGo = resolve))
    answerWith({ data: data() })
    provider.next('graphql', { kind: 'hold', until: held })
    const asking = ask()
    await until('it is asked', () => provider.callsOf('graphql').some(({ body }) => body.includes('Figures')))
    await maria.post(`/api/connections/${id}/disconnect`)
    letGo()
    await asking
    await maria.connect()
    await untilSettled()
    expect((await lastRead()).answers.map(({ variables }) => variables)).toEqual([{ page: 99 }])
  })

  it('is limited in size: the newest answers stay, and a long one is not stored', async () => {
    for (let page = 0; page < MAX_KEPT_ANSWERS + 3; page += 1) {
      bff.advance(1000)
      answerWith({
        data: data(`${page} ${createHash('sha512').update(String(page)).digest('hex').repeat(20)}`),
      })
      await ask(FIGURES, { page })
      await until('it is kept', async () => (await lastRead()).answers[0]?.variables['page'] === page)
    }
    expect((await lastRead()).answers.length).toBeLessThanOrEqual(MAX_KEPT_ANSWERS)
    const values = await store.hvals(key())
    expect(values.join('').length).toBeLessThanOrEqual(MAX_KEPT_BYTES)
    answerWith({ data: data('x'.repeat(70_000)) })
    await ask(FIGURES, { page: 50 })
    await untilSettled()
    expect((await lastRead()).answers.some(({ variables }) => variables['page'] === 50)).toBe(false)
  })

  it.each([
    ['short', 'a name'],
    ['long', 'many names '.repeat(2000)],
  ])('is returned unchanged if it is %s', async (_length, text) => {
    answerWith({ data: data(text) })
    await ask(FIGURES, { page: 7 })
    await untilKept(1)
    expect((await lastRead()).answers).toMatchObject([
      { sha256Hash: hashOf(FIGURES), operationName: 'Figures', variables: { page: 7 }, data: data(text) },
    ])
  })

  it('is stored by one Lua script: a query otherwise reads only its session and connection from Redis', async () => {
    answerWith({ data: data() })
    // So that Redis has loaded the script.
    await ask(FIGURES, { page: 1 })
    await untilKept(1)
    let seen = ''
    const monitor = connect(store.options.port ?? 0)
      .setEncoding('utf8')
      .on('data', (text) => (seen += text))
    monitor.write('MONITOR\r\n')
    await until('commands are shown', async () => seen.startsWith('+OK'))
    const commands = () =>
      [...seen.matchAll(/^\+\S+ \[\d+ (\S+)\] "(\w+)"(.*)\r\n/gm)]
        .filter(([, , , values]) => values?.includes('sess:') === true || values?.includes(id) === true)
        .map(([, source, command]) => `${source === 'lua' ? 'script ' : ''}${command?.toLowerCase()}`)
    await ask(FIGURES, { page: 2 })
    await until('it is kept', async () => commands().includes('script hlen'))
    monitor.destroy()
    expect(commands()).toEqual([
      ...['get', 'getrange', 'evalsha'],
      ...['getrange', 'hset', 'hincrby', 'hlen'].map((name) => `script ${name}`),
    ])
  })

  it('is written at most every ten minutes per query', async () => {
    answerWith({ data: data('first') })
    await ask()
    await untilKept(1)
    answerWith({ data: data('second') })
    bff.advance(590_000)
    await ask()
    expect((await lastRead()).answers).toMatchObject([{ data: data('first') }])
    bff.advance(11_000)
    await ask()
    await until('it is kept anew', async () => JSON.stringify(await lastRead()).includes('second'))
    expect((await lastRead()).answers).toHaveLength(1)
  })
})
