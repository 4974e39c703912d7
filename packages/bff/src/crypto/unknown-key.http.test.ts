import { type BffPerson, SCRIPT_HEADERS, createBffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { type FakeProvider, startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { type TestRedis, startRedis } from '@counterfoil/testkit/redis'
import { type TestBff, startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { asAttemptId, asAuthorizationCode } from '@counterfoil/oauth/testing/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { createAttemptStore } from '#connect/attempt-store.ts'
import { createSameSiteRelayStore } from '#connect/same-site-relay-responder.ts'
import { createExchangeJournal, createLostExchanges } from '#revocation/exchange-journal-store.ts'
import { createWorker } from '#revocation/revocation-worker.ts'
import { createSealedBox, UnknownKeyError } from './sealed-box.ts'

const key = (id: string, byte: number) => `${id}:${testSecret(String(byte))}`
const [OLD, NEW] = [key('k1', 1), key('k2', 2)]

let redis: TestRedis
let store: Redis
let provider: FakeProvider
/** The process that has the new key and seals with it. */
let ahead: TestBff
/** The address of the process that did not get the new key. */
let behind: string
let maria: BffPerson
let connectionId: ConnectionId
const opened: TestBff[] = []

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  ahead = await open({ BFF_TOKEN_KEYS: `${NEW},${OLD}` })
  behind = addressOf(await open({ ...ahead.env, BFF_PORT: '0', BFF_TOKEN_KEYS: OLD }))
  maria = createBffPerson(ahead.url)
  await maria.connect()
  connectionId = (await maria.connection()).id
  return async () => {
    await Promise.all(opened.splice(0).map((bff) => bff.close()))
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

async function open(env: Readonly<Record<string, string>>): Promise<TestBff> {
  const bff = await startBff({ redisUrl: redis.url, provider, env })
  opened.push(bff)
  return bff
}

function addressOf(bff: TestBff): string {
  return /"url":"(http:[^"]+)"/.exec(bff.logs())?.[1] ?? ''
}

/** Sends a request as Maria to the process without the key. */
function atBehind(
  path: string,
  init: { method: string; body?: string; headers?: object },
): Promise<Response> {
  return fetch(`${behind}${path}`, {
    ...init,
    redirect: 'manual',
    headers: {
      ...SCRIPT_HEADERS,
      origin: ahead.url,
      cookie: maria.agent.cookies(ahead.url),
      ...init.headers,
    },
  })
}

/** Makes the revocation due repeatedly: either process may take it, the one with the key or the one without. */
function untilDone(what: string, isDone: () => boolean): Promise<unknown> {
  return until(what, async () => {
    await store.zadd('revocations', 0, connectionId)
    return isDone()
  })
}

const queryBehind = () =>
  atBehind('/graphql', {
    method: 'POST',
    body: JSON.stringify(operationBody()),
    headers: { 'x-counterfoil-connection': connectionId, 'content-type': 'application/json' },
  })

describe('a process without the key of the stored tokens', () => {
  it('answers a query with "try again", and ends nothing', async () => {
    const answer = await queryBehind()
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    const page = await atBehind('/api/session', { method: 'GET' })
    const shown = ((await page.json()) as { connections: { state: string; reason: string }[] }).connections
    expect(shown).toMatchObject([{ state: 'trouble', reason: 'misconfigured' }])
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(await maria.connection()).toMatchObject({ state: 'connected' })
    expect(provider.callsOf('revoke')).toEqual([])
  })

  it('never reports a disconnect as confirmed: a process with the key revokes at the provider', async () => {
    // No process with the key is running at first.
    await opened[0]?.close()
    const gone = await atBehind(`/api/connections/${connectionId}/disconnect`, { method: 'POST' })
    expect(await gone.json()).toMatchObject({
      revocation: 'confirming',
      connection: { state: 'disconnected' },
    })
    expect(provider.aliveTokens()).toHaveLength(2)
    await store.zadd('revocations', 0, connectionId)
    await until('its worker has tried', () => opened[1]?.logs().includes('"cause":"unknown_key"'))
    expect(provider.callsOf('revoke')).toEqual([])
    await open({ ...ahead.env, BFF_PORT: '0' })
    await untilDone('nothing lives', () => provider.aliveTokens().length === 0)
    await until('the record says so', async () =>
      (await store.get(`connection:{${connectionId}}`))?.includes('"confirmed"'),
    )
  })

  it('keeps the tokens that a new connection of the same business replaces, to be revoked', async () => {
    const old = provider.aliveTokens()
    // The person reconnects at a process that cannot read the tokens it replaces.
    await opened[0]?.close()
    const { BFF_SESSION_SECRETS = '' } = ahead.env
    const other = await open({ BFF_SESSION_SECRETS, BFF_TOKEN_KEYS: OLD })
    await createBffPerson(other.url).connect()
    expect(provider.aliveTokens()).toHaveLength(4)
    await open({ ...ahead.env, BFF_PORT: '0' })
    await untilDone('the replaced ones are dead', () => old.every((token) => !provider.isAlive(token)))
    expect(provider.aliveTokens()).toHaveLength(2)
  })

  it('leaves an attempt to a process that can read it', async () => {
    const callback = `${ahead.url}/connect/callback`
    const { location = '' } = await maria.start({ intent: 'connect' }, { stopAt: callback })
    const { search } = new URL(location)
    const cookie = maria.agent.cookies(callback)
    const path = `/connect/callback${search}`
    expect((await atBehind(path, { method: 'GET', headers: { cookie } })).status).toBe(503)
    expect(provider.callsOf('token')).toHaveLength(1)
    // Loaded again, somewhere else.
    expect((await maria.agent.visit(`${callback}${search}`)).status).toBe(200)
    expect(provider.callsOf('token')).toHaveLength(2)
  })
})

describe('data sealed with a key that a process does not have', () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const boxes = () => ({
    ahead: createSealedBox([{ id: 'k2', key: newKey }]),
    behind: createSealedBox([{ id: 'k1', key: oldKey }]),
  })

  it('stays in the journal of exchanges until a process with the key settles it', async () => {
    // Their workers would take the exchange as well.
    await Promise.all(opened.splice(0).map((bff) => bff.close()))
    const now = async () => Date.now()
    const settled: string[] = []
    const settlerOf = (box: ReturnType<typeof createSealedBox>) => {
      const journal = createExchangeJournal({ redis: store, box, storeTime: now })
      const run = createLostExchanges({
        journal,
        endpoint: {
          exchange: async () => ({ kind: 'grant_refused' }),
          revoke: async () => ({ kind: 'confirmed' }),
        },
        onSettled: (outcome) => settled.push(outcome),
      })
      return createWorker({
        jobs: { exchange: { list: journal.list, run } },
        clock: Date.now,
        random: Math.random,
        onFailed: ({ err }) => settled.push((err as Error).name),
        isStopping: () => false,
      })
    }
    const exchange = { code: asAuthorizationCode('c'), redirectUri: 'u', codeVerifier: undefined }
    await createExchangeJournal({ redis: store, box: boxes().ahead, storeTime: now }).begin(
      asAttemptId('exchange-1'),
      exchange,
    )
    await store.zadd('exchanges', 0, 'exchange-1')
    await settlerOf(boxes().behind).runDue('exchange')
    expect(settled).toEqual(['UnknownKeyError'])
    await store.zadd('exchanges', 0, 'exchange-1')
    await settlerOf(boxes().ahead).runDue('exchange')
    expect(settled).toEqual(['UnknownKeyError', 'ended'])
  })

  it('is not removed from Redis: neither an attempt nor an answer that waits for its browser', async () => {
    const attempts = (box: ReturnType<typeof createSealedBox>) => createAttemptStore({ redis: store, box })
    const relays = (box: ReturnType<typeof createSealedBox>) =>
      createSameSiteRelayStore({ redis: store, box })
    const relayId = 'b'.repeat(22)
    await relays(boxes().ahead).save(relayId, new URLSearchParams('code=c'))
    await store.set('attempt:a', boxes().ahead.seal({ text: '{"id":"a"}', context: 'attempt:a' }))
    await expect(relays(boxes().behind).take(relayId)).rejects.toThrow(UnknownKeyError)
    await expect(attempts(boxes().behind).take(asAttemptId('a'))).rejects.toThrow(UnknownKeyError)
    expect(await attempts(boxes().ahead).take(asAttemptId('a'))).toEqual({ id: 'a' })
    expect(String(await relays(boxes().ahead).take(relayId))).toBe('code=c')
    expect(await relays(boxes().ahead).take(relayId)).toBeUndefined()
  })
})
