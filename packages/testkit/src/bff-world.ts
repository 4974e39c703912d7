import { Redis } from 'ioredis'
import { createBffPerson, type BffPerson } from './bff-person.ts'
import { startFakeProvider, type FakeProvider } from './fake-provider.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { startBff, type BffOptions, type TestBff } from './start-bff.ts'

/** A BFF with its Redis and provider, and a person who uses it. */
export interface BffWorld {
  redis: TestRedis
  /** A client of {@link BffWorld.redis}. */
  store: Redis
  provider: FakeProvider
  bff: TestBff
  /** A person of the BFF, not yet connected. */
  maria: BffPerson
  close(): Promise<void>
}

/**
 * Starts Redis, a fake provider, the BFF between them and a browser.
 *
 * @param headers Sent with every request of `maria`.
 */
export async function startBffWorld(
  options: Pick<BffOptions, 'env' | 'overrides'> = {},
  headers: Record<string, string> = {},
): Promise<BffWorld> {
  const redis = await startRedis()
  const store = new Redis(redis.url)
  const provider = await startFakeProvider()
  const bff = await startBff({ redisUrl: redis.url, provider, ...options })
  return {
    ...{ redis, store, provider, bff },
    maria: createBffPerson(bff.url, headers),
    async close() {
      await bff.close()
      await provider.close()
      store.disconnect()
      await redis.close()
    },
  }
}

/** A second business that the person of the fake provider may choose. */
export const BAKERY = { businessId: 'QnVzaW5lc3M6YmFrZXJ5', businessName: 'Harbour Lane Bakery' }

/** A second person of the fake provider. */
export const SAM = { userId: 'VXNlcjpzYW0=', email: 'sam@harbour.example' }

/** Behaviour of an endpoint of the fake provider while it is down. */
export const DOWN = { kind: 'answer', status: 503, body: '' } as const
