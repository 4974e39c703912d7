import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import type { FakeBehaviour } from '@counterfoil/testkit/fake-behaviour'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis } from '@counterfoil/testkit/redis'
import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { asConnectionId } from '@counterfoil/oauth/testing/ids'

const BUSINESSES = [
  { businessId: 'QnVzaW5lc3M6MQ==', businessName: 'Northwind' },
  { businessId: 'QnVzaW5lc3M6Mg==', businessName: 'Bakery' },
]
const ACCIDENTS: readonly FakeBehaviour[] = [
  { kind: 'lose-answer' },
  { kind: 'drop' },
  { kind: 'cut', bytes: 40 },
  { kind: 'answer', status: 503, body: '<html>' },
  { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '1' } },
]
/** The permitted error codes for a connection that cannot be used; any other code is a fault of the BFF. */
const HONEST = [
  'reconnect-required',
  'connection-disconnected',
  'connection-not-found',
  'plan-ended',
  'session-ended',
  'provider-unavailable',
  'provider-rate-limited',
  // So many check-ups at once are more than one person makes.
  'rate-limited',
]

interface World {
  readonly provider: FakeProvider
  readonly processes: readonly TestBff[]
  readonly person: BffPerson
  readonly random: () => number
}

const pick = <T>(world: World, list: readonly T[]): T | undefined =>
  list[Math.floor(world.random() * list.length)]

/** The cookies of a host are the same for all its ports, so both processes serve this person. */
async function queryAnywhere(world: World, connectionId: ConnectionId) {
  const { url } = pick(world, world.processes) ?? { url: '' }
  return world.person.agent.send('POST', `${url}/graphql`, {
    headers: {
      ...SCRIPT_HEADERS,
      origin: url,
      'content-type': 'application/json',
      'x-counterfoil-connection': connectionId,
    },
    body: JSON.stringify(operationBody()),
  })
}

/** One thing that a person, the provider or bad luck does. Answers what a program received, if anything. */
async function doSomething(world: World): Promise<string | undefined> {
  const { provider, person } = world
  const { connections } = await person.session()
  const id = pick(world, connections)?.id ?? 'none'
  const codeOf = (answer: { status: number; json<T>(): T }) =>
    answer.status < 400 ? undefined : answer.json<{ code: string }>().code
  switch (Math.floor(world.random() * 8)) {
    case 0:
    case 1:
      return codeOf(await queryAnywhere(world, asConnectionId(id)))
    case 2:
      provider.killAccessTokens()
      return codeOf(await queryAnywhere(world, asConnectionId(id)))
    case 3:
      return codeOf(await person.post(`/api/connections/${id}/disconnect`))
    case 4:
      provider.person(pick(world, BUSINESSES) ?? {})
      await person.connect({ intent: 'reconnect', connection_id: id })
      return undefined
    case 5:
      provider.person(pick(world, BUSINESSES) ?? {})
      await person.connect({
        intent: world.random() < 0.5 ? 'connect' : 'switch_business',
        connection_id: id,
      })
      return undefined
    case 6:
      return codeOf(await person.post(`/api/connections/${id}/check-up`))
    default: {
      const accident = pick(world, ACCIDENTS)
      if (accident !== undefined) provider.next(world.random() < 0.7 ? 'token' : 'revoke', accident)
      return undefined
    }
  }
}

const pass = (world: World, ms: number) => {
  for (const process of world.processes) process.advance(ms)
}

describe('simultaneous actions and outages', () => {
  const cases = Array.from({ length: 8 }, (_unused, index) => index + 1).map(
    (seed) => [seed, seed % 2 === 0 ? ('at_once' as const) : false] as const,
  )

  it.each(cases)(
    'result in correct states, and no token stays valid at the end (seed %i, rotation %s)',
    async (seed, rotate) => {
      await using redis = await startRedis()
      await using provider = await startFakeProvider({ rotate })
      const first = await startBff({ redisUrl: redis.url, provider })
      const { BFF_SESSION_SECRETS = '', BFF_TOKEN_KEYS = '' } = first.env
      const second = await startBff({
        redisUrl: redis.url,
        provider,
        env: { BFF_SESSION_SECRETS, BFF_TOKEN_KEYS },
      })
      const world: World = {
        provider,
        processes: [first, second],
        person: createBffPerson(first.url),
        random: createSeededRandom(seed),
      }
      await world.person.connect()
      for (let round = 0; round < 6; round += 1) {
        const told = await Promise.all(Array.from({ length: 8 }, () => doSomething(world)))
        for (const code of told) if (code !== undefined) expect(HONEST).toContain(code)
        pass(world, 20_000)
      }
      // After the load: a connection shown as connected works, and any other shows the reason.
      pass(world, 600_000)
      for (const { id } of (await world.person.session()).connections) {
        await until('it works or says why not', async () => {
          const answer = await world.person.query(id)
          pass(world, 60_000)
          return (
            answer.status === 200 ||
            ['reconnect-required', 'connection-disconnected'].includes(answer.json<{ code: string }>().code)
          )
        })
      }
      await world.person.post('/api/sign-out', { everywhere: true, disconnectAll: true })
      await until('nothing lives', () => {
        pass(world, 60_000)
        return provider.aliveTokens().length === 0
      })
      expect(first.logs() + second.logs()).not.toMatch(/"problem":"internal-error"|background.failed/)
      await first.close()
      await second.close()
    },
  )
})
