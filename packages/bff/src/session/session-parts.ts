import type { PrincipalId } from '@counterfoil/oauth/ids'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { type PersonOf, createOwnPeople } from '#principals/own-people.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { Confirm } from '#redis/confirm.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import type { Redis } from 'ioredis'
import type { EngineConfig } from '../config.ts'
import { chooseCookieNames } from './cookie-names.ts'
import { createDeviceMemory } from './device-memory.ts'
import { createOwnPeopleSessions } from './own-people-sessions.ts'
import { createSessionLifecycle } from './session-lifecycle-store.ts'
import { cookieOptions, sessionMiddleware } from './session-middleware.ts'
import { createSessionReader } from './session-reader.ts'
import { createSessionOpener } from './session-responder.ts'
import { SessionStore } from './session-store.ts'
import { createSigning } from './signing.ts'

interface SessionsPorts {
  readonly config: EngineConfig
  readonly redis: Redis
  readonly box: SealedBox
  readonly principals: PrincipalStore
  /** The app's own sign-in; undefined if people are identified by the provider. */
  readonly personOf: PersonOf | undefined
  readonly clock: () => number
  readonly storeTime: () => Promise<number>
  readonly roughStoreTime: () => Promise<number>
  readonly confirmOrRepeat: Confirm
  readonly onChange: (principalId: PrincipalId) => void
  readonly metrics: { sessionSignedAnew(): void; sessionEnded(why: 'idle' | 'absolute'): void }
}

/** Creates everything about who is signed in: cookies and what is signed in them, sessions, and the app's own people. */
export function createSessions(ports: SessionsPorts) {
  const { config, principals, personOf, clock, metrics, onChange } = ports
  const cookies = chooseCookieNames(config.publicUrl, config)
  const lifetimes = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs }
  const secrets = config.sessionSecrets
  const cookie = cookieOptions(cookies, lifetimes)
  const store = new SessionStore({
    client: createSessionStoreClient(ports.redis, ports.confirmOrRepeat),
    lifetimes,
    cookie,
    clock,
    async noteSeen({ principalId, sessionId }, leftMs) {
      const nowMs = await ports.roughStoreTime()
      const expiresAtMs = nowMs + leftMs
      await principals.touchSession(principalId, sessionId, { lastSeenAtMs: nowMs, expiresAtMs })
    },
    async noteReplaced({ principalId, sessionId }) {
      await principals.removeSession(principalId, sessionId)
      // The replaced person may have no other session: the sweeper checks.
      await principals.schedule(principalId, 0)
      onChange(principalId)
    },
  })
  const openSession = createSessionOpener(
    sessionMiddleware({ store, secrets, cookies, cookie, onSignedAnew: metrics.sessionSignedAnew }),
  )
  const stored = {
    reader: createSessionReader({ store, secrets, cookies, clock }),
    openSession,
    changes: createSessionLifecycle({ ...ports, store, lifetimes, onExpired: metrics.sessionEnded }),
  }
  const people = personOf && createOwnPeople(personOf)
  const own = people && createOwnPeopleSessions({ people, principals, onChange })
  return {
    cookies,
    sessions: store,
    people,
    reader: own?.reader ?? stored.reader,
    openSession: own?.openSession ?? stored.openSession,
    changes: { ...stored.changes, ...own?.changes },
    device: createDeviceMemory({ ...ports, cookies, unusedMs: config.connectionUnusedMs }),
    signing: createSigning({ secrets, cookies, sessionAbsoluteMs: config.sessionAbsoluteMs }),
  }
}
