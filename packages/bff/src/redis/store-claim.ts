import type { Redis } from 'ioredis'

const KEY = 'engine:provider'

/**
 * Notes the provider whose connections a database of Redis holds. Two providers in one database would revoke each other's tokens.
 * @param realm The realm of the provider's profile.
 * @returns false if the database holds connections of another provider
 */
export async function claimStore(redis: Pick<Redis, 'set' | 'get'>, realm: string): Promise<boolean> {
  await redis.set(KEY, realm, 'NX')
  return (await redis.get(KEY)) === realm
}
