import { once } from 'node:events'
import { connect } from 'node:net'
import type { ListPagesLine } from '@counterfoil/bff-api/list-pages'
import { BFF_PATHS, pathFor } from '@counterfoil/bff-api/paths'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PAGES_AT_ONCE } from '#graphql/read-list.ts'

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let person: BffPerson
let path: string
let version: number
/** The pages that the provider was asked for, in order. */
let asked: number[]
let rowsOfPage: (page: number) => unknown

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())
beforeEach(async () => {
  provider = await startFakeProvider()
  bff = await startBff({ redisUrl: redis.url, provider })
  person = createBffPerson(bff.url)
  await person.connect()
  const connection = await person.connection()
  path = pathFor(BFF_PATHS.connectionList, connection.id)
  ;({ version } = connection)
  asked = []
  rowsOfPage = (page) => ({ data: { business: { id: 'b', name: `page ${page}` } } })
  provider.onGraphql(({ variables }) => {
    const page = Number((variables as { readonly page: number }).page)
    asked.push(page)
    return rowsOfPage(page)
  })
})
afterEach(async () => {
  await bff.close()
  await provider.close()
})

const bodyOf = (pages: number, change: object = {}) => ({
  ...{ version, operationName: 'MyBusiness', variables: { id: 'b' }, pages },
  ...change,
})
const linesOf = (body: string) =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ListPagesLine)
const read = async (pages: number) => linesOf((await person.post(path, bodyOf(pages))).body)
const nameOf = (line: ListPagesLine | undefined) =>
  line !== undefined && 'data' in line ? (line.data['business'] as { name: string }).name : line

describe('the stream of all pages of a list', () => {
  it('sends every page in order and then marks the list as complete', async () => {
    const lines = await read(11)
    expect(lines.map(nameOf)).toEqual([
      ...Array.from({ length: 11 }, (_, index) => `page ${index + 1}`),
      { end: true },
    ])
    expect(asked.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1))
  })

  it('ends with a problem if a page cannot be read, without the mark of completeness', async () => {
    rowsOfPage = (page) =>
      page === 6
        ? { errors: [{ message: 'no', path: ['business'] }], data: { business: null } }
        : { data: { business: { id: 'b', name: `page ${page}` } } }
    const lines = await read(20)
    expect(lines.slice(0, -1).map(nameOf)).toEqual([1, 2, 3, 4, 5].map((page) => `page ${page}`))
    expect(lines.at(-1)).toMatchObject({ problem: { code: 'provider-unavailable' } })
    // The following page is not read.
    expect(Math.max(...asked)).toBeLessThan(6 + PAGES_AT_ONCE)
  })

  it('ends with a problem if parts of a page are missing', async () => {
    rowsOfPage = (page) => ({
      data: { business: { id: 'b', name: `page ${page}` } },
      ...(page === 2 ? { errors: [{ message: 'no', path: ['business', 'name'] }] } : {}),
    })
    expect((await read(3)).at(-1)).toMatchObject({ problem: { code: 'provider-unavailable' } })
  })

  it('is refused before its first page under the same rules as other calls', async () => {
    const codeOf = async (body: object) =>
      (await person.post(path, body)).json<{ readonly code: string }>().code
    expect(await codeOf(bodyOf(1, { operationName: 'Nothing' }))).toBe('operation-not-allowed')
    expect(await codeOf(bodyOf(0))).toBe('bad-request')
    expect(await codeOf(bodyOf(100_000))).toBe('bad-request')
    expect(await codeOf(bodyOf(1, { version: version + 1 }))).toBe('connection-not-found')
    provider.setPlanEnded(true)
    provider.killAccessTokens()
    expect(await codeOf(bodyOf(1))).toBe('plan-ended')
    const stranger = createBffPerson(bff.url)
    await stranger.visit()
    expect((await stranger.post(path, bodyOf(1))).status).toBe(401)
  })

  it('waits as long as the Retry-After of the provider, then continues', async () => {
    provider.next('graphql', { kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '1' } })
    const lines = await read(6)
    expect(lines.filter((line) => 'data' in line)).toHaveLength(6)
    expect(lines.at(-1)).toEqual({ end: true })
  })

  it('ends with a problem if the person signs out during the stream', async () => {
    const gate = Promise.withResolvers<void>()
    const answer = rowsOfPage
    rowsOfPage = (page) => {
      if (page === 4) provider.always('graphql', { kind: 'hold', until: gate.promise })
      return answer(page)
    }
    const going = read(8)
    await until('pages are waited for', () => asked.length > PAGES_AT_ONCE)
    expect((await person.post(BFF_PATHS.signOut, { everywhere: false })).status).toBe(200)
    gate.resolve()
    expect((await going).at(-1)).toMatchObject({ problem: { code: 'session-ended' } })
  })

  it('reads from the provider no faster than the browser receives', async () => {
    const long = 'x'.repeat(200_000)
    rowsOfPage = (page) => ({ data: { business: { id: 'b', name: `page ${page}`, long } } })
    const { hostname, port } = new URL(bff.url)
    const socket = connect({ port: Number(port), host: hostname === 'localhost' ? '127.0.0.1' : hostname })
    socket.pause()
    const body = JSON.stringify(bodyOf(400))
    const headers = {
      ...{ host: new URL(bff.url).host, origin: bff.url, cookie: person.agent.cookies(bff.url) },
      ...{ 'content-type': 'application/json', 'content-length': String(body.length) },
      ...SCRIPT_HEADERS,
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`)
    await until('the first pages are asked for', () => asked.length >= PAGES_AT_ONCE)
    // It does not move: nothing more is asked for while others are served.
    let before = -1
    await until('nothing more is asked for', async () => {
      await Promise.all(Array.from({ length: 20 }, () => person.session()))
      const isStill = asked.length === before
      before = asked.length
      return isStill
    })
    expect(before).toBeLessThan(200)
    socket.destroy()
    await once(socket, 'close')
    expect(await read(2)).toHaveLength(3)
  })

  it('is sent to at most two tabs of one session at once', async () => {
    const gate = Promise.withResolvers<void>()
    provider.always('graphql', { kind: 'hold', until: gate.promise })
    const two = [read(1), read(1)]
    await until('both are asked for', () => asked.length === 2)
    expect((await person.post(path, bodyOf(1))).status).toBe(429)
    gate.resolve()
    expect((await Promise.all(two)).map((lines) => lines.length)).toEqual([2, 2])
    expect(await read(1)).toHaveLength(2)
  })
})
