import { randomBytes } from 'node:crypto'
import {
  asAccessToken,
  asBusinessWireId,
  asRefreshToken,
  asSessionId,
  asTokenSetId,
  asUserWireId,
} from '@counterfoil/oauth/testing/ids'
import { Redis } from 'ioredis'
import { connectionIdOf } from '#connections/connection-id.ts'
import { createConnectionStore } from '#connections/connection-store.ts'
import { buildConnection } from '#connections/connection.ts'
import { buildTokenSet } from '#connections/token-set.ts'
import type { TokenKey } from '#crypto/key-config.ts'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { formatSignedCookie } from '#crypto/signature.ts'
import { principalIdOf } from '#principals/principal-id.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'

const SESSION_MS = 8 * 3_600_000
const AT_ONCE = 500

export interface SeededPerson {
  /** The value of the session's cookie. */
  readonly cookie: string
  readonly sessionId: string
  readonly connectionId: string
  readonly tokens: {
    readonly accessToken: string
    readonly refreshToken: string
    readonly expiresAtMs: number
  }
}

/** The Redis, provider and keys with which people are stored; the same as in the engine that reads them. */
interface SeedOptions {
  readonly redisUrl: string
  /** The address of the provider, as in its profile. */
  readonly realm: string
  readonly sessionSecret: string
  readonly tokenKey: TokenKey
  readonly scopes: readonly string[]
}

/**
 * Stores `count` people in Redis, each signed in with one connection, for measurements with many people. No provider knows their
 * tokens.
 */
export async function seedPeople(options: SeedOptions, count: number): Promise<readonly SeededPerson[]> {
  const redis = new Redis(options.redisUrl, { enableAutoPipelining: true })
  const storeTime = async () => Date.now()
  const principals = createPrincipalStore({ redis, storeTime })
  const connections = createConnectionStore({
    redis,
    box: createSealedBox([options.tokenKey]),
    storeTime,
    onUnreadable: () => undefined,
    onVisibleChange: () => {},
    scheduleRevocation: async () => {},
  })

  async function seed(number: number): Promise<SeededPerson> {
    const nowMs = Date.now()
    const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
    const userId = asUserWireId(btoa(`User:${uuid}`))
    const businessId = asBusinessWireId(btoa(`Business:${uuid}`))
    const principalId = principalIdOf(options.realm, userId)
    const connectionId = connectionIdOf(principalId, businessId)
    const email = `person-${number}@harbour.example`
    await principals.ensure(principalId, { userId, email }, 86_400_000)
    await principals.addConnection(principalId, connectionId)
    const random = () => randomBytes(20).toString('base64url')
    const { scopes } = options
    const refreshToken = asRefreshToken(`refresh-${number}-${random()}`)
    const answer = { accessToken: asAccessToken(`access-${number}-${random()}`), refreshToken }
    const tokens = buildTokenSet(
      { ...answer, lifeSeconds: 36_000, scopes },
      { id: asTokenSetId(random()), askedAtMs: nowMs, random: 0.5 },
    )
    const about = { id: connectionId, principalId, userId, businessId, tokens, scopes }
    const shown = { email, businessName: `Business number ${number}`, isAnswered: true, usedAtMs: nowMs }
    await connections.save(connectionId, (previous) => ({
      ...buildConnection({ ...about, ...shown }, previous, nowMs),
      lastGoodAtMs: nowMs,
    }))
    const sessionId = asSessionId(randomBytes(32).toString('base64url'))
    const pointer = { principalId, startedAtMs: nowMs, selectedConnectionId: connectionId }
    await redis.set(`sess:${sessionId}`, JSON.stringify(pointer), 'PX', SESSION_MS)
    const times = { startedAtMs: nowMs, lastSeenAtMs: nowMs, expiresAtMs: nowMs + SESSION_MS }
    await principals.putSession(principalId, { sessionId, ...times, device: 'Firefox on Linux' })
    return {
      cookie: formatSignedCookie(sessionId, options.sessionSecret),
      sessionId,
      connectionId,
      tokens: { accessToken: tokens.accessToken, refreshToken, expiresAtMs: tokens.expiresAtMs },
    }
  }

  const people: SeededPerson[] = []
  for (let first = 0; first < count; first += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, offset) => first + offset)
    people.push(...(await Promise.all(batch.map(seed))))
  }
  await redis.quit()
  return people
}
