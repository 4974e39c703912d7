import { createHmac, randomBytes } from 'node:crypto'
import { connectionIdOf } from '@counterfoil/bff/connections/connection-id'
import { createConnectionStore } from '@counterfoil/bff/connections/connection-store'
import { buildConnection } from '@counterfoil/bff/connections/connection'
import { principalIdOf } from '@counterfoil/bff/principals/principal-id'
import { createPrincipalStore } from '@counterfoil/bff/principals/principal-store'
import { createSealedBox } from '@counterfoil/bff/crypto/sealed-box'
import { buildTokenSet } from '@counterfoil/bff/connections/token-set'
import { Redis } from 'ioredis'
import {
  asAccessToken,
  asBusinessWireId,
  asRefreshToken,
  asSessionId,
  asTokenSetId,
  asUserWireId,
} from '@counterfoil/oauth/testing/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'

export const SECRET = testSecret('cookies')
export const TOKEN_KEY = Buffer.from(testSecret('tokens'), 'base64url')
export const AUTH_URL = 'http://127.0.0.1:1'
const SCOPES =
  'user:read business:read account:read customer:read invoice:read product:read estimate:read sales_tax:read vendor:read'

export interface BenchSession {
  /** For the `Cookie` header of ours. */
  readonly cookie: string
  readonly connectionId: string
  /** For express-session of the others. */
  readonly sessionId: string
}

function signed(sessionId: string): string {
  const signature = createHmac('sha256', SECRET).update(sessionId).digest('base64').replace(/=+$/, '')
  return encodeURIComponent(`s:${sessionId}.${signature}`)
}

/** Puts `count` people into the store, each signed in with one connection, through the BFF's own stores. */
export async function seedSessions(redisUrl: string, count: number): Promise<readonly BenchSession[]> {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true })
  const clock = Date.now
  const storeTime = async () => clock()
  const principals = createPrincipalStore({ redis, storeTime })
  const connections = createConnectionStore({
    redis,
    box: createSealedBox([{ id: 'k1', key: TOKEN_KEY }]),
    storeTime,
    onUnreadable: () => undefined,
    onVisibleChange: () => {},
    scheduleRevocation: async () => {},
  })
  const sessions: BenchSession[] = []
  for (let first = 0; first < count; first += 500) {
    const batch = Array.from({ length: Math.min(500, count - first) }, (_, offset) => first + offset)
    sessions.push(
      ...(await Promise.all(
        batch.map(async (number) => {
          const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
          const userId = asUserWireId(btoa(`User:${uuid}`))
          const businessId = asBusinessWireId(btoa(`Business:${uuid}`))
          const principalId = principalIdOf(AUTH_URL, userId)
          const connectionId = connectionIdOf(principalId, businessId)
          const nowMs = clock()
          await principals.ensure(
            principalId,
            { userId: userId, email: `person-${number}@harbour.example` },
            86_400_000,
          )
          await principals.addConnection(principalId, connectionId)
          const tokens = buildTokenSet(
            {
              accessToken: asAccessToken(`access-${number}-${randomBytes(20).toString('base64url')}`),
              refreshToken: asRefreshToken(`refresh-${number}-${randomBytes(20).toString('base64url')}`),
              lifeSeconds: 36_000,
              scopes: SCOPES.split(' '),
            },
            { id: asTokenSetId(randomBytes(12).toString('base64url')), askedAtMs: nowMs, random: 0.5 },
          )
          const identity = {
            ...{
              id: connectionId,
              principalId,
              userId,
              businessId,
              tokens,
              scopes: SCOPES.split(' '),
              isAnswered: true,
              usedAtMs: nowMs,
            },
            ...{ email: `person-${number}@harbour.example`, businessName: `Business number ${number}` },
          }
          await connections.save(connectionId, (previous) => ({
            ...buildConnection(identity, previous, nowMs),
            lastGoodAtMs: nowMs,
          }))
          const sessionId = asSessionId(randomBytes(32).toString('base64url'))
          const pointer = { principalId, startedAtMs: nowMs, selectedConnectionId: connectionId }
          await redis.set(`sess:${sessionId}`, JSON.stringify(pointer), 'PX', 8 * 3_600_000)
          await principals.putSession(principalId, {
            ...{ sessionId, startedAtMs: nowMs, lastSeenAtMs: nowMs, expiresAtMs: nowMs + 8 * 3_600_000 },
            device: 'Firefox on Linux',
          })
          // What the usual way keeps in its session: the tokens themselves, and express-session's cookie.
          const usual = {
            cookie: {
              originalMaxAge: 28_800_000,
              expires: new Date(nowMs + 28_800_000),
              httpOnly: true,
              path: '/',
            },
            ...{
              accessToken: tokens.accessToken,
              refreshToken: tokens.refreshToken,
              expiresAt: tokens.expiresAtMs,
            },
          }
          await redis.set(`usual:${sessionId}`, JSON.stringify(usual), 'EX', 28_800)
          return { cookie: signed(sessionId), connectionId, sessionId }
        }),
      )),
    )
  }
  await redis.quit()
  return sessions
}
