import { readFileSync } from 'node:fs'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'

const TOKEN_LIFE_MS = 7200_000

let redis: TestRedis
let store: Redis
/** Refresh tokens die with their use here, and using one again ends the grant. */
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let connectionId: ConnectionId
let frozen: BffProcess | undefined

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider({ rotate: 'at_once' })
  bff = await startBff({ redisUrl: redis.url, provider })
  maria = createBffPerson(bff.url)
  await maria.connect()
  connectionId = (await maria.connection()).id
  bff.advance(TOKEN_LIFE_MS)
  provider.killAccessTokens()
  return async () => {
    await frozen?.stop('SIGKILL')
    await bff.close()
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

const refreshes = () =>
  provider.callsOf('token').filter((call) => call.fields['grant_type'] === 'refresh_token')

async function start(options: { freezeAt?: string; leaseMs: number }): Promise<BffProcess> {
  frozen = await startBffProcess(bff.env, { aheadMs: TOKEN_LIFE_MS, ...options })
  return frozen
}

function queryAt(process: BffProcess): Promise<Response> {
  return fetch(`${process.address}/graphql`, {
    method: 'POST',
    headers: {
      ...SCRIPT_HEADERS,
      origin: bff.url,
      cookie: maria.agent.cookies(bff.url),
      'x-counterfoil-connection': connectionId,
      'content-type': 'application/json',
    },
    body: JSON.stringify(operationBody()),
  })
}

const isStopped = ({ pid }: BffProcess) => / T /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
const goOn = ({ pid }: BffProcess) => process.kill(pid, 'SIGCONT')

describe('a process that is frozen during a refresh for longer than its lease', () => {
  it.each(['intent-stored', 'secured'])(
    'at "%s" sends nothing when it continues, because another process has refreshed meanwhile',
    async (freezeAt) => {
      const sleeper = await start({ freezeAt, leaseMs: 500 })
      const asked = queryAt(sleeper)
      await until('it is frozen', () => isStopped(sleeper))
      expect((await maria.query(connectionId)).status).toBe(200)
      goOn(sleeper)
      expect((await asked).status).toBe(200)
      expect(refreshes()).toHaveLength(1)
      await until('it says so', () => sleeper.logs().includes('"outcome":"lost_lease"'))
      expect((await maria.query(connectionId)).status).toBe(200)
      expect(await maria.connection()).toMatchObject({ state: 'connected' })
    },
  )

  it('with the answer in its socket does not make another process use the same refresh token', async () => {
    const leaseMs = 2000
    const sleeper = await start({ leaseMs })
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const asked = queryAt(sleeper)
    await until('the refresh has begun', () => refreshes().length === 1)
    process.kill(sleeper.pid, 'SIGSTOP')
    await until('it is frozen', () => isStopped(sleeper))
    release.resolve()
    const inLine = maria.query(connectionId)
    const lock = `connection:{${connectionId}}:lock`
    const leftMs = await store.pttl(lock)
    await until('its lease would have ended', async () => (await store.pttl(lock)) < leftMs - leaseMs)
    goOn(sleeper)
    expect([(await asked).status, (await inLine).status]).toEqual([200, 200])
    expect(refreshes()).toHaveLength(1)
    expect(await maria.connection()).toMatchObject({ state: 'connected' })
  })
})
