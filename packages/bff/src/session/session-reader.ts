import type { IncomingMessage } from 'node:http'
import type { DigestOf, SessionId } from '@counterfoil/oauth/ids'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import { readCookie } from '@counterfoil/service/http/cookies'
import type { Owner } from '#principals/own-people.ts'
import type { CookieNames } from './cookie-names.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionPointer } from './session.ts'
import { digestOf, readSignedCookie } from '#crypto/signature.ts'

export interface ReadSession extends SessionPointer {
  /** As secret as the cookie: never logged. */
  readonly id: SessionId
  /** Represents the session in logs, limits and lists. */
  readonly sessionDigest: DigestOf<SessionId>
  /** Where the app has its own sign-in. */
  readonly owner?: Owner | undefined
}

/** A request, as far as it says whose it is. */
export type SessionCarrier = Pick<IncomingMessage, 'headers'>

/** The session of a request that only looks, or has no time for express-session: the same cookie, the same store. */
export interface SessionReader {
  /** Undefined when there is no cookie, nobody of ours signed it, or the session is over. Prolongs no idle life. */
  read(request: SessionCarrier): Promise<ReadSession | undefined>
  /** Prolongs the idle life, see {@link SessionStore.touch}. */
  touch(session: ReadSession): Promise<void>
  /** When the idle life ends if nothing more happens. Undefined when it is over. */
  idleEndsAtMs(session: ReadSession): Promise<number | undefined>
  /** Was the session of the cookie ended on purpose, here or from elsewhere? */
  wasLeft(request: SessionCarrier): Promise<boolean>
  /** The digest of the session a cookie names, by its signature alone: whether it still lives is not asked. */
  sessionDigestOf(request: SessionCarrier): DigestOf<SessionId> | undefined
}

type OurCookie = Pick<ReadSession, 'id' | 'sessionDigest'>

const MAX_REMEMBERED = 50_000

export function createSessionReader(deps: {
  readonly store: SessionStore
  readonly secrets: readonly string[]
  readonly cookies: CookieNames
  readonly clock: () => number
}): SessionReader {
  const { store } = deps
  // Only cookies that we signed get in, so nobody can push others out. It says nothing about the session behind them.
  const verified = createBoundedMap<string, OurCookie>(MAX_REMEMBERED)

  function verify(value: string): OurCookie | undefined {
    const known = verified.get(value)
    if (known !== undefined) return known
    const id = readSignedCookie(value, deps.secrets)
    if (id === undefined) return undefined
    const cookie = { id, sessionDigest: digestOf(id) }
    verified.set(value, cookie)
    return cookie
  }

  // The rules and the session ask for the cookie of the same request, one right after the other.
  let last: { readonly header: string | undefined; readonly cookie: OurCookie | undefined } | undefined

  function readOurs({ headers: { cookie: cookieHeader } }: SessionCarrier) {
    if (last === undefined || last.header !== cookieHeader) {
      const value = readCookie({ cookie: cookieHeader }, deps.cookies.session)
      last = { header: cookieHeader, cookie: value === undefined ? undefined : verify(value) }
    }
    return last.cookie
  }

  return {
    sessionDigestOf: (request) => readOurs(request)?.sessionDigest,
    async wasLeft(request) {
      const cookie = readOurs(request)
      return cookie !== undefined && (await store.wasLeft(cookie.id))
    },
    async read(request) {
      const cookie = readOurs(request)
      if (cookie === undefined) return undefined
      const session = await store.find(cookie.id)
      return session === null ? undefined : { ...session, ...cookie }
    },
    touch: (session) => store.touch(session.id, session),
    async idleEndsAtMs(session) {
      const leftMs = await store.leftMs(session.id)
      return leftMs === undefined ? undefined : deps.clock() + leftMs
    },
  }
}
