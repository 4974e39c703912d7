import type { AttemptCookie, AttemptId, BrowserId, DigestOf, SessionId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import type { Request, Response } from 'express'
import { digestOf, isSameText } from '#crypto/signature.ts'
import type { Owner, OwnPeople } from '#principals/own-people.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { browserIdOf } from '#session/cookies-responder.ts'
import type { SessionReader } from '#session/session-reader.ts'
import type { SessionStore } from '#session/session-store.ts'
import { dropAttemptCookie } from './attempt/attempt-cookies-responder.ts'
import { attemptCookieIn } from './attempt/attempt-cookies.ts'
import type { AttemptStore } from './attempt/attempt-store.ts'
import { type Attempt, attemptIdOfState, isOwnedBy } from './attempt/attempt.ts'
import type { ConnectResultStore } from './result/connect-result-store.ts'
import type { StoredConnectResult } from './result/connect-result.ts'
import { findReadableResult } from './readable-result.ts'
import { HOME, withConnectResult } from './attempt/return-to.ts'
import { relayOnSameSite } from './same-site-relay-responder.ts'
import type { SameSiteRelayStore } from './same-site-relay-store.ts'

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

interface TakeAttemptPorts {
  readonly attempts: Pick<AttemptStore, 'find' | 'take'>
  readonly connectResults: Pick<ConnectResultStore, 'begin' | 'find'>
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

const LOOK_AGAIN_MS = 100
/** Longer than an exchange may take. */
const LONGEST_WAIT_MS = 25_000

/** An attempt is finished once, however often the browser comes back. */
function createTakeAttempt(ports: TakeAttemptPorts) {
  const { attempts, connectResults, clock } = ports
  return {
    /**
     * Takes the attempt, once, if this browser holds its cookie, for the person who began it. A stranger who knows the state cannot use it up.
     * `taken`: another request of this browser is finishing it at this moment.
     */
    async take(
      attemptId: AttemptId,
      {
        cookie,
        browserId,
        owner,
      }: {
        readonly cookie: AttemptCookie | undefined
        readonly browserId: BrowserId | undefined
        readonly owner: Owner | undefined
      },
    ): Promise<Attempt | 'taken' | undefined> {
      if (cookie === undefined) return undefined
      const known = await attempts.find(attemptId)
      if (known === undefined) {
        const found = await connectResults.find(attemptId)
        return found?.kind === 'working' && browserId !== undefined ? 'taken' : undefined
      }
      if (!isSameText(known.cookie, cookie) || !isOwnedBy(known, owner)) return undefined
      await connectResults.begin(attemptId)
      return (await attempts.take(attemptId)) ?? 'taken'
    },

    /** What comes of an attempt that another request is finishing. */
    async waitForResult(attemptId: AttemptId): Promise<StoredConnectResult | undefined> {
      const untilMs = clock() + LONGEST_WAIT_MS
      while (clock() < untilMs) {
        const found = await connectResults.find(attemptId)
        if (found === undefined) return undefined
        if (found.kind === 'done') return found.connectResult
        await ports.wait(LOOK_AGAIN_MS)
      }
      return undefined
    },
  }
}
