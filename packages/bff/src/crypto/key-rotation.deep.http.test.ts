import { randomUUID } from 'node:crypto'
import type { LastRead } from '@counterfoil/bff-api/connection'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody, TEST_OPERATIONS } from '@counterfoil/testkit/test-operations'
import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { createLoadPace } from '@counterfoil/testkit/load-pace'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { createSocketGate, type SocketGate } from '@counterfoil/testkit/socket-gate'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { emptyWebBuild } from '@counterfoil/testkit/web-build'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'

const key = (id: string, byte: number) => `${id}:${testSecret(String(byte))}`
const [K1, K2] = [key('k1', 1), key('k2', 2)]
const [S1, S2] = [testSecret('1'), testSecret('2')]

/** A new connection for every call: only then the next one can go to the other process. */
const ONE_CALL = { connection: 'close' }

let redis: TestRedis
let store: Redis
let provider: FakeProvider
/** The address for browsers, which forwards to one of the processes at a time. */
let front: SocketGate
let maria: BffPerson
let url: string
let connectionId: ConnectionId
let env: Readonly<Record<string, string>>
const running: (BffProcess | undefined)[] = []
const pace = createLoadPace()

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  front = await createSocketGate()
  url = `http://localhost:${front.port}`
  const settings = {
    BFF_TOKEN_KEYS: K1,
    BFF_SESSION_SECRETS: S1,
    BFF_SWEEP_SECONDS: '1',
    BFF_PUBLIC_URL: url,
  }
  const first = await startBff({ redisUrl: redis.url, provider, env: settings })
  front.leadTo(Number(first.env['BFF_PORT']))
  maria = createBffPerson(url, ONE_CALL)
  await maria.connect()
  connectionId = (await maria.connection()).id
  env = first.env
  await first.close()
  // From here on, visitors are another person, so that nobody disconnects Maria's connection.
  provider.person({
    userId: 'VXNlcjpvdGhlcg',
    email: 'other@harbour.example',
    businessId: 'QnVzaW5lc3M6b3RoZXI',
  })
  return async () => {
    await Promise.all(running.splice(0).map(async (process) => process?.stop('SIGKILL')))
    await front.close()
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

type Load = ReturnType<typeof createLoad>

/** Does a rolling restart: stops and starts one process after the other with changed settings. The other serves meanwhile. */
async function restart(change: Readonly<Record<string, string>>, load?: Load): Promise<void> {
  env = { ...env, ...change }
  for (const place of [0, 1]) {
    const before = running[place]
    running[place] = undefined
    await before?.stop()
    running[place] = await pace.calmly(() => startBffProcess(env))
    await load?.settle()
  }
}

const up = () => running.filter((process) => process !== undefined)

async function queryAt(address: string): Promise<string> {
  const response = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      ...SCRIPT_HEADERS,
      origin: url,
      cookie: maria.agent.cookies(url),
      'x-counterfoil-connection': connectionId,
      'content-type': 'application/json',
    },
    body: JSON.stringify(operationBody()),
  })
  await response.arrayBuffer()
  return `query ${response.status}`
}

/** Leads the next connection of a browser to the other process. */
let turn = 0
function takeTurns(): void {
  turn += 1
  const process = up()[turn % up().length]
  if (process !== undefined) front.leadTo(Number(new URL(process.address).port))
}

/** Connects, reads and disconnects as a new person, each step at a different process than the previous one. */
async function comeAndGo(): Promise<string> {
  const person = createBffPerson(url, ONE_CALL)
  takeTurns()
  const { csrfToken } = (await person.visit()).session
  takeTurns()
  const begun = await person.agent.post(
    `${url}/connect/start`,
    { csrf: csrfToken },
    { from: `${url}/`, stopAt: `${url}/connect/callback` },
  )
  takeTurns()
  await person.agent.visit(begun.location ?? '')
  const [connection] = (await person.session()).connections
  if (connection === undefined) return `nothing was connected: ${begun.status} ${begun.location}`
  takeTurns()
  const read = await person.query(connection.id)
  takeTurns()
  const gone = await person.post(`/api/connections/${connection.id}/disconnect`)
  return `connected, ${read.status}, ${gone.status}`
}

/** Runs queries and visits at both processes continuously, and records every answer. */
function createLoad(withPages: boolean) {
  const told = new Set<string>()
  const queries = { rounds: 0, wanted: 0 }
  const journeys = { rounds: 0, wanted: 0 }
  let isOver = false
  const repeat = async (kind: typeof queries, round: () => Promise<readonly string[]>) => {
    while (!isOver) {
      try {
        for (const what of await round()) told.add(what)
        kind.rounds += 1
      } catch (error) {
        if (!isGone(error)) told.add(String(error))
      }
      await pace.next(kind.rounds >= kind.wanted)
    }
  }
  const done = Promise.all([
    repeat(queries, () => Promise.all(up().map(({ address }) => queryAt(address)))),
    repeat(journeys, async () => [withPages ? await loadPage() : await comeAndGo()]),
  ])
  const goOn = async (kind: typeof queries, more: number) => {
    kind.wanted = kind.rounds + more
    await until('everybody went on', () => kind.rounds >= kind.wanted)
  }
  return {
    /** Whatever has begun now has ended, and was done again. */
    settle: () => pace.settle(() => Promise.all([goOn(queries, 4), goOn(journeys, 2)])),
    async stop() {
      isOver = true
      await done
      return [...told].toSorted()
    },
  }
}

/** Did the process stop, or the way to it change, while it was asked? Nothing else may hide behind this. */
function isGone(error: unknown): boolean {
  const codes = [error, error instanceof Error ? error.cause : undefined].map((one) =>
    one instanceof Error && 'code' in one ? one.code : undefined,
  )
  return codes.some((code) =>
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String(code)),
  )
}

async function loadPage(): Promise<string> {
  takeTurns()
  const { session } = await maria.visit()
  return session.person === null ? 'signed out' : 'signed in'
}

async function censusSays(what: RegExp): Promise<void> {
  await store.del('keys:census')
  await until('it is counted', () =>
    running.some((process) =>
      what.test(/"event":"keys.census"[^\n]*/.exec(process?.logs() ?? '')?.[0] ?? ''),
    ),
  )
}

describe('key rotation as documented, with two processes under load', () => {
  it('replaces the keys that seal tokens without refusing anybody, and logs when the old key may be removed', async () => {
    await restart({})
    takeTurns()
    const load = createLoad(false)
    await load.settle()
    await restart({ BFF_TOKEN_KEYS: `${K1},${K2}` }, load)
    await restart({ BFF_TOKEN_KEYS: `${K2},${K1}` }, load)
    await censusSays(/"sealedUnder":\{"k2":\d+\}/)
    // What the device remembers is sealed again by the first page after the promotion.
    await maria.visit()
    expect(maria.agent.cookies(url)).toMatch(/counterfoil-device=k2\./)
    await restart({ BFF_TOKEN_KEYS: K2 }, load)
    expect(await load.stop()).toEqual(['connected, 200, 200', 'query 200'])
    for (const process of up()) expect(process.logs()).toContain('"tokenKeyIds":["k2"]')
    expect(await store.get(`connection:{${connectionId}}`)).toMatch(/"k2\./)
    // Every revocation was sent, whichever process had sealed it: all valid tokens are Maria's.
    await until('the others are gone', () => provider.aliveTokensOf('VXNlcjpvdGhlcg').length === 0)
  })

  it('replaces the secrets that sign cookies without signing out anybody who has loaded a page since the promotion', async () => {
    await restart({})
    takeTurns()
    const load = createLoad(true)
    const before = maria.agent.cookies(url)
    const { csrfToken } = (await maria.visit()).session
    await restart({ BFF_SESSION_SECRETS: `${S1},${S2}` }, load)
    await restart({ BFF_SESSION_SECRETS: `${S2},${S1}` }, load)
    // A form of a page that was loaded before the promotion.
    const fields = { csrf: csrfToken }
    const posted = await maria.agent.post(`${url}/connect/start`, fields, {
      from: `${url}/`,
      stopAt: 'http',
    })
    expect(posted.location).toContain(provider.authUrl)
    await restart({ BFF_SESSION_SECRETS: S2 }, load)
    expect(await load.stop()).toEqual(['query 200', 'signed in'])
    const sessionIn = (cookies: string) => /counterfoil-session=s%3A([^.;]+)\.([^;]+)/.exec(cookies)
    const [, idBefore, signatureBefore] = sessionIn(before) ?? []
    const [, idAfter, signatureAfter] = sessionIn(maria.agent.cookies(url)) ?? []
    // The same session, signed again.
    expect(idAfter).toBe(idBefore)
    expect(signatureAfter).not.toBe(signatureBefore)
    expect(csrfToken).not.toBe((await maria.visit()).session.csrfToken)
  })

  it('removes a key that seals tokens and leaves every answered change and last answer unchanged', async () => {
    const web = { ...emptyWebBuild(), operations: TEST_OPERATIONS }
    let doRound = async () => {}
    const startWith = (keys: string) =>
      startBff({
        ...{ redisUrl: redis.url, provider, env: { ...env, BFF_TOKEN_KEYS: keys } },
        overrides: { web, onBackground: (round) => void (doRound = round) },
      })
    let entered = 0
    provider.onGraphql(({ query }) =>
      query.startsWith('mutation')
        ? { data: { enter: { didSucceed: true, name: `change ${(entered += 1)}` } } }
        : { data: { user: { id: 'VXNlcjptYXJpYQ', defaultEmail: 'maria@harbour.example' } } },
    )
    const headers = { 'x-counterfoil-connection': connectionId, 'idempotency-key': randomUUID() }
    const change = async () =>
      (await maria.post('/graphql', { variables: { name: 'Fern' }, ...operationBody('Enter') }, headers)).body
    const lastAnswers = async () =>
      (await maria.get(`/api/connections/${connectionId}/last-read`)).json<LastRead>().answers.length

    const before = await startWith(K1)
    const answer = await change()
    expect(answer).toContain('change 1')
    expect((await maria.query(connectionId)).status).toBe(200)
    await until('the answer is kept', async () => (await lastAnswers()) === 1)
    await before.close()

    const promoted = await startWith(`${K2},${K1}`)
    await store.del('keys:census')
    await doRound()
    // The connection, its last answer and its change.
    await until('it was counted', () => promoted.logs().includes('"sealedUnder":{"k2":3}'))
    await promoted.close()

    const retired = await startWith(K2)
    expect([await change(), await lastAnswers()]).toEqual([answer, 1])
    expect(entered).toBe(1)
    await retired.close()
  })
})
