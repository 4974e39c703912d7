import type { Clock } from '@counterfoil/service/clock'
import type { PrincipalStore } from '#connections/principal-store.ts'
import type { BffMetrics } from '#metrics/bff-metrics.ts'
import type { StoreClock } from '#redis/clock-store.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import type { Config } from '../config.ts'
import { createSessionChanges } from './session-changes-store.ts'
import { chooseCookieNames, formatCookie } from './session-cookie.ts'
import type { SessionEvents } from './session-events-store.ts'
import { sessionMiddleware } from './session-middleware.ts'
import { createSessionReader } from './session-reader-store.ts'
import { digestOf, formatSignedCookie, isSignedBy, sign } from './signature.ts'

const CSRF_PURPOSE = 'csrf'

/** Sessions, and what is signed for a browser. */
export function joinSessions(deps: {
  readonly config: Config
  readonly store: RedisClient
  readonly principals: PrincipalStore
  readonly events: SessionEvents
  readonly metrics: BffMetrics
  readonly clock: Clock
  readonly now: StoreClock
}) {
  const { config, store, principals, clock, now } = deps
  const { redis } = store
  const cookies = chooseCookieNames(config.publicUrl)
  const lives = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const [signingSecret = ''] = secrets
  return {
    cookies,
    reader: createSessionReader({ redis, principals, secrets, cookies, lives, clock, now }),
    session: sessionMiddleware({
      client: createSessionStoreClient(store),
      redis,
      secrets,
      cookies,
      lives,
      clock,
    }),
    changes: createSessionChanges({
      redis,
      principals,
      lives,
      clock,
      now,
      onChange: deps.events.publish,
      onExpired: deps.metrics.sessionEnded,
    }),
    sessionCookieOf: (sessionId: string) =>
      formatCookie(
        cookies.session,
        formatSignedCookie(sessionId, signingSecret),
        config.sessionAbsoluteMs / 1000,
        cookies.isSecure,
      ),
    browserOf: (browserId: string) => digestOf(`browser\n${browserId}`),
    csrfTokenOf: (browserId: string) => sign(signingSecret, CSRF_PURPOSE, browserId),
    isCsrfToken: (browserId: string, token: string) => isSignedBy(secrets, CSRF_PURPOSE, browserId, token),
  }
}
