import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const [K1, K2] = [key('k1', 1), key('k2', 2)]
const [S1, S2] = ['1'.repeat(40), '2'.repeat(40)]

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let maria: BffPerson
let url: string
let connectionId: string
let env: Readonly<Record<string, string>>
const running: (BffProcess | undefined)[] = []

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  const settings = { BFF_TOKEN_KEYS: K1, BFF_SESSION_SECRETS: S1, BFF_SWEEP_SECONDS: '1' }
  const first = await startBff({ redisUrl: redis.url, provider, env: settings })
  maria = createBffPerson(first.url)
  await maria.connect()
  connectionId = (await maria.connection()).id
  env = first.env
  url = first.url
  await first.close()
  return async () => {
    await Promise.all(running.splice(0).map(async (process) => process?.stop('SIGKILL')))
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

/** What a rolling restart does: one process after the other, with other settings. */
async function restart(change: Readonly<Record<string, string>>): Promise<void> {
  env = { ...env, ...change }
  for (const place of [0, 1]) {
    const before = running[place]
    running[place] = undefined
    await before?.stop()
    running[place] = await startBffProcess(env)
  }
}

function queryAt(address: string): Promise<number> {
  return fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      ...SCRIPT_HEADERS,
      origin: url,
      cookie: maria.agent.cookies(url),
      'x-counterfoil-connection': connectionId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: '{ user { id } }' }),
  }).then(
    ({ status }) => status,
    // The process was stopped in between, as a balancer would see it.
    () => 0,
  )
}

/** Asks both processes all the time, and keeps every status. */
function load() {
  const statuses = new Set<number>()
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const up = running.filter((process) => process !== undefined)
      for (const status of await Promise.all(up.map(({ address }) => queryAt(address)))) statuses.add(status)
      await new Promise(setImmediate)
    }
  })()
  return async () => {
    isOver = true
    await done
    statuses.delete(0)
    return [...statuses]
  }
}

async function censusSays(what: RegExp): Promise<void> {
  await store.del('keys:census')
  await until('it is counted', () =>
    running.some((process) =>
      what.test(/"event":"keys.census"[^\n]*/.exec(process?.logs() ?? '')?.[0] ?? ''),
    ),
  )
}

describe('rotating, as the document says, two processes under load', () => {
  it('the keys that seal tokens: nothing is refused, and the log says when the old key may go', async () => {
    await restart({})
    const stop = load()
    await restart({ BFF_TOKEN_KEYS: `${K1},${K2}` })
    await censusSays(/"sealedUnder":\{"k1":1\}/)
    await restart({ BFF_TOKEN_KEYS: `${K2},${K1}` })
    await censusSays(/"sealedUnder":\{"k2":1\}/)
    await restart({ BFF_TOKEN_KEYS: K2 })
    expect(await queryAt(running[0]?.address ?? '')).toBe(200)
    expect(await stop()).toEqual([200])
    expect(await store.get(`connection:{${connectionId}}`)).toMatch(/"k2\./)
  })

  it('the secrets that sign cookies: nobody is signed out whose cookie is younger than the promotion', async () => {
    await restart({})
    const stop = load()
    await restart({ BFF_SESSION_SECRETS: `${S1},${S2}` })
    await restart({ BFF_SESSION_SECRETS: `${S2},${S1}` })
    expect(await stop()).toEqual([200])
  })
})
