import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { randomId } from '@counterfoil/service/random'
import { referenceOf } from '@counterfoil/service/reference'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { AttemptCookie, AttemptId, BrowserId, DigestOf, SessionId } from '@counterfoil/oauth/ids'
import { chooseAppearance } from '#browser/preferences.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { formatCookie, parseCookies } from '@counterfoil/service/cookies'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import type { SessionReader } from '#session/session-reader-store.ts'
import type { SessionStore } from '#session/session-store.ts'
import { API_POLICY } from '#security/content-security-policy.ts'
import { readQuery } from '#http/request-parts.ts'
import { attemptIdsOf } from './attempt-cookies.ts'
import { digestOf, isSameText } from '#crypto/signature.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { SameSiteRelayStore } from './same-site-relay-store.ts'
import { renderSameSiteRelayPage } from './same-site-relay-page.ts'
import { connectOutcomeOfCallback, judgeCallback, reasonOfCallback } from './callback-outcome.ts'
import type { createFinishAttempt } from './finish-attempt.ts'
import type { SignIn } from './open-connection.ts'
import { dayOffsetOf } from './day-offset.ts'
import {
  buildConnectResult,
  mayReadConnectResult,
  type ConnectResultFrame,
  type StoredConnectResult,
} from './connect-result.ts'
import type { ConnectResultStore } from './connect-result-store.ts'
import { attemptIdOfState, namedConnection, type Expectation, type Attempt } from './attempt.ts'
import { HOME, withConnectResult } from './return-to.ts'

export interface ConnectCallbackDeps {
  readonly cookies: CookieNames
  readonly issuer: string | undefined
  readonly reader: SessionReader
  readonly session: RequestHandler
  readonly sessions: Pick<SessionStore, 'leftMs'>
  readonly changes: SessionChanges
  readonly attempts: AttemptStore
  readonly relays: SameSiteRelayStore
  readonly connectResults: ConnectResultStore
  readonly finish: ReturnType<typeof createFinishAttempt>
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  /** The cookie of a session that exists. */
  readonly sessionCookieOf: (sessionId: SessionId) => string
  readonly device: Pick<DeviceMemory, 'rememberAnew'>
  readonly findPresent: (cookieHeader: string | undefined) => Promise<Expectation | undefined>
  readonly forgetClaim: (signIn: SignIn) => Promise<void>
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
  readonly onEnd: (
    connectResult: StoredConnectResult,
    facts: { readonly requestId: string; readonly reason?: string },
  ) => void
}

const LOOK_AGAIN_MS = 100
/** Longer than an exchange may take. */
const LONGEST_WAIT_MS = 25_000

/**
 * `GET /connect/callback`: judges the answer of the provider, finishes the attempt and answers 303 to a clean address.
 * Nothing of the answer stays in the address bar, and nothing of it is in any page.
 */
export function createConnectCallbackRoutes(deps: ConnectCallbackDeps): Router {
  const { cookies, clock } = deps
  const router = Router()

  router.get(BFF_PATHS.connectCallback, async (req, res, next) => {
    const asked = readQuery(req)
    const relayId = asked.get('relay')
    const query = relayId === null ? asked : await deps.relays.take(relayId)
    // A relay page that is loaded again: its answer was dealt with the first time.
    if (query === undefined) {
      res.redirect(303, HOME)
      return
    }
    const jar = parseCookies(req.headers.cookie)
    const attemptId = attemptIdOfState(query.getAll('state').length === 1 ? (query.get('state') ?? '') : '')
    const cookie =
      attemptId === undefined
        ? undefined
        : (jar.get(`${cookies.attemptPrefix}${attemptId}`) as AttemptCookie | undefined)
    const browserId = parseBrowserId(jar.get(cookies.browser))

    const earlier = attemptId === undefined ? undefined : await findEarlier(attemptId, browserId, req)
    if (earlier !== undefined) {
      await showAgain(res, earlier, cookie)
      return
    }
    if (attemptId !== undefined && cookie === undefined && relayId === null) {
      if (await relay(req, res, query)) return
    }
    const attempt = await takeAttempt(attemptId, cookie, browserId)
    if (attempt === 'taken') {
      const connectResult = attemptId === undefined ? undefined : await waitForConnectResult(attemptId)
      if (connectResult === undefined) res.redirect(303, HOME)
      else await showAgain(res, connectResult, cookie)
      return
    }
    if (attempt === undefined && (await isJustVisiting(req, jar))) {
      res.redirect(303, HOME)
      return
    }
    await endAttempt(req, res, next, query, attempt)
  })

  /** The result of the first time, when this browser may see it. */
  async function findEarlier(
    attemptId: AttemptId,
    browserId: BrowserId | undefined,
    req: Request,
  ): Promise<StoredConnectResult | undefined> {
    const found = await deps.connectResults.find(attemptId)
    if (found?.kind !== 'done') return undefined
    const session = await deps.reader.read(req.headers.cookie)
    const browser = browserId === undefined ? undefined : deps.browserOf(browserId)
    return mayReadConnectResult(found.connectResult, { browser, principalId: session?.principalId })
      ? found.connectResult
      : undefined
  }

  /**
   * The first result once more. Who reloads while it is being made has thrown the first answer away, and with it the
   * cookie of the session it began: it is given again to the browser that still has the cookie of the attempt.
   */
  async function showAgain(
    res: Response,
    connectResult: StoredConnectResult,
    cookie: AttemptCookie | undefined,
  ): Promise<void> {
    const { begun, result } = connectResult
    const isLost = begun !== undefined && cookie !== undefined && isSameText(begun.cookie, digestOf(cookie))
    // Never the cookie of a session that is over in the place of one that lives.
    if (isLost && (await deps.sessions.leftMs(begun.sessionId)) !== undefined) {
      res.append('Set-Cookie', deps.sessionCookieOf(begun.sessionId))
    }
    clearAttemptCookie(res, result.id)
    res.redirect(303, withConnectResult(result.returnTo, result.id))
  }

  /**
   * Takes the attempt, once, if this browser holds its cookie. A stranger who knows the state cannot use it up.
   * `taken`: another request of this browser is finishing it at this moment.
   */
  async function takeAttempt(
    attemptId: AttemptId | undefined,
    cookie: AttemptCookie | undefined,
    browserId: BrowserId | undefined,
  ): Promise<Attempt | 'taken' | undefined> {
    if (attemptId === undefined || cookie === undefined) return undefined
    const known = await deps.attempts.find(attemptId)
    if (known === undefined) {
      const found = await deps.connectResults.find(attemptId)
      return found?.kind === 'working' && browserId !== undefined ? 'taken' : undefined
    }
    if (!isSameText(known.cookie, cookie)) return undefined
    await deps.connectResults.begin(attemptId)
    return (await deps.attempts.take(attemptId)) ?? 'taken'
  }

  async function waitForConnectResult(attemptId: AttemptId): Promise<StoredConnectResult | undefined> {
    const untilMs = clock() + LONGEST_WAIT_MS
    while (clock() < untilMs) {
      const found = await deps.connectResults.find(attemptId)
      if (found === undefined) return undefined
      if (found.kind === 'done') return found.connectResult
      await deps.wait(LOOK_AGAIN_MS)
    }
    return undefined
  }

  /** Someone signed in with an old address and nothing under way: no reason for a warning. */
  async function isJustVisiting(req: Request, jar: ReadonlyMap<string, string>): Promise<boolean> {
    if (attemptIdsOf(jar, cookies.attemptPrefix).length > 0) return false
    return (await deps.reader.read(req.headers.cookie)) !== undefined
  }

  /** Some browsers withhold the cookie on the way back from another site; not on a step that begins here. */
  async function relay(req: Request, res: Response, query: URLSearchParams): Promise<boolean> {
    const id = randomId()
    if (!(await deps.relays.save(id, query))) return false
    // It loads nothing and runs nothing.
    res.setHeader('Content-Security-Policy', API_POLICY)
    res.setHeader('Cache-Control', 'no-store')
    res.vary('Accept-Language')
    const chosen = parseCookies(req.headers.cookie).get(cookies.preferences)
    const { locale } = chooseAppearance({ cookie: chosen, acceptLanguage: req.get('accept-language') })
    res.type('html').send(renderSameSiteRelayPage(`${BFF_PATHS.connectCallback}?relay=${id}`, locale))
    return true
  }

  async function endAttempt(
    req: Request,
    res: Response,
    next: (error?: unknown) => void,
    query: URLSearchParams,
    attempt: Attempt | undefined,
  ): Promise<void> {
    const requestId = requestIdOf(res)
    const browserId = attempt?.browserId ?? knownOrNewBrowser(req, res)
    const frame: ConnectResultFrame = {
      id: attempt?.id ?? (randomId() as AttemptId),
      intent: attempt?.intent ?? 'connect',
      returnTo: attempt?.returnTo ?? HOME,
      reference: referenceOf(requestId),
      browser: deps.browserOf(browserId),
      // Who only comes back is nobody yet.
      principalId: attempt?.intent === 'sign_in' ? null : (attempt?.expected?.principalId ?? null),
      dayOffsetMs: dayOffsetOf(req, deps.cookies, clock()),
    }
    clearAttemptCookie(res, attempt?.id)
    const judged = judgeCallback(query, attempt, deps.issuer, clock())
    if (judged.kind !== 'exchange' || attempt === undefined) {
      const connectResult = buildConnectResult(frame, connectOutcomeOfCallback(judged), clock(), {
        connectionId: attempt === undefined ? null : namedConnection(attempt),
        businessName: attempt?.expected?.businessName ?? null,
      })
      await deps.connectResults.save(connectResult)
      deps.onEnd(connectResult, { requestId, reason: reasonOfCallback(judged) })
      res.redirect(303, withConnectResult(frame.returnTo, connectResult.result.id))
      return
    }
    const present = await deps.findPresent(req.headers.cookie)
    const { connectResult, signIn } = await deps.finish.exchange({
      attempt,
      code: judged.code,
      frame,
      present,
    })
    deps.onEnd(connectResult, { requestId })
    const address = withConnectResult(frame.returnTo, connectResult.result.id)
    if (signIn === undefined) {
      res.redirect(303, address)
      return
    }
    // Only now is a session needed; it is saved before the answer is sent.
    deps.session(req, res, (error?: unknown) => {
      if (error !== undefined) return next(error)
      signInAs(req, signIn, connectResult, digestOf(attempt.cookie)).then(() => {
        const { connectionId } = signIn
        deps.device.rememberAnew(res, { connectionId, businessName: connectResult.result.businessName })
        res.redirect(303, address)
      }, next)
    })
  }

  /** The result names the session, so that a browser that lost this answer is given the cookie again. */
  async function signInAs(
    req: Request,
    signIn: SignIn,
    connectResult: StoredConnectResult,
    cookie: DigestOf<AttemptCookie>,
  ): Promise<void> {
    const begun = await deps.changes.begin(req, signIn.principalId, signIn.person, signIn.connectionId)
    await deps.connectResults.save({ ...connectResult, begun: { sessionId: begun.sessionId, cookie } })
    await deps.forgetClaim(signIn)
    await deps.changes.limitReplaced(begun)
  }

  function knownOrNewBrowser(req: Request, res: Response): BrowserId {
    const known = parseBrowserId(parseCookies(req.headers.cookie).get(cookies.browser))
    if (known !== undefined) return known
    const browserId = randomId() as BrowserId
    res.append(
      'Set-Cookie',
      formatCookie(
        { name: cookies.browser, value: browserId },
        {
          isSecure: cookies.isSecure,
          maxAgeSeconds: BROWSER_COOKIE_SECONDS,
        },
      ),
    )
    return browserId
  }

  function clearAttemptCookie(res: Response, attemptId: AttemptId | undefined): void {
    if (attemptId === undefined) return
    res.append(
      'Set-Cookie',
      formatCookie(
        { name: `${cookies.attemptPrefix}${attemptId}`, value: '' },
        {
          isSecure: cookies.isSecure,
          maxAgeSeconds: 0,
        },
      ),
    )
  }

  return router
}
