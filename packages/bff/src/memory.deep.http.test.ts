import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { untilIdle } from '@counterfoil/testkit/process-memory'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { openSlowClient, type SlowClient } from '@counterfoil/testkit/slow-client'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'

const MEGABYTE = 1_048_576
/** The maximum memory in megabytes for 500 slow clients, see docs/operations.md. */
const MOST_MEGABYTES = 50
const CONCURRENCY = 12
const SLOW_CLIENTS = 500
const QUICK_CLIENTS = 12
/** The time in milliseconds after which an answer that has not moved counts as blocked. */
const STILL_MS = 1000
/** The maximum number of simultaneous answers of the provider. */
const MOST_ANSWERS = 128
const QUERY = JSON.stringify(operationBody())
const SMALL_QUERY = [`content-length: ${QUERY.length}`, '', QUERY]

let redis: TestRedis
let provider: FakeProvider
let beside: TestBff
let bff: BffProcess
let longAnswers: Awaited<ReturnType<typeof startLongAnswers>>
const clients: SlowClient[] = []
/** A cookie header and a connection for every twelve clients. */
const people: { readonly cookie: string; readonly connectionId: ConnectionId }[] = []

beforeAll(async () => {
  redis = await startRedis()
  longAnswers = await startLongAnswers()
  provider = await startFakeProvider()
  beside = await startBff({
    redisUrl: redis.url,
    provider,
    env: { BFF_GRAPHQL_CONCURRENCY_PER_SESSION: String(CONCURRENCY), BFF_LOG_LEVEL: 'error' },
  })
  while (people.length * CONCURRENCY < SLOW_CLIENTS) {
    provider.person({ userId: Buffer.from(`User:${people.length}`).toString('base64') })
    const person = createBffPerson(beside.url)
    await person.connect()
    const { id } = await person.connection()
    people.push({ cookie: person.agent.cookies(beside.url), connectionId: id })
  }
  return async () => {
    await beside.close()
    longAnswers.close()
    await provider.close()
    await redis.close()
  }
})
// A new process for each test: memory freed by an earlier test would hide memory that is taken now.
beforeEach(async () => {
  // No client is cut off during the measurement, however slow this machine is.
  bff = await startBffProcess(
    { ...beside.env, BFF_PROVIDER_GRAPHQL_URL: longAnswers.url, BFF_UPSTREAM_TIMEOUT_MS: '120000' },
    { upstreamTotalMs: 600_000 },
  )
  longAnswers.shorten()
  // What is needed for the first time is there for good, and whatever passes through leaves something behind for a while,
  // also when everybody is quick.
  await openAll(300, (index) => requestOf(index, SMALL_QUERY))
  await Promise.all(clients.splice(0).map(({ closed }) => closed))
  const large = ['content-length: 200000', '', 'x'.repeat(200_000)]
  for (let sent = 0; sent < 400; sent += QUICK_CLIENTS) {
    await openAll(QUICK_CLIENTS, (index) => requestOf(index, large))
    await Promise.all(clients.splice(0).map(({ closed }) => closed))
  }
  longAnswers.lengthen()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.end()
  await bff.stop('SIGKILL')
})

/** A GraphQL endpoint whose answers are short at first, and later longer than all buffers between it and a browser. */
async function startLongAnswers() {
  const piece = Buffer.alloc(256 * 1024, ' ')
  const heldUp = new Set<ServerResponse>()
  let isLong = false
  const server = createServer((req, res) => {
    let left = 200
    let patience: NodeJS.Timeout | undefined
    const go = (): void => {
      clearTimeout(patience)
      heldUp.delete(res)
      while (left > 0) {
        left -= 1
        if (!res.write(piece)) break
      }
      if (left === 0) return void res.end('{"data":null}')
      patience = setTimeout(() => heldUp.add(res), STILL_MS)
    }
    res.on('drain', go).once('close', () => {
      clearTimeout(patience)
      heldUp.delete(res)
    })
    req.resume().once('end', () => {
      res.setHeader('content-type', 'application/json')
      if (isLong) go()
      else res.end('{"data":null}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql/public`,
    heldUp: () => heldUp.size,
    shorten: () => void (isLong = false),
    lengthen: () => void (isLong = true),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const SCRIPT_LINES = Object.entries(SCRIPT_HEADERS).map(([name, value]) => `${name}: ${value}`)

function linesOf(start: string, type: string, rest: readonly string[]): string {
  return [
    `${start} HTTP/1.1`,
    `host: ${new URL(beside.url).host}`,
    `origin: ${beside.url}`,
    `content-type: ${type}`,
    ...SCRIPT_LINES,
    ...rest,
  ].join('\r\n')
}

/** Returns the text of a query of one person, followed by `rest`. */
function requestOf(index: number, rest: readonly string[]): string {
  const { cookie = '', connectionId = '' } = people[Math.floor(index / CONCURRENCY) % people.length] ?? {}
  const ours = [`cookie: ${cookie}`, `x-counterfoil-connection: ${connectionId}`, 'connection: close']
  return linesOf('POST /graphql', 'application/json', [...ours, ...rest])
}

async function openAll(
  count: number,
  textOf: (index: number) => string,
  options?: { readonly reads: 'nothing' | 'to-forget' },
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const client = openSlowClient(bff.address, textOf(index), options)
    clients.push(client)
    // As fast as they come in, not all at one moment: an address queue of a kernel has an end.
    if (index % 50 === 49) await Promise.all(clients.slice(-50).map(({ sent }) => sent))
  }
  await Promise.all(clients.map(({ sent }) => sent))
}

/**
 * Returns by how many megabytes the live memory of the process grew by `work`, after everything sent was handled. Memory
 * that the garbage collector or the allocator keeps is not counted, because it has no bound that a test could name.
 */
async function growthOf(work: () => Promise<void>): Promise<number> {
  await untilIdle(bff.pid)
  const before = await bff.readLiveBytes()
  await work()
  await untilIdle(bff.pid)
  const liveBytes = await bff.readLiveBytes()
  return (liveBytes - before) / MEGABYTE
}

describe('the memory used by callers', () => {
  it('is not used by bodies of callers without a session: they are refused before they are read', async () => {
    const body = 'x'.repeat(200_000)
    const start = ['content-length: 250000', '', body]
    const chunked = ['transfer-encoding: chunked', '', `30d40\r\n${body}`]
    const kinds = [
      () => linesOf('POST /graphql', 'application/json', ['x-counterfoil-connection: a', ...start]),
      () => linesOf('POST /graphql', 'application/json', ['x-counterfoil-connection: a', ...chunked]),
      () => linesOf('POST /api/sign-out', 'application/json', start),
      () => linesOf('POST /connect/start', 'application/x-www-form-urlencoded', chunked),
    ]
    const growth = await growthOf(async () => {
      await openAll(2000, (index) => kinds[index % kinds.length]?.() ?? '')
    })
    expect(growth).toBeLessThan(MOST_MEGABYTES)
  })

  it('stays small while 500 clients send slowly', async () => {
    const growth = await growthOf(() =>
      openAll(SLOW_CLIENTS, (index) => requestOf(index, ['content-length: 250000', '', 'x'.repeat(200_000)])),
    )
    expect(growth).toBeLessThan(MOST_MEGABYTES)
  })

  it('stays small while 500 clients receive slowly', async () => {
    await openAll(QUICK_CLIENTS, (index) => requestOf(index, SMALL_QUERY), { reads: 'to-forget' })
    await Promise.all(clients.splice(0).map(({ closed }) => closed))
    const growth = await growthOf(async () => {
      await openAll(SLOW_CLIENTS, (index) => requestOf(index, SMALL_QUERY), { reads: 'nothing' })
      await until('all that come are held up', () => longAnswers.heldUp() === MOST_ANSWERS, {
        withinMs: 100_000,
      })
    })
    expect(growth).toBeLessThan(MOST_MEGABYTES)
  })

  it('stays small while 500 clients send headers without end', async () => {
    const growth = await growthOf(() =>
      openAll(
        SLOW_CLIENTS,
        () => `${linesOf('POST /graphql', 'application/json', [])}\r\nx-long: ${'y'.repeat(12_000)}`,
      ),
    )
    expect(growth).toBeLessThan(MOST_MEGABYTES)
  })
})
