import { promisify } from 'node:util'
import type { Request } from 'express'
import type { Redis } from 'ioredis'
import type { Person, PrincipalStore, SessionEntry } from '#connections/principal-store.ts'
import type { StoreClock } from '#redis/clock-store.ts'
import { describeDevice } from './device.ts'
import { markFresh } from './session-middleware.ts'
import { sessionKey } from './session-reader-store.ts'
import { remainingMs, type SessionLives } from './session.ts'

/** Everything that begins, changes or ends a session. `req` must have gone through the session middleware. */
export interface SessionChanges {
  /** Signs in under a new session id, which it answers. Saved when it resolves, so the answer may be sent. */
  begin(req: Request, principalId: string, person: Person, selectedConnectionId: string): Promise<string>
  select(req: Request, connectionId: string): Promise<void>
  /** Ends the session of this request. */
  end(req: Request): Promise<void>
  /** Ends any session of a principal. */
  endEntry(principalId: string, sessionId: string): Promise<void>
  /** The sessions of a principal that still live; forgets those that do not. */
  list(principalId: string): Promise<readonly SessionEntry[]>
  /** How long the longest of them will live; undefined when there is none. */
  lastEndsInMs(principalId: string): Promise<number | undefined>
  /** Stands for a session that is about to begin, so that the sweeper leaves the principal alone. */
  announce(principalId: string, person: Person, claimId: string): Promise<void>
}

/** Names a claim: it stands for a session that is about to begin. */
export const claimIdOf = (flowId: string) => `claim-${flowId}`
export const isClaim = (sessionId: string) => sessionId.startsWith('claim-')

/** An entry without a session counts as one that is just being made for this long. */
export const BEING_MADE_MS = 60_000

export function createSessionChanges(deps: {
  readonly redis: Redis
  readonly principals: PrincipalStore
  readonly lives: SessionLives
  readonly clock: () => number
  /** What other processes judge, they judge by the store's clock. */
  readonly now: StoreClock
  /** Told after a session of the principal began or ended. */
  readonly onChange: (principalId: string) => void
  /** Told when a session is found that ended by itself. */
  readonly onExpired: (why: 'idle' | 'absolute') => void
}): SessionChanges {
  const { principals, clock, lives } = deps

  async function endEntry(principalId: string, sessionId: string): Promise<void> {
    await deps.redis.del(sessionKey(sessionId))
    await principals.removeSession(principalId, sessionId)
    deps.onChange(principalId)
  }

  async function list(principalId: string): Promise<readonly SessionEntry[]> {
    const nowMs = await deps.now()
    const entries = await principals.sessions(principalId)
    const alive = await Promise.all(
      entries.map(async (entry) => {
        if ((await deps.redis.exists(sessionKey(entry.sessionId))) === 1) return entry
        if (nowMs - entry.startedAtMs < BEING_MADE_MS) return entry
        await principals.removeSession(principalId, entry.sessionId)
        if (!isClaim(entry.sessionId)) {
          deps.onExpired(nowMs >= entry.startedAtMs + lives.absoluteMs ? 'absolute' : 'idle')
        }
        return undefined
      }),
    )
    return alive.filter((entry) => entry !== undefined)
  }

  return {
    async announce(principalId, person, claimId) {
      const nowMs = await deps.now()
      await principals.ensure(principalId, person, 2 * BEING_MADE_MS)
      await principals.putSession(principalId, {
        sessionId: claimId,
        startedAtMs: nowMs,
        lastSeenAtMs: nowMs,
        expiresAtMs: nowMs + BEING_MADE_MS,
        device: '',
      })
    },
    async begin(req, principalId, person, selectedConnectionId) {
      const startedAtMs = clock()
      const nowMs = await deps.now()
      const before = { principalId: req.session.principalId as string | undefined, id: req.sessionID }
      await promisify(req.session.regenerate.bind(req.session))()
      const leftMs = remainingMs(startedAtMs, startedAtMs, lives)
      await principals.ensure(principalId, person, 2 * BEING_MADE_MS)
      await principals.putSession(principalId, {
        sessionId: req.sessionID,
        startedAtMs: nowMs,
        lastSeenAtMs: nowMs,
        expiresAtMs: nowMs + leftMs,
        device: describeDevice(req.get('user-agent')),
      })
      req.session.principalId = principalId
      req.session.startedAtMs = startedAtMs
      req.session.selectedConnectionId = selectedConnectionId
      markFresh(req.session)
      await promisify(req.session.save.bind(req.session))()
      if (before.principalId !== undefined) {
        await principals.removeSession(before.principalId, before.id)
        // Whoever was signed in here before may have no other session: the sweeper looks.
        if (before.principalId !== principalId) await principals.schedule(before.principalId, 0)
        deps.onChange(before.principalId)
      }
      if (before.principalId !== principalId) deps.onChange(principalId)
      return req.sessionID
    },
    async select(req, connectionId) {
      req.session.selectedConnectionId = connectionId
      await promisify(req.session.save.bind(req.session))()
    },
    async end(req) {
      const principalId = req.session.principalId as string | undefined
      const id = req.sessionID
      await promisify(req.session.destroy.bind(req.session))()
      if (principalId !== undefined) await endEntry(principalId, id)
    },
    endEntry,
    list,
    async lastEndsInMs(principalId) {
      const entries = await list(principalId)
      const nowMs = await deps.now()
      const ends = entries.map((entry) => entry.expiresAtMs - nowMs)
      return ends.length === 0 ? undefined : Math.max(0, ...ends)
    },
  }
}
