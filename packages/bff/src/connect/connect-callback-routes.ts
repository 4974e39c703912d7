import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { parseCookies } from '@counterfoil/service/http/cookies'
import { type RequestId, requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { type Request, type Response, Router } from 'express'
import { digestOf } from '#crypto/signature.ts'
import { readQuery } from '#http/request-parts.ts'
import type { ProviderMetadata } from '#provider/metadata-client.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { knowBrowser } from '#session/cookies-responder.ts'
import type { SessionCarrier } from '#session/session-reader.ts'
import type { OpenSession } from '#session/session-responder.ts'
import { dropAttemptCookie } from './attempt/attempt-cookies-responder.ts'
import { attemptIdsOf } from './attempt/attempt-cookies.ts'
import { type Attempt, type Expectation, namedConnection } from './attempt/attempt.ts'
import { connectOutcomeOfCallback, judgeCallback, reasonOfCallback } from './result/callback-outcome.ts'
import { frameOf } from './connect-frame-responder.ts'
import type { ConnectResultStore } from './result/connect-result-store.ts'
import { buildConnectResult, type StoredConnectResult } from './result/connect-result.ts'
import type { createFinishAttempt } from './finish-attempt.ts'
import { HOME, withConnectResult } from './attempt/return-to.ts'
import { signInAs, type SignInDeps } from './sign-in-responder.ts'
import { type AttemptTakerDeps, createAttemptTaker } from './take-attempt-responder.ts'

export interface ConnectCallbackDeps extends EndAttemptDeps, AttemptTakerDeps {
  readonly connectResults: ConnectResultStore
}

/**
 * `GET /connect/callback`: judges the answer of the provider, finishes the attempt and answers 303 to a clean address.
 * Nothing of the answer stays in the address bar, and nothing of it is in any page.
 */
export function createConnectCallbackRoutes(deps: ConnectCallbackDeps): Router {
  const { cookies, reader } = deps
  const takeAttempt = createAttemptTaker(deps)
  const router = Router()

  router.get(BFF_PATHS.connectCallback, async (req, res) => {
    const asked = readQuery(req)
    const relayId = asked.get('relay')
    const query = relayId === null ? asked : await deps.relays.take(relayId)
    // A relay page that is loaded again: its answer was dealt with the first time.
    if (query === undefined) return res.redirect(303, HOME)
    const attempt = await takeAttempt({ req, res }, { query, isRelayed: relayId !== null })
    if (attempt === 'answered') return undefined
    if (attempt === undefined && (await isJustVisiting(req))) return res.redirect(303, HOME)
    return endAttempt(deps, { req, res, query, attempt })
  })

  /** Someone signed in with an old address and nothing under way: no reason for a warning. */
  async function isJustVisiting(req: Request): Promise<boolean> {
    if (attemptIdsOf(parseCookies(req.headers.cookie), cookies.attemptPrefix).length > 0) return false
    return (await reader.read(req)) !== undefined
  }

  return router
}

interface EndAttemptDeps extends SignInDeps {
  readonly cookies: CookieNames
  readonly metadata: Pick<ProviderMetadata, 'expectedIssuer'>
  readonly openSession: OpenSession
  readonly finish: Pick<ReturnType<typeof createFinishAttempt>, 'exchange'>
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly findPresent: (request: SessionCarrier) => Promise<Expectation | undefined>
  readonly clock: () => number
  readonly onEnd: (
    connectResult: StoredConnectResult,
    facts: { readonly requestId: RequestId; readonly reason?: string },
  ) => void
}

/** The browser is back, and nobody else is finishing the attempt. */
interface CameBack {
  readonly req: Request
  readonly res: Response
  readonly query: URLSearchParams
  readonly attempt: Attempt | undefined
}

/** Judges the answer of the provider, finishes the attempt, and answers 303 to a clean address. */
async function endAttempt(deps: EndAttemptDeps, back: CameBack): Promise<void> {
  const { req, res, query, attempt } = back
  const { cookies, clock } = deps
  const requestId = requestIdOf(res)
  const browserId = attempt?.browserId ?? knowBrowser(back, cookies)
  const frame = frameOf(back, deps, { attempt, browserId })
  if (attempt !== undefined) dropAttemptCookie(res, cookies, attempt.id)
  const judged = judgeCallback(query, attempt, await deps.metadata.expectedIssuer(), clock())
  if (judged.kind !== 'exchange') {
    const connectResult = buildConnectResult(frame, connectOutcomeOfCallback(judged), clock(), {
      connectionId: attempt === undefined ? null : namedConnection(attempt),
      businessName: attempt?.expected?.businessName ?? null,
    })
    await deps.connectResults.save(connectResult)
    deps.onEnd(connectResult, { requestId, reason: reasonOfCallback(judged) })
    res.redirect(303, withConnectResult(frame.returnTo, frame.id))
    return
  }
  const present = await deps.findPresent(req)
  const finished = await deps.finish.exchange({
    attempt: judged.attempt,
    code: judged.code,
    frame,
    present,
  })
  const reason = finished.signIn === undefined ? finished.reason : undefined
  deps.onEnd(finished.connectResult, reason === undefined ? { requestId } : { requestId, reason })
  const address = withConnectResult(finished.connectResult.result.returnTo, frame.id)
  if (finished.signIn === undefined) {
    res.redirect(303, address)
    return
  }
  // Only now is a session needed; it is saved before the answer is sent.
  await deps.openSession(req, res)
  await signInAs(deps, { req, res }, finished, digestOf(judged.attempt.cookie))
  res.redirect(303, address)
}
