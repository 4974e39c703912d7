import { randomId } from '@counterfoil/service/random'
import { RedisStore } from 'connect-redis'
import type { RequestHandler } from 'express'
import session, { type CookieOptions, type SessionData } from 'express-session'
import type { Redis } from 'ioredis'
import type { SessionStoreClient } from '#redis/session-store-adapter.ts'
import type { CookieNames } from './session-cookie.ts'
import { sessionKey } from './session-reader-store.ts'
import { remainingMs, type SessionLives, type SessionPointer } from './session.ts'

declare module 'express-session' {
  interface SessionData {
    principalId: string
    startedAtMs: number
    selectedConnectionId: string | undefined
  }
}

export interface SessionMiddlewareDeps {
  readonly client: SessionStoreClient
  readonly redis: Redis
  readonly secrets: readonly string[]
  readonly cookies: CookieNames
  readonly lives: SessionLives
  readonly clock: () => number
}

/** Marks, for one save only, a session that was just begun. Not enumerable, so it is never stored. */
const FRESH = Symbol('fresh')

/** Notes that the next save may create the session; without it a save only changes what still exists. */
export function markFresh(data: object): void {
  Object.defineProperty(data, FRESH, { value: true, configurable: true, enumerable: false })
}

/**
 * connect-redis with one rule more: a request that is slower than a sign-out cannot bring the session back.
 * It stores the pointer and nothing else.
 */
class PointerStore extends RedisStore {
  readonly #redis: Redis
  readonly #lives: SessionLives
  readonly #clock: () => number
  readonly #cookieOptions: CookieOptions

  constructor(deps: SessionMiddlewareDeps) {
    super({ client: deps.client, prefix: sessionKey(''), disableTouch: true })
    this.#redis = deps.redis
    this.#lives = deps.lives
    this.#clock = deps.clock
    this.#cookieOptions = cookieOptions(deps)
  }

  override async get(
    sid: string,
    callback?: (error: unknown, data?: SessionData | null) => void,
  ): Promise<void> {
    await super.get(sid, (error: unknown, data?: SessionData | null) => {
      // The cookie's shape is decided by the configuration, not by what was stored.
      const cookie = { ...this.#cookieOptions, originalMaxAge: this.#lives.absoluteMs }
      callback?.(error, data ? ({ ...data, cookie } as unknown as SessionData) : null)
    })
  }

  override async set(sid: string, data: SessionData, callback?: (error?: unknown) => void): Promise<void> {
    try {
      const leftMs = remainingMs(data.startedAtMs, this.#clock(), this.#lives)
      const pointer: SessionPointer = {
        principalId: data.principalId,
        startedAtMs: data.startedAtMs,
        selectedConnectionId: data.selectedConnectionId,
      }
      if (leftMs > 0) {
        const isFresh = FRESH in data
        const text = JSON.stringify(pointer)
        if (isFresh) await this.#redis.set(sessionKey(sid), text, 'PX', leftMs, 'NX')
        else await this.#redis.set(sessionKey(sid), text, 'PX', leftMs, 'XX')
        if (isFresh) Reflect.deleteProperty(data, FRESH)
      }
    } catch (error) {
      callback?.(error)
      return
    }
    callback?.()
  }
}

/**
 * express-session for the few routes that begin, change or end a session. Everything else uses the session reader:
 * this middleware holds back the end of an answer until the store has replied.
 */
export function sessionMiddleware(deps: SessionMiddlewareDeps): RequestHandler {
  const handle = session({
    store: new PointerStore(deps),
    name: deps.cookies.session,
    secret: [...deps.secrets],
    genid: () => randomId(32),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: cookieOptions(deps),
  })
  return (req, res, next) => {
    // The public address says whether browsers use TLS; a proxy may end it before us.
    if (deps.cookies.isSecure) Object.defineProperty(req, 'secure', { value: true, configurable: true })
    handle(req, res, next)
  }
}

function cookieOptions({ cookies, lives }: Pick<SessionMiddlewareDeps, 'cookies' | 'lives'>): CookieOptions {
  // Lax for the reason given at cookieAttributes.
  return { httpOnly: true, path: '/', sameSite: 'lax', secure: cookies.isSecure, maxAge: lives.absoluteMs }
}
