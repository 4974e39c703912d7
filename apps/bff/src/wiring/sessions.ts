import type { Clock } from '@counterfoil/service/clock'
import type { BrowserId, DigestOf, SessionId } from '@counterfoil/oauth/ids'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { StoreTime } from '#redis/store-time.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import type { Replication } from '#redis/replication-store.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import type { Config } from '../config.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { createDeviceMemory } from '#session/device-memory.ts'
import { createSessionChanges } from '#session/session-changes-store.ts'
import { formatCookie } from '@counterfoil/service/cookies'
import { chooseCookieNames } from '#session/cookie-names.ts'
import type { SessionEvents } from '#session/session-events-store.ts'
import { cookieOptions, sessionMiddleware } from '#session/session-middleware.ts'
import { createSessionReader } from '#session/session-reader-store.ts'
import { SessionStore } from '#session/session-store.ts'
import { digestOf, formatSignedCookie, isSignedBy, sign } from '#crypto/signature.ts'

const CSRF_PURPOSE = 'csrf'

/** Sessions, and what is signed for a browser. */
export function joinSessions(deps: {
  readonly config: Config
  readonly store: RedisClient
  readonly box: SealedBox
  readonly replication: Replication
  readonly principals: PrincipalStore
  readonly events: SessionEvents
  readonly metrics: BffMetrics
  readonly clock: Clock
  readonly storeTime: StoreTime
}) {
  const { config, principals, clock, storeTime } = deps
  const cookies = chooseCookieNames(config.publicUrl)
  const lives = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const [signingSecret] = secrets
  const cookie = cookieOptions(cookies, lives)
  const store = new SessionStore({
    client: createSessionStoreClient(deps.store.redis, deps.replication.confirmOrRepeat),
    lives,
    cookie,
    clock,
    async noteSeen({ principalId, sessionId }, leftMs) {
      const nowMs = await storeTime()
      await principals.touchSession(principalId, sessionId, nowMs, nowMs + leftMs)
    },
    async noteReplaced({ principalId, sessionId }) {
      await principals.removeSession(principalId, sessionId)
      // Whoever was signed in here before may have no other session: the sweeper looks.
      await principals.schedule(principalId, 0)
      deps.events.publish(principalId)
    },
  })
  return {
    cookies,
    device: createDeviceMemory({ box: deps.box, cookies, unusedMs: config.connectionUnusedMs, clock }),
    reader: createSessionReader({ store, secrets, cookies, clock }),
    session: sessionMiddleware({
      ...{ store, secrets, cookies, cookie },
      onSignedAnew: deps.metrics.sessionSignedAnew,
    }),
    sessions: store,
    changes: createSessionChanges({
      store,
      principals,
      lives,
      clock,
      storeTime,
      onChange: deps.events.publish,
      onExpired: deps.metrics.sessionEnded,
    }),
    sessionCookieOf: (sessionId: SessionId) =>
      formatCookie(cookies.session, formatSignedCookie(sessionId, signingSecret), {
        isSecure: cookies.isSecure,
        maxAgeSeconds: config.sessionAbsoluteMs / 1000,
      }),
    browserOf: (browserId: BrowserId) => digestOf(`browser\n${browserId}`) as DigestOf<BrowserId>,
    csrfTokenOf: (browserId: BrowserId) => sign(signingSecret, CSRF_PURPOSE, browserId),
    isCsrfToken: (browserId: BrowserId, token: string) => isSignedBy(secrets, CSRF_PURPOSE, browserId, token),
  }
}
