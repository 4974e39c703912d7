import { promisify } from 'node:util'
import type { Request } from 'express'
import type { ConnectionId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import type { Person, PrincipalStore, SessionEntry } from '#principals/principal-store.ts'
import type { StoreTime } from '#redis/store-time.ts'
import { describeDevice } from '#browser/device-name.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import type { SessionStore } from './session-store.ts'
import { FIRST_LIFE_MS, isReservation, type SessionLifetimes, type SessionName } from './session.ts'

/** The functions that begin, change or end a session. `req` must have passed the session middleware. */
export interface SessionLifecycle {
  /**
   * Signs in under a new session id. The session is stored when the promise resolves, so the answer may be sent. If it rejects, the
   * answer has no cookie, and the former session stays valid.
   * @returns undefined if the app has its own sign-in: then no session begins here
   */
  begin(
    req: Request,
    principalId: PrincipalId,
    person: Person,
    selectedConnectionId: ConnectionId,
  ): Promise<BegunSession | undefined>
  /** Limits the life of the replaced session, in case the cookie of the new one never comes back. Never throws. */
  limitReplaced(begun: BegunSession): Promise<void>
  /** Selects the connection for addresses that name no business. */
  select(req: Request, connectionId: ConnectionId): Promise<void>
  end(req: Request): Promise<void>
  endEntry(principalId: PrincipalId, sessionId: SessionId): Promise<void>
  /** Returns the living sessions of a principal, and removes the others from the list. */
  list(principalId: PrincipalId): Promise<readonly SessionEntry[]>
  /** Ends the sessions of a person who was forgotten. An interrupted run is continued by the next one. */
  endForgotten(principalId: PrincipalId): Promise<void>
  /** Returns the milliseconds until the last of the sessions ends; undefined without sessions. */
  lastEndsInMs(principalId: PrincipalId): Promise<number | undefined>
  /** Adds a reservation for a session that is about to begin, so that the sweeper keeps the principal. */
  announce(principalId: PrincipalId, person: Person, reservationId: SessionId): Promise<void>
}

/** A new session, and the one that it replaces. */
export interface BegunSession {
  readonly sessionId: SessionId
  readonly replaces: SessionName | null
}

/** The time in milliseconds for which an entry without a session counts as one that is just being made. */
const BEING_MADE_MS = 60_000

interface SessionLifecycleDeps {
  readonly store: SessionStore
  readonly principals: PrincipalStore
  readonly lifetimes: SessionLifetimes
  readonly clock: () => number
  /** The store's clock, for times that other processes compare. */
  readonly storeTime: StoreTime
  /** Called after a session of the principal began or ended. */
  readonly onChange: (principalId: PrincipalId) => void
  /** Called when a session is found that has expired. */
  readonly onExpired: (why: 'idle' | 'absolute') => void
}

export function createSessionLifecycle(deps: SessionLifecycleDeps): SessionLifecycle {
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
        // Else express-session would replace a valid cookie by that of a session that is not stored.
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

/** Returns the ids of the session of `req` and its principal; undefined if nobody is signed in. */
function nameOf(req: Request): SessionName | undefined {
  const { principalId } = req.session
  return principalId === undefined ? undefined : { principalId, sessionId: req.sessionID as SessionId }
}

/** Creates the functions that list and end the sessions on the list of a principal. */
function createSessionEntries(deps: SessionLifecycleDeps) {
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
