import { RedisStore } from 'connect-redis'
import type { Request } from 'express'
import type { CookieOptions, SessionData } from 'express-session'
import type { ConnectionId, PrincipalId, SessionId } from '@counterfoil/oauth/ids'
import type { SessionStoreClient } from '#redis/session-store-adapter.ts'
import {
  FIRST_LIFE_MS,
  type SessionLifetimes,
  type SessionName,
  type SessionPointer,
  formatSessionPointer,
  isTouchDue,
  parseSessionPointer,
  remainingMs,
} from './session.ts'

declare module 'express-session' {
  interface SessionData {
    principalId: PrincipalId
    startedAtMs: number
    seenAtMs: SessionPointer['seenAtMs']
    selectedConnectionId: ConnectionId | undefined
    unconfirmed: SessionPointer['unconfirmed']
  }
}

interface SessionStoreDeps {
  readonly client: SessionStoreClient
  readonly lifetimes: SessionLifetimes
  /** The cookie options of every session; they are not stored. */
  readonly cookie: CookieOptions
  readonly clock: () => number
  /** Notes in the person's list of sessions that this one was used, and the milliseconds until it ends. */
  readonly noteSeen: (name: SessionName, leftMs: number) => Promise<void>
  /** Removes a replaced session from the person's list. */
  readonly noteReplaced: (name: SessionName) => Promise<void>
}

type Callback = (error?: unknown, session?: SessionData | null) => void

const PREFIX = 'sess:'
const LEFT_PREFIX = 'left:'
const FIRST_LIFE_SECONDS = FIRST_LIFE_MS / 1000

/**
 * The store of sessions: connect-redis, for express-session and for all code that only reads. No other code knows the keys.
 *
 * It adds four rules to connect-redis. An ended session stays ended, even if a slower request writes it later (the client changes
 * existing keys only). A new session does not end the former one: that happens when the browser has sent the new cookie. An answer
 * does not wait until a touch is stored. An unchanged session is not written again.
 */
export class SessionStore extends RedisStore {
  /** Gives a request a session with a new id; express-session assigns this function. */
  declare readonly generate: (req: Request) => void
  readonly #deps: SessionStoreDeps
  readonly #client: SessionStoreClient
  readonly #stored = new WeakMap<SessionData, string>()

  constructor(deps: SessionStoreDeps) {
    const { client, clock, lifetimes } = deps
    super({
      client,
      prefix: PREFIX,
      ttl: (session) => this.#leftSeconds(session),
      serializer: {
        stringify: formatSessionPointer,
        parse(text) {
          const pointer = parseSessionPointer(text, clock(), lifetimes)
          const cookie = { ...deps.cookie, originalMaxAge: lifetimes.absoluteMs }
          // connect-redis returns this value unchanged; express-session takes null for "no session".
          return (pointer === undefined ? null : { ...pointer, cookie }) as SessionData
        },
      },
    })
    this.#deps = deps
    this.#client = client
  }

  override async get(sessionId: SessionId, callback?: Callback): Promise<SessionData | null> {
    try {
      const session = await this.find(sessionId)
      callback?.(null, session)
      return session
    } catch (error) {
      if (callback === undefined) throw error
      callback(error)
      return null
    }
  }

  /** Returns the session whose cookie a request has. Its first request confirms a session. */
  async find(sessionId: SessionId): Promise<SessionData | null> {
    const session = (await super.get(sessionId)) as SessionData | null
    if (session?.unconfirmed === undefined) return session
    const { replaces } = session.unconfirmed
    // The old session ends first: if that fails, the new id is not answered. The old one has minutes left: if a
    // failover restores it, it expires soon.
    if (replaces !== null) await this.#client.drop(PREFIX + replaces.sessionId)
    // The session is returned even if the store fails halfway; the next request tries again.
    return this.#confirm(sessionId, session).catch(() => session)
  }

  async #confirm(sessionId: SessionId, session: SessionData): Promise<SessionData> {
    const replaced = session.unconfirmed?.replaces ?? null
    // After an interruption the next request of the browser repeats this.
    if (replaced !== null) await this.#deps.noteReplaced(replaced)
    const confirmed = { ...session, unconfirmed: undefined }
    await super.set(sessionId, confirmed)
    await this.#noteSeen(sessionId, confirmed)
    return confirmed
  }

  override async set(sessionId: SessionId, session: SessionData, callback?: Callback): Promise<void> {
    const text = formatSessionPointer(session)
    // express-session saves a session of a new id again at the end of the answer. By then its browser may have come
    // back, and this write would undo the confirmation.
    if (this.#stored.get(session) === text) return callback?.()
    await reportTo(callback, async () => {
      await super.set(sessionId, session)
      this.#stored.set(session, text)
    })
  }

  /** Extends the idle life if that {@link isTouchDue is due}; no answer waits for it. */
  override async touch(sessionId: SessionId, session: SessionPointer, callback?: Callback): Promise<void> {
    // express-session delays the last byte of the answer until this call.
    callback?.()
    const { clock, lifetimes } = this.#deps
    // If this fails, the next request does it.
    if (isTouchDue(session, clock(), lifetimes)) await this.extend(sessionId, session).catch(() => undefined)
  }

  /** Extends the idle life now. Never revives a session. */
  async extend(sessionId: SessionId, session: SessionPointer): Promise<void> {
    const seen = { atMs: this.#deps.clock(), seconds: this.#leftSeconds(session) }
    if (await this.#client.touch(PREFIX + sessionId, seen)) await this.#noteSeen(sessionId, session)
  }

  #leftMs(session: SessionPointer): number {
    return remainingMs(session, this.#deps.clock(), this.#deps.lifetimes)
  }

  /** Returns the seconds until the session ends, at least one: Redis accepts no life of 0 seconds. */
  #leftSeconds(session: SessionPointer): number {
    return Math.max(1, Math.ceil(this.#leftMs(session) / 1000))
  }

  async #noteSeen(sessionId: SessionId, session: SessionPointer): Promise<void> {
    await this.#deps.noteSeen({ principalId: session.principalId, sessionId }, this.#leftMs(session))
  }

  /**
   * Begins a session under a new id for `req`. The former session stays valid until the browser has sent the new cookie, because
   * until then its cookie is the only one that the browser certainly has.
   */
  override async regenerate(req: Request, callback: Callback): Promise<void> {
    this.generate(req)
    await reportTo(callback, () => this.#client.reserve(PREFIX + req.sessionID, FIRST_LIFE_SECONDS))
  }

  /** Ends a session on purpose, at once and for good; express-session calls it when a person signs out. */
  override async destroy(sessionId: SessionId, callback?: Callback): Promise<void> {
    await reportTo(callback, async () => {
      // First: after an interruption the password is asked for once too often, never once too seldom.
      await this.#client.reserve(LEFT_PREFIX + sessionId, Math.ceil(this.#deps.lifetimes.absoluteMs / 1000))
      await super.destroy(sessionId)
    })
  }

  /** Returns true if {@link SessionStore.destroy} ended the session. This is known for as long as its cookie may live. */
  async wasLeft(sessionId: SessionId): Promise<boolean> {
    return (await this.#client.get(LEFT_PREFIX + sessionId)) !== null
  }

  /** Limits a replaced session to its last few minutes, which nothing extends. */
  async limit(sessionId: SessionId): Promise<void> {
    await this.#client.limit(PREFIX + sessionId, FIRST_LIFE_SECONDS)
  }

  /** Returns the milliseconds until the session ends without further use; undefined if it has ended. Does not read the session. */
  leftMs(sessionId: SessionId): Promise<number | undefined> {
    return this.#client.leftMs(PREFIX + sessionId)
  }
}

/** Runs `work` and reports its end to express-session, or to a caller without a callback. */
async function reportTo(callback: Callback | undefined, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (callback === undefined) throw error
    return callback(error)
  }
  callback?.()
}
