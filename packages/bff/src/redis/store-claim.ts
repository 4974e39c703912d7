import type { Redis } from 'ioredis'

const KEY = 'engine:provider'

/**
 * Notes whose connections a database of Redis holds. Two providers in one would revoke each other's tokens.
 * @param realm Of the provider's profile.
 * @returns false if it holds those of another provider
 */
export async function claimStore(redis: Pick<Redis, 'set' | 'get'>, realm: string): Promise<boolean> {
  await redis.set(KEY, realm, 'NX')
  return (await redis.get(KEY)) === realm
}
