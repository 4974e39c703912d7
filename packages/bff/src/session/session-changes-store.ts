import { promisify } from 'node:util'
import type { Request } from 'express'
import type { ConnectionId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import type { Person, PrincipalStore, SessionEntry } from '#principals/principal-store.ts'
import type { StoreTime } from '#redis/store-time.ts'
import { describeDevice } from '#browser/device-name.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import type { SessionStore } from './session-store.ts'
import { FIRST_LIFE_MS, isReservation, type SessionLifetimes, type SessionName } from './session.ts'

/** Everything that begins, changes or ends a session. `req` must have gone through the session middleware. */
export interface SessionChanges {
  /**
   * Signs in under a new session id. Saved when it resolves, so the answer may be sent; when it fails, the answer carries
   * no cookie, and the session that was there lives on.
   * @returns undefined where the app has its own sign-in: nothing begins here
   */
  begin(
    req: Request,
    principalId: PrincipalId,
    person: Person,
    selectedConnectionId: ConnectionId,
  ): Promise<BegunSession | undefined>
  /** Puts an end to the session that a new one replaces, should the cookie of the new one never come back. Never throws. */
  limitReplaced(begun: BegunSession): Promise<void>
  /** Addresses that name no business lead to this connection from now on. */
  select(req: Request, connectionId: ConnectionId): Promise<void>
  end(req: Request): Promise<void>
  endEntry(principalId: PrincipalId, sessionId: SessionId): Promise<void>
  /** The sessions of a principal that still live; forgets those that do not. */
  list(principalId: PrincipalId): Promise<readonly SessionEntry[]>
  /** Ends the sessions of a person who was forgotten. May be interrupted, and is gone on with. */
  endForgotten(principalId: PrincipalId): Promise<void>
  /** How long the longest of them will live; undefined when there is none. */
  lastEndsInMs(principalId: PrincipalId): Promise<number | undefined>
  /** Represents a session that is about to begin, so that the sweeper leaves the principal alone. */
  announce(principalId: PrincipalId, person: Person, reservationId: SessionId): Promise<void>
}

/** A session that was just begun, and which one it replaces. */
export interface BegunSession {
  readonly sessionId: SessionId
  readonly replaces: SessionName | null
}

/** An entry without a session counts as one that is just being made for this long. */
const BEING_MADE_MS = 60_000

interface SessionChangesDeps {
  readonly store: SessionStore
  readonly principals: PrincipalStore
  readonly lifetimes: SessionLifetimes
  readonly clock: () => number
  /** Times that other processes compare are the store's. */
  readonly storeTime: StoreTime
  /** Called after a session of the principal began or ended. */
  readonly onChange: (principalId: PrincipalId) => void
  /** Called when a session is found that ended by itself. */
  readonly onExpired: (why: 'idle' | 'absolute') => void
}

export function createSessionChanges(deps: SessionChangesDeps): SessionChanges {
  const { store, principals, clock } = deps
  const entries = createSessionEntries(deps)

  return {
    async announce(principalId, person, reservationId) {
      const nowMs = await deps.storeTime()
      await principals.ensure(principalId, person, 2 * BEING_MADE_MS)
      await principals.putSession(principalId, {
        sessionId: reservationId,
        startedAtMs: nowMs,
        lastSeenAtMs: nowMs,
        expiresAtMs: nowMs + BEING_MADE_MS,
        device: '',
      })
    },
    async begin(req, principalId, person, selectedConnectionId) {
      const replaces = nameOf(req) ?? null
      try {
        await promisify(req.session.regenerate.bind(req.session))()
        const nowMs = await deps.storeTime()
        await principals.ensure(principalId, person, 2 * BEING_MADE_MS)
        await principals.putSession(principalId, {
          sessionId: req.sessionID as SessionId,
          startedAtMs: nowMs,
          lastSeenAtMs: nowMs,
          expiresAtMs: nowMs + FIRST_LIFE_MS,
          device: describeDevice(req.get('user-agent')),
        })
        const pointer = {
          principalId,
          startedAtMs: clock(),
          selectedConnectionId,
          unconfirmed: { replaces },
        }
        Object.assign(req.session, pointer)
        await promisify(req.session.save.bind(req.session))()
        if ((await store.leftMs(req.sessionID as SessionId)) === undefined)
          throw new StoreUnavailableError('a session was lost while it was made')
      } catch (error) {
        // Else express-session would hand out the cookie of a session that is not stored, in the place of a good one.
        Reflect.deleteProperty(req, 'session')
        throw error
      }
      deps.onChange(principalId)
      return { sessionId: req.sessionID as SessionId, replaces }
    },
    async limitReplaced({ replaces }) {
      if (replaces !== null) await store.limit(replaces.sessionId).catch(() => undefined)
    },
    async select(req, connectionId) {
      req.session.selectedConnectionId = connectionId
      await promisify(req.session.save.bind(req.session))()
    },
    async end(req) {
      const name = nameOf(req)
      await promisify(req.session.destroy.bind(req.session))()
      if (name !== undefined) await entries.noteEnded(name)
    },
    ...entries,
  }
}

/** Whose session `req` has; undefined when nobody is signed in. */
function nameOf(req: Request): SessionName | undefined {
  const { principalId } = req.session
  return principalId === undefined ? undefined : { principalId, sessionId: req.sessionID as SessionId }
}

/** The sessions of a principal as their list has them, and how they end. */
function createSessionEntries(deps: SessionChangesDeps) {
  const { store, principals, lifetimes } = deps

  async function noteEnded({ principalId, sessionId }: SessionName): Promise<void> {
    await principals.removeSession(principalId, sessionId)
    deps.onChange(principalId)
  }

  async function endEntry(principalId: PrincipalId, sessionId: SessionId): Promise<void> {
    await store.destroy(sessionId)
    await noteEnded({ principalId, sessionId })
  }

  async function list(principalId: PrincipalId): Promise<readonly SessionEntry[]> {
    const nowMs = await deps.storeTime()
    const entries = await principals.sessions(principalId)
    const alive = await Promise.all(
      entries.map(async (entry) => {
        if ((await store.leftMs(entry.sessionId)) !== undefined) return entry
        if (nowMs - entry.startedAtMs < BEING_MADE_MS) return entry
        await principals.removeSession(principalId, entry.sessionId)
        if (!isReservation(entry.sessionId)) {
          deps.onExpired(nowMs >= entry.startedAtMs + lifetimes.absoluteMs ? 'absolute' : 'idle')
        }
        return undefined
      }),
    )
    return alive.filter((entry) => entry !== undefined)
  }

  return {
    noteEnded,
    endEntry,
    list,
    async endForgotten(principalId: PrincipalId): Promise<void> {
      const sessionIds = await principals.endedSessions(principalId)
      for (const sessionId of sessionIds) {
        await store.destroy(sessionId)
        await principals.settleEndedSession(principalId, sessionId)
        deps.onChange(principalId)
      }
      if (sessionIds.length > 0) await principals.leave(principalId)
    },
    async lastEndsInMs(principalId: PrincipalId): Promise<number | undefined> {
      const entries = await list(principalId)
      const nowMs = await deps.storeTime()
      const ends = entries.map((entry) => entry.expiresAtMs - nowMs)
      return ends.length === 0 ? undefined : Math.max(0, ...ends)
    },
  }
}
