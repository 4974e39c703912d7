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
  /** How the cookie of every session looks, whatever was stored. */
  readonly cookie: CookieOptions
  readonly clock: () => number
  /** Notes in the person's list of sessions that this one was used, and how long it lives now. */
  readonly noteSeen: (name: SessionName, leftMs: number) => Promise<void>
  /** Takes a session that another one replaced off the person's list. */
  readonly noteReplaced: (name: SessionName) => Promise<void>
}

type Callback = (error?: unknown, session?: SessionData | null) => void

const PREFIX = 'sess:'
const LEFT_PREFIX = 'left:'
const FIRST_LIFE_SECONDS = FIRST_LIFE_MS / 1000

/**
 * The sessions: connect-redis, under express-session and under everything that only reads. No other code knows the keys.
 *
 * Beyond connect-redis it holds to four rules. An ended session stays ended, also when a slower request writes after it
 * (the client changes existing keys only). A new session does not end the one before: that happens when the browser has
 * shown the new cookie. An answer does not wait until a touch is stored. What is stored already is not written again.
 */
export class SessionStore extends RedisStore {
  /** Gives a request a session under a new id; express-session puts it here. */
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
          // connect-redis passes on what this returns; express-session takes null for "no session".
          return (pointer === undefined ? null : { ...pointer, cookie }) as SessionData
        },
      },
    })
    this.#deps = deps
    this.#client = client
  }

  override async get(sessionId: SessionId, callback?: Callback): Promise<SessionData | null> {
    const session = this.find(sessionId)
    if (callback !== undefined) session.then((found) => callback(null, found), callback)
    return callback === undefined ? session : session.catch(() => null)
  }

  /** Returns the session whose cookie came with a request. The first time it comes, the session is confirmed. */
  async find(sessionId: SessionId): Promise<SessionData | null> {
    const session = (await super.get(sessionId)) as SessionData | null
    if (session?.unconfirmed === undefined) return session
    const { replaces } = session.unconfirmed
    // First of all the old session ends: where that fails, nothing is answered under the new id. It has minutes left: if a
    // failover restores it, it expires soon.
    if (replaces !== null) await this.#client.drop(PREFIX + replaces.sessionId)
    // It can be read all the same when the store fails half way; the next request tries again.
    return this.#confirm(sessionId, session).catch(() => session)
  }

  async #confirm(sessionId: SessionId, session: SessionData): Promise<SessionData> {
    const replaced = session.unconfirmed?.replaces ?? null
    // After an interruption the same browser comes here again.
    if (replaced !== null) await this.#deps.noteReplaced(replaced)
    const confirmed = { ...session, unconfirmed: undefined }
    await super.set(sessionId, confirmed)
    await this.#noteSeen(sessionId, confirmed)
    return confirmed
  }

  override async set(sessionId: SessionId, session: SessionData, callback?: Callback): Promise<void> {
    const text = formatSessionPointer(session)
    // express-session saves a session of a new id again at the end of the answer. By then its browser may have come
    // back, and this would undo what came of that.
    if (this.#stored.get(session) === text) return callback?.()
    await reportTo(callback, async () => {
      await super.set(sessionId, session)
      this.#stored.set(session, text)
    })
  }

  /** Prolongs the idle life when that {@link isTouchDue is due}; nobody waits for it. */
  override async touch(sessionId: SessionId, session: SessionPointer, callback?: Callback): Promise<void> {
    // express-session holds back the last byte of the answer until it is reported.
    callback?.()
    const { clock, lifetimes } = this.#deps
    // The next request does it where it fails.
    if (isTouchDue(session, clock(), lifetimes)) await this.extend(sessionId, session).catch(() => undefined)
  }

  /** Prolongs the idle life now. Never revives a session. */
  async extend(sessionId: SessionId, session: SessionPointer): Promise<void> {
    const seen = { atMs: this.#deps.clock(), seconds: this.#leftSeconds(session) }
    if (await this.#client.touch(PREFIX + sessionId, seen)) await this.#noteSeen(sessionId, session)
  }

  #leftMs(session: SessionPointer): number {
    return remainingMs(session, this.#deps.clock(), this.#deps.lifetimes)
  }

  /** At least one: Redis sets nothing that ends at once. */
  #leftSeconds(session: SessionPointer): number {
    return Math.max(1, Math.ceil(this.#leftMs(session) / 1000))
  }

  async #noteSeen(sessionId: SessionId, session: SessionPointer): Promise<void> {
    await this.#deps.noteSeen({ principalId: session.principalId, sessionId }, this.#leftMs(session))
  }

  /**
   * Begins a session under a new id, in the place of the one `req` has. That one lives on: it ends when a browser has
   * shown the new cookie, because until then it is the only one that browser surely has.
   */
  override async regenerate(req: Request, callback: Callback): Promise<void> {
    this.generate(req)
    await reportTo(callback, () => this.#client.reserve(PREFIX + req.sessionID, FIRST_LIFE_SECONDS))
  }

  /** Ends a session on purpose, at once and for good; express-session calls it when somebody signs out. */
  override async destroy(sessionId: SessionId, callback?: Callback): Promise<void> {
    await reportTo(callback, async () => {
      // First: an interruption then asks for the password once too often, and never once too seldom.
      await this.#client.reserve(LEFT_PREFIX + sessionId, Math.ceil(this.#deps.lifetimes.absoluteMs / 1000))
      await super.destroy(sessionId)
    })
  }

  /** Was it ended by {@link SessionStore.destroy}? Known for as long as its cookie may live. */
  async wasLeft(sessionId: SessionId): Promise<boolean> {
    return (await this.#client.get(LEFT_PREFIX + sessionId)) !== null
  }

  /** Gives a session that was replaced its last few minutes: nothing prolongs it any more. */
  async limit(sessionId: SessionId): Promise<void> {
    await this.#client.limit(PREFIX + sessionId, FIRST_LIFE_SECONDS)
  }

  /** How long the session lives if nothing more happens; undefined when it is over. Reads nothing of it. */
  leftMs(sessionId: SessionId): Promise<number | undefined> {
    return this.#client.leftMs(PREFIX + sessionId)
  }
}

/** Reports the end of `work` to express-session, or to a caller that has no callback. */
async function reportTo(callback: Callback | undefined, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (callback === undefined) throw error
    return callback(error)
  }
  callback?.()
}
