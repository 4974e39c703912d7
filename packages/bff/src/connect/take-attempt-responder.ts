import type { AttemptCookie, SessionId, BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/cookies'
import type { Request, Response } from 'express'
import { digestOf, isSameText } from '#crypto/signature.ts'
import type { OwnPeople } from '#principals/own-people.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { browserIdOf } from '#session/cookies-responder.ts'
import type { SessionReader } from '#session/session-reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import { dropAttemptCookie } from './attempt-cookies-responder.ts'
import { attemptCookieIn } from './attempt-cookies.ts'
import { attemptIdOfState, type Attempt } from './attempt.ts'
import type { StoredConnectResult } from './connect-result.ts'
import { HOME, withConnectResult } from './return-to.ts'
import { relayOnSameSite } from './same-site-relay-responder.ts'
import type { SameSiteRelayStore } from './same-site-relay-store.ts'
import { createTakeAttempt, type TakeAttemptPorts } from './take-attempt.ts'
import { findReadableResult } from './readable-result.ts'

export interface AttemptTakerDeps extends TakeAttemptPorts {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly people: Pick<OwnPeople, 'find'> | undefined
  readonly relays: SameSiteRelayStore
  /** The cookie of a session that exists. */
  readonly sessionCookieOf: (sessionId: SessionId) => string
}

/** An answer of the provider, and whether it came by a page of ours (see {@link relayOnSameSite}). */
interface CameBackWith {
  readonly query: URLSearchParams
  readonly isRelayed: boolean
}

/** Answers how to take the attempt of an answer's state, for good; `answered`: there is nothing left to do. */
export function createAttemptTaker(
  deps: AttemptTakerDeps,
): (
  exchange: { readonly req: Request; readonly res: Response },
  back: CameBackWith,
) => Promise<Attempt | 'answered' | undefined> {
  const { cookies, reader, people } = deps
  const { take, waitForResult } = createTakeAttempt(deps)

  return async ({ req, res }, { query, isRelayed }) => {
    const [state = '', ...more] = query.getAll('state')
    const attemptId = more.length > 0 ? undefined : attemptIdOfState(state)
    if (attemptId === undefined) return undefined
    const cookie = attemptCookieIn(parseCookies(req.headers.cookie), cookies.attemptPrefix, attemptId)
    const browserId = browserIdOf(req, cookies)
    const findPrincipal = async () => (await reader.read(req))?.principalId

    const earlier = await findReadableResult(deps, attemptId, browserId, findPrincipal)
    if (earlier !== undefined) return showAgain(deps, res, earlier, cookie)
    const owner = people?.find(req)
    const isWithheld = cookie === undefined || (people !== undefined && owner === undefined)
    if (isWithheld && !isRelayed && (await relayOnSameSite({ req, res, query }, deps))) return 'answered'
    const attempt = await take(attemptId, { cookie, browserId, owner })
    if (attempt !== 'taken') return attempt
    const connectResult = await waitForResult(attemptId)
    if (connectResult !== undefined) return showAgain(deps, res, connectResult, cookie)
    res.redirect(303, HOME)
    return 'answered'
  }
}

/**
 * The first result again. Who reloads while it is being made has thrown the first answer away, and with it the
 * cookie of the session it began: it is given again to the browser that still has the cookie of the attempt.
 */
async function showAgain(
  { cookies, sessions, sessionCookieOf }: AttemptTakerDeps,
  res: Response,
  { begun, result }: StoredConnectResult,
  cookie: AttemptCookie | undefined,
): Promise<'answered'> {
  const isLost = begun !== undefined && cookie !== undefined && isSameText(begun.cookie, digestOf(cookie))
  // Only while that session lasts: its cookie would otherwise replace that of a valid one.
  if (isLost && (await sessions.leftMs(begun.sessionId)) !== undefined) {
    res.append('Set-Cookie', sessionCookieOf(begun.sessionId))
  }
  dropAttemptCookie(res, cookies, result.id)
  res.redirect(303, withConnectResult(result.returnTo, result.id))
  return 'answered'
}
