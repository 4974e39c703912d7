import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { beforeEach } from 'vitest'

interface JourneyWorld {
  redis: TestRedis
  provider: FakeProvider
  bff: TestBff
  maria: BffPerson
}

/** What runs while a test runs. */
export const world = {} as JourneyWorld

/** Starts Redis, a provider, the BFF and a person before each test, and ends them after it. */
export function startJourneyWorld(): void {
  beforeEach(async () => {
    world.redis = await startRedis()
    world.provider = await startFakeProvider()
    world.bff = await startBff({ redisUrl: world.redis.url, provider: world.provider })
    world.maria = createBffPerson(world.bff.url)
    return async () => {
      await world.bff.close()
      await world.provider.close()
      await world.redis.close()
    }
  })
}

export const BAKERY = { businessId: 'QnVzaW5lc3M6YmFrZXJ5', businessName: 'Harbour Lane Bakery' }

export const SAM = { userId: 'VXNlcjpzYW0=', email: 'sam@harbour.example' }

/** Where the provider sends the browser back to, without going there. */
export async function callbackOf(person: BffPerson, fields: Record<string, string> = {}): Promise<string> {
  const answer = await person.start(fields, { stopAt: `${world.bff.url}/connect/callback` })
  if (answer.location === undefined) throw new Error(`no way back: ${answer.status} ${answer.url}`)
  return answer.location
}

/** The name of the cookie of the attempt that `person` has open, with `value`. */
export function attemptCookieOf(person: BffPerson, value: string): [name: string, value: string] {
  const [name = ''] = /[\w-]*counterfoil-attempt-[\w-]+/.exec(person.agent.cookies(world.bff.url)) ?? []
  return [name, value]
}
