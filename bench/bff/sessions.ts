import { seedPeople } from '@counterfoil/bff/testing'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { Redis } from 'ioredis'

export const SECRET = testSecret('cookies')
export const TOKEN_KEY = Buffer.from(testSecret('tokens'), 'base64url')
export const AUTH_URL = 'http://127.0.0.1:1'
const SCOPES =
  'user:read business:read account:read customer:read invoice:read product:read estimate:read sales_tax:read vendor:read'
const SESSION_MS = 8 * 3_600_000

export interface BenchSession {
  /** For the `Cookie` header of ours. */
  readonly cookie: string
  readonly connectionId: string
  /** For express-session of the others. */
  readonly sessionId: string
}

/** Puts `count` people into the store, each signed in with one connection: the BFF's way and the usual one. */
export async function seedSessions(redisUrl: string, count: number): Promise<readonly BenchSession[]> {
  const people = await seedPeople(
    {
      redisUrl,
      realm: AUTH_URL,
      sessionSecret: SECRET,
      tokenKey: { id: 'k1', key: TOKEN_KEY },
      scopes: SCOPES.split(' '),
    },
    count,
  )
  const redis = new Redis(redisUrl, { enableAutoPipelining: true })
  const expires = new Date(Date.now() + SESSION_MS)
  const cookie = { originalMaxAge: SESSION_MS, expires, httpOnly: true, path: '/' }
  // What the usual way keeps in its session: the tokens themselves, and express-session's cookie.
  await Promise.all(
    people.map(({ sessionId, tokens: { expiresAtMs: expiresAt, ...tokens } }) =>
      redis.set(`usual:${sessionId}`, JSON.stringify({ cookie, ...tokens, expiresAt }), 'PX', SESSION_MS),
    ),
  )
  await redis.quit()
  return people
}
