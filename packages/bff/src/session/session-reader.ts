import type { IncomingMessage } from 'node:http'
import type { DigestOf, SessionId } from '@counterfoil/oauth/ids'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import { readCookie } from '@counterfoil/service/http/cookies'
import type { Owner } from '#principals/own-people.ts'
import type { CookieNames } from './cookie-names.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionPointer } from './session.ts'
import { digestOf, prepareSecrets, readSignedCookie } from '#crypto/signature.ts'

export interface ReadSession extends SessionPointer {
  /** The id of the session, as secret as the cookie: never logged. */
  readonly id: SessionId
  /** The digest that represents the session in logs, limits and lists. */
  readonly sessionDigest: DigestOf<SessionId>
  /** The person, if the app has its own sign-in. */
  readonly owner?: Owner | undefined
}

/** The part of a request that identifies its session. */
export type SessionCarrier = Pick<IncomingMessage, 'headers'>

/** Reads the session of a request that does not need express-session: the same cookie, the same store. */
export interface SessionReader {
  /** Returns the session; undefined if there is no cookie of ours, or the session has ended. Does not extend the idle life. */
  read(request: SessionCarrier): Promise<ReadSession | undefined>
  /** Extends the idle life, see {@link SessionStore.touch}. */
  touch(session: ReadSession): Promise<void>
  /** Returns the time at which the idle life ends without further use, in milliseconds; undefined if it has ended. */
  idleEndsAtMs(session: ReadSession): Promise<number | undefined>
  /** Returns true if the session of the cookie was ended on purpose, in this browser or from elsewhere. */
  wasLeft(request: SessionCarrier): Promise<boolean>
  /** Returns the digest of the session of a cookie from its signature alone; the session may have ended. */
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
  const secrets = prepareSecrets(deps.secrets)
  // Only cookies that we signed get in, so nobody can evict others. Their sessions may have ended.
  const verified = createBoundedMap<string, OurCookie>(MAX_REMEMBERED)

  function verify(value: string): OurCookie | undefined {
    const known = verified.get(value)
    if (known !== undefined) return known
    const id = readSignedCookie(value, secrets)
    if (id === undefined) return undefined
    const cookie = { id, sessionDigest: digestOf(id) }
    verified.set(value, cookie)
    return cookie
  }

  // The rules and the session read the cookie of the same request in succession.
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
