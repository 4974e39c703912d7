import type { Redis } from 'ioredis'
import { createBoundedMap } from '#connections/bounded-map.ts'
import type { PrincipalStore } from '#connections/principal-store.ts'
import type { StoreClock } from '#redis/clock-store.ts'
import { readCookie, type CookieNames } from './session-cookie.ts'
import { parseSessionPointer, remainingMs, type SessionLives, type SessionPointer } from './session.ts'
import { digestOf, readSignedCookie } from './signature.ts'

/** A session as one request sees it. */
export interface ReadSession extends SessionPointer {
  /** As secret as the cookie: never logged. */
  readonly id: string
  /** Stands for the session in logs, limits and lists. */
  readonly handle: string
}

/**
 * Reads sessions without express-session: one GET, no lock, no write, no answer held back.
 * Whatever changes a session goes through `session-middleware`.
 */
export interface SessionReader {
  /** Undefined when there is no cookie, nobody of ours signed it, or the session is over. Never extends it. */
  read(cookieHeader: string | undefined): Promise<ReadSession | undefined>
  /** Extends the idle life, with at most one write per session and {@link TOUCH_STEP_MS}. Never revives a session. */
  touch(session: ReadSession): Promise<void>
  /** Extends it now. False when it is over. */
  extend(session: ReadSession): Promise<boolean>
  /** When the idle life ends if nothing more happens. Undefined when it is over. */
  idleEndsAtMs(session: ReadSession): Promise<number | undefined>
  exists(sessionId: string): Promise<boolean>
  /** The handle of the session a cookie names, by its signature alone: whether it still lives is not asked. */
  handleOf(cookieHeader: string | undefined): string | undefined
}

export const TOUCH_STEP_MS = 30_000
const MAX_REMEMBERED = 50_000
export const sessionKey = (sessionId: string) => `sess:${sessionId}`

export function createSessionReader(deps: {
  readonly redis: Redis
  readonly principals: Pick<PrincipalStore, 'touchSession'>
  readonly secrets: readonly string[]
  readonly cookies: CookieNames
  readonly lives: SessionLives
  readonly clock: () => number
  readonly now: StoreClock
}): SessionReader {
  const touchedAtMs = new Map<string, number>()
  // Only cookies that we signed get in, so nobody can push others out. It says nothing about the session behind them.
  const verified = createBoundedMap<string, { readonly id: string; readonly handle: string }>(MAX_REMEMBERED)

  function verify(value: string): { readonly id: string; readonly handle: string } | undefined {
    const known = verified.get(value)
    if (known !== undefined) return known
    const id = readSignedCookie(value, deps.secrets)
    if (id === undefined) return undefined
    const cookie = { id, handle: digestOf(id) }
    verified.set(value, cookie)
    return cookie
  }

  function readOurs(cookieHeader: string | undefined) {
    const value = readCookie(cookieHeader, deps.cookies.session)
    return value === undefined ? undefined : verify(value)
  }

  async function extend(session: ReadSession): Promise<boolean> {
    const leftMs = remainingMs(session.startedAtMs, deps.clock(), deps.lives)
    if (leftMs <= 0) return false
    // PEXPIRE does nothing to a key that is gone: a session that was signed out stays so.
    const isThere = (await deps.redis.pexpire(sessionKey(session.id), leftMs)) === 1
    if (!isThere) return false
    const nowMs = await deps.now()
    await deps.principals.touchSession(session.principalId, session.id, nowMs, nowMs + leftMs)
    return true
  }

  return {
    handleOf: (cookieHeader) => readOurs(cookieHeader)?.handle,
    async read(cookieHeader) {
      const cookie = readOurs(cookieHeader)
      if (cookie === undefined) return undefined
      const { id, handle } = cookie
      const text = await deps.redis.get(sessionKey(id))
      const pointer = text === null ? undefined : parseSessionPointer(text, deps.clock(), deps.lives)
      return pointer === undefined ? undefined : { ...pointer, id, handle }
    },
    async touch(session) {
      const nowMs = deps.clock()
      if (nowMs - (touchedAtMs.get(session.handle) ?? 0) < TOUCH_STEP_MS) return
      if (touchedAtMs.size > MAX_REMEMBERED) touchedAtMs.clear()
      touchedAtMs.set(session.handle, nowMs)
      await extend(session)
    },
    extend,
    async idleEndsAtMs(session) {
      const leftMs = await deps.redis.pttl(sessionKey(session.id))
      return leftMs < 0 ? undefined : deps.clock() + leftMs
    },
    async exists(sessionId) {
      return (await deps.redis.exists(sessionKey(sessionId))) === 1
    },
  }
}
