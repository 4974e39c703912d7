import type { BrowserId, DigestOf, SessionId } from '@counterfoil/oauth/ids'
import { formatCookie } from '@counterfoil/service/cookies'
import { digestOf, formatSignedCookie, isSignedBy, sign } from '#crypto/signature.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import { chooseCookieNames } from '#session/cookie-names.ts'
import { createDeviceMemory } from '#session/device-memory.ts'
import { createSessionChanges } from '#session/session-changes-store.ts'
import { cookieOptions, sessionMiddleware } from '#session/session-middleware.ts'
import { createSessionReader } from '#session/session-reader.ts'
import { createSessionOpener } from '#session/session-responder.ts'
import { SessionStore } from '#session/session-store.ts'
import type { Opened } from './opened.ts'
import type { Stores } from './stores.ts'

export type Sessions = ReturnType<typeof joinSessions>

const CSRF_PURPOSE = 'csrf'

/** Sessions, and what is signed for a browser. */
export function joinSessions(deps: Opened & Stores) {
  const { config, principals, clock, storeTime, roughStoreTime } = deps
  const cookies = chooseCookieNames(config.publicUrl, config)
  const lifetimes = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const [signingSecret] = secrets
  const cookie = cookieOptions(cookies, lifetimes)
  const store = new SessionStore({
    client: createSessionStoreClient(deps.redis, deps.replication.confirmOrRepeat),
    lifetimes,
    cookie,
    clock,
    async noteSeen({ principalId, sessionId }, leftMs) {
      const nowMs = await roughStoreTime()
      await principals.touchSession(principalId, sessionId, {
        lastSeenAtMs: nowMs,
        expiresAtMs: nowMs + leftMs,
      })
    },
    async noteReplaced({ principalId, sessionId }) {
      await principals.removeSession(principalId, sessionId)
      // Anyone who was signed in here before may have no other session: the sweeper looks.
      await principals.schedule(principalId, 0)
      deps.events.publish(principalId)
    },
  })
  return {
    cookies,
    device: createDeviceMemory({ box: deps.box, cookies, unusedMs: config.connectionUnusedMs, clock }),
    reader: createSessionReader({ store, secrets, cookies, clock }),
    openSession: createSessionOpener(
      sessionMiddleware({
        ...{ store, secrets, cookies, cookie },
        onSignedAnew: deps.metrics.sessionSignedAnew,
      }),
    ),
    sessions: store,
    changes: createSessionChanges({
      store,
      principals,
      lifetimes,
      clock,
      storeTime,
      onChange: deps.events.publish,
      onExpired: deps.metrics.sessionEnded,
    }),
    sessionCookieOf: (sessionId: SessionId) =>
      formatCookie(
        { name: cookies.session, value: formatSignedCookie(sessionId, signingSecret) },
        {
          isSecure: cookies.isSecure,
          maxAgeSeconds: config.sessionAbsoluteMs / 1000,
        },
      ),
    browserOf: (browserId: BrowserId) => digestOf(`browser\n${browserId}`) as DigestOf<BrowserId>,
    csrfTokenOf: (browserId: BrowserId) =>
      sign({ secret: signingSecret, purpose: CSRF_PURPOSE, text: browserId }),
    isCsrfToken: (browserId: BrowserId, token: string) =>
      isSignedBy(secrets, { purpose: CSRF_PURPOSE, text: browserId, signature: token }),
  }
}
