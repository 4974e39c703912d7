import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { AttemptCookie, AttemptId } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { digestOf, isSameText } from '#crypto/signature.ts'
import { readQuery } from '#http/request-parts.ts'
import { type Exchange, browserIdOf, dropCookie, knowBrowser } from '#session/cookies-responder.ts'
import {
  type Attempt,
  type Expectation,
  attemptCookieIn,
  attemptIdOfState,
  attemptIdsOf,
  isOwnedBy,
  namedConnection,
} from './attempt.ts'
import { attemptOutcomeOf, judgeCallback, reasonOfCallback } from './connect-outcome.ts'
import type { ConnectPorts } from './connect-ports.ts'
import { frameOf, signInAs } from './connect-responder.ts'
import { type StoredConnectResult, buildConnectResult, findReadableResult } from './connect-result.ts'
import type { FinishAttempt } from './finish-attempt.ts'
import { HOME, withConnectResult } from './return-to.ts'
import { type SameSiteRelayStore, relayOnSameSite } from './same-site-relay-responder.ts'

interface CallbackDeps extends ConnectPorts {
  readonly finishAttempt: FinishAttempt
  readonly relays: SameSiteRelayStore
}

/**
 * Builds `GET /connect/callback`, which checks the answer of the provider, finishes the attempt and redirects (303) to a clean
 * address. Nothing of the answer stays in the address bar or is in any page.
 */
export function createConnectCallbackRoutes(deps: CallbackDeps): Router {
  const router = Router()
  router.get(BFF_PATHS.connectCallback, async (req, res) => {
    const asked = readQuery(req)
    const relayId = asked.get('relay')
    const query = relayId === null ? asked : await deps.relays.take(relayId)
    // The relay page was reloaded: its answer has already been handled.
    if (query === undefined) return res.redirect(303, HOME)
    const back = { req, res, query, isRelayed: relayId !== null }
    const attempt = await takeAttempt(deps, back)
    if (attempt === 'answered') return undefined
    if (attempt === undefined && (await isJustVisiting(deps, req))) return res.redirect(303, HOME)
    return endAttempt(deps, back, attempt)
  })
  return router
}

interface CameBack extends Exchange {
  readonly query: URLSearchParams
  /** True if our relay page sent the answer, see {@link relayOnSameSite}. */
  readonly isRelayed: boolean
}

/** Returns true if the person is signed in and has no open attempt: they opened an old address, which needs no warning. */
async function isJustVisiting({ cookies, reader }: CallbackDeps, req: Request): Promise<boolean> {
  if (attemptIdsOf(parseCookies(req.headers.cookie), cookies.attemptPrefix).length > 0) return false
  return (await reader.read(req)) !== undefined
}

async function endAttempt(deps: CallbackDeps, back: CameBack, attempt: Attempt | undefined): Promise<void> {
  const { req, res, query } = back
  const { cookies, clock } = deps
  const browserId = attempt?.browserId ?? knowBrowser(back, cookies)
  const frame = frameOf(back, deps, { attempt, browserId })
  if (attempt !== undefined) dropCookie(res, cookies, `${cookies.attemptPrefix}${attempt.id}`)
  const judged = judgeCallback(query, attempt, await deps.metadata.expectedIssuer(), clock())
  if (judged.kind !== 'exchange') {
    const connectResult = buildConnectResult(frame, judged.kind, clock(), {
      connectionId: attempt === undefined ? null : namedConnection(attempt),
      businessName: attempt?.expected?.businessName ?? null,
    })
    await deps.connectResults.save(connectResult)
    noteEnd(deps, res, connectResult, reasonOfCallback(judged))
    res.redirect(303, withConnectResult(frame.returnTo, frame.id))
    return
  }
  const present = await findPresent(deps, req)
  const finished = await deps.finishAttempt({ attempt: judged.attempt, code: judged.code, frame, present })
  noteEnd(deps, res, finished.connectResult, 'reason' in finished ? finished.reason : undefined)
  if (finished.signIn !== undefined) {
    // Only now is a session needed; it is saved before the answer is sent.
    await deps.openSession(req, res)
    await signInAs(deps, back, finished, digestOf(judged.attempt.cookie))
  }
  res.redirect(303, withConnectResult(finished.connectResult.result.returnTo, frame.id))
}

/** Returns the person who is signed in now. Undefined in an app with its own sign-in: its people may have several accounts. */
async function findPresent(deps: CallbackDeps, req: Request): Promise<Expectation | undefined> {
  const session = await deps.reader.read(req)
  if (session === undefined || session.owner !== undefined) return undefined
  const person = await deps.principals.findPerson(session.principalId)
  return person && { principalId: session.principalId, businessName: null, ...person }
}

function noteEnd(
  { logger, metrics }: CallbackDeps,
  res: Response,
  { result }: StoredConnectResult,
  reason: string | undefined,
): void {
  const { outcome, intent, reference, connectionId } = result
  // Only the operator can mend a wrong configuration, and the page says that it is logged.
  const level = outcome === 'misconfigured' ? 'error' : 'info'
  const facts = { requestId: requestIdOf(res), ...(reason !== undefined && { reason }) }
  logger[level]({ event: 'attempt.ended', outcome, intent, reference, connectionId, ...facts })
  metrics.attempt(attemptOutcomeOf(outcome))
}

/**
 * Takes the attempt of the answer's `state` for good: it is finished once, however often the browser comes back. A stranger who
 * knows the `state` cannot use it up: the browser must have the attempt's cookie, and be that of the person who began it.
 * @returns `answered` if the response has been sent; undefined if there is no such attempt
 */
async function takeAttempt(deps: CallbackDeps, back: CameBack): Promise<Attempt | 'answered' | undefined> {
  const { req, res } = back
  const { cookies, reader, people, attempts, connectResults } = deps
  const [state = '', ...more] = back.query.getAll('state')
  const attemptId = more.length > 0 ? undefined : attemptIdOfState(state)
  if (attemptId === undefined) return undefined
  const cookie = attemptCookieIn(parseCookies(req.headers.cookie), cookies.attemptPrefix, attemptId)
  const browserId = browserIdOf(req, cookies)
  const findPrincipal = async () => (await reader.read(req))?.principalId

  const earlier = await findReadableResult(connectResults, attemptId, browserId, findPrincipal)
  if (earlier !== undefined) return showAgain(deps, res, earlier, cookie)
  const owner = people?.find(req)
  const isWithheld = cookie === undefined || (people !== undefined && owner === undefined)
  if (isWithheld && !back.isRelayed && (await relayOnSameSite(back, deps))) return 'answered'
  if (cookie === undefined) return undefined
  const known = await attempts.find(attemptId)
  if (known === undefined) {
    const found = await connectResults.find(attemptId)
    if (found?.kind !== 'working' || browserId === undefined) return undefined
  } else {
    if (!isSameText(known.cookie, cookie) || !isOwnedBy(known, owner)) return undefined
    await connectResults.begin(attemptId)
    const taken = await attempts.take(attemptId)
    if (taken !== undefined) return taken
  }
  // Another request of this browser is finishing the attempt now.
  const connectResult = await waitForResult(deps, attemptId)
  if (connectResult !== undefined) return showAgain(deps, res, connectResult, cookie)
  res.redirect(303, HOME)
  return 'answered'
}

const LOOK_AGAIN_MS = 100
/** The maximum wait in milliseconds: longer than an exchange may take. */
const LONGEST_WAIT_MS = 25_000

/** Waits for the result of an attempt that another request is finishing; undefined if none comes. */
async function waitForResult(
  { connectResults, clock, wait }: CallbackDeps,
  attemptId: AttemptId,
): Promise<StoredConnectResult | undefined> {
  const untilMs = clock() + LONGEST_WAIT_MS
  while (clock() < untilMs) {
    const found = await connectResults.find(attemptId)
    if (found === undefined) return undefined
    if (found.kind === 'done') return found.connectResult
    await wait(LOOK_AGAIN_MS)
  }
  return undefined
}

/**
 * Redirects to the first result again. A reload during the exchange discards the first response, and with it the cookie of the new
 * session: a browser that still has the attempt's cookie gets that cookie again.
 */
async function showAgain(
  { cookies, sessions, signing }: CallbackDeps,
  res: Response,
  { begun, result }: StoredConnectResult,
  cookie: AttemptCookie | undefined,
): Promise<'answered'> {
  const isLost = begun !== undefined && cookie !== undefined && isSameText(begun.cookie, digestOf(cookie))
  // Only while that session lasts: its cookie would otherwise replace that of a valid one.
  if (isLost && (await sessions.leftMs(begun.sessionId)) !== undefined)
    res.append('Set-Cookie', signing.sessionCookieOf(begun.sessionId))
  dropCookie(res, cookies, `${cookies.attemptPrefix}${result.id}`)
  res.redirect(303, withConnectResult(result.returnTo, result.id))
  return 'answered'
}
