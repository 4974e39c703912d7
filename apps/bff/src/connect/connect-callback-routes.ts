import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { AttemptCookie, SessionId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/cookies'
import { Router, type Request, type Response } from 'express'
import { digestOf, isSameText } from '#crypto/signature.ts'
import { readQuery } from '#http/request-parts.ts'
import { browserIdOf, dropCookie } from '#session/cookies-responder.ts'
import type { SessionReader } from '#session/session-reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import { attemptIdsOf } from './attempt-cookies.ts'
import { attemptIdOfState } from './attempt.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import type { StoredConnectResult } from './connect-result.ts'
import { endAttempt, type EndAttemptDeps } from './end-attempt-responder.ts'
import { HOME, withConnectResult } from './return-to.ts'
import { relayOnSameSite } from './same-site-relay-responder.ts'
import type { SameSiteRelayStore } from './same-site-relay-store.ts'
import { createTakeAttempt, type TakeAttemptPorts } from './take-attempt.ts'

export interface ConnectCallbackDeps extends EndAttemptDeps, TakeAttemptPorts {
  readonly connectResults: ConnectResultStore
  readonly reader: SessionReader
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly relays: SameSiteRelayStore
  /** The cookie of a session that exists. */
  readonly sessionCookieOf: (sessionId: SessionId) => string
}

/**
 * `GET /connect/callback`: judges the answer of the provider, finishes the attempt and answers 303 to a clean address.
 * Nothing of the answer stays in the address bar, and nothing of it is in any page.
 */
export function createConnectCallbackRoutes(deps: ConnectCallbackDeps): Router {
  const { cookies, reader } = deps
  const { findEarlier, take, waitForResult } = createTakeAttempt(deps)
  const router = Router()

  router.get(BFF_PATHS.connectCallback, async (req, res, next) => {
    const asked = readQuery(req)
    const relayId = asked.get('relay')
    const query = relayId === null ? asked : await deps.relays.take(relayId)
    // A relay page that is loaded again: its answer was dealt with the first time.
    if (query === undefined) return res.redirect(303, HOME)
    const attempt = await takeAttempt(req, res, { query, isRelayed: relayId !== null })
    if (attempt === 'answered') return undefined
    if (attempt === undefined && (await isJustVisiting(req))) return res.redirect(303, HOME)
    return endAttempt(deps, { req, res, next, query, attempt })
  })

  /** The attempt of the state, taken for good; `answered`: there is nothing left to do. */
  async function takeAttempt(
    req: Request,
    res: Response,
    { query, isRelayed }: { readonly query: URLSearchParams; readonly isRelayed: boolean },
  ) {
    const [state = '', ...more] = query.getAll('state')
    const attemptId = more.length > 0 ? undefined : attemptIdOfState(state)
    if (attemptId === undefined) return undefined
    const name = `${cookies.attemptPrefix}${attemptId}`
    const cookie = parseCookies(req.headers.cookie).get(name) as AttemptCookie | undefined
    const browserId = browserIdOf(req, cookies)
    const findPrincipal = async () => (await reader.read(req.headers.cookie))?.principalId

    const earlier = await findEarlier(attemptId, browserId, findPrincipal)
    if (earlier !== undefined) return showAgain(deps, res, earlier, cookie)
    if (cookie === undefined && !isRelayed && (await relayOnSameSite({ req, res, query }, deps)))
      return 'answered'
    const attempt = await take(attemptId, cookie, browserId)
    if (attempt !== 'taken') return attempt
    const connectResult = await waitForResult(attemptId)
    if (connectResult !== undefined) return showAgain(deps, res, connectResult, cookie)
    res.redirect(303, HOME)
    return 'answered'
  }

  /** Someone signed in with an old address and nothing under way: no reason for a warning. */
  async function isJustVisiting(req: Request): Promise<boolean> {
    if (attemptIdsOf(parseCookies(req.headers.cookie), cookies.attemptPrefix).length > 0) return false
    return (await reader.read(req.headers.cookie)) !== undefined
  }

  return router
}

/**
 * The first result once more. Who reloads while it is being made has thrown the first answer away, and with it the
 * cookie of the session it began: it is given again to the browser that still has the cookie of the attempt.
 */
async function showAgain(
  { cookies, sessions, sessionCookieOf }: ConnectCallbackDeps,
  res: Response,
  { begun, result }: StoredConnectResult,
  cookie: AttemptCookie | undefined,
): Promise<'answered'> {
  const isLost = begun !== undefined && cookie !== undefined && isSameText(begun.cookie, digestOf(cookie))
  // Only while that session lasts: its cookie would otherwise replace that of a valid one.
  if (isLost && (await sessions.leftMs(begun.sessionId)) !== undefined) {
    res.append('Set-Cookie', sessionCookieOf(begun.sessionId))
  }
  dropCookie(res, cookies, `${cookies.attemptPrefix}${result.id}`)
  res.redirect(303, withConnectResult(result.returnTo, result.id))
  return 'answered'
}
