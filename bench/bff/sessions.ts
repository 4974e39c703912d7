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
  /** The value of the `Cookie` header for our BFF. */
  readonly cookie: string
  readonly connectionId: string
  /** The id of the express-session for the other variants. */
  readonly sessionId: string
}

/** Stores `count` people, each signed in with one connection, in the form of our BFF and of express-session. */
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
  // The express-session of the usual variant: the tokens themselves, and the session's cookie.
  await Promise.all(
    people.map(({ sessionId, tokens: { expiresAtMs: expiresAt, ...tokens } }) =>
      redis.set(`usual:${sessionId}`, JSON.stringify({ cookie, ...tokens, expiresAt }), 'PX', SESSION_MS),
    ),
  )
  await redis.quit()
  return people
}
