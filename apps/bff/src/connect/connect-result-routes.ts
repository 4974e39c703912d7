import { ResultDecisionSchema, type ConnectResult } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { Router, type Request } from 'express'
import type { AttemptId, BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { formatCookie, readCookie } from '@counterfoil/service/cookies'
import type { CookieNames } from '#session/cookie-names.ts'
import type { SessionReader } from '#session/session-reader-store.ts'
import { isSameText } from '#crypto/signature.ts'
import { BffError } from '#http/errors.ts'
import { dayOffsetOf } from './day-offset.ts'
import { readBody } from '#http/request-parts.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { createFinishAttempt } from './finish-attempt.ts'
import type { SignIn } from './open-connection.ts'
import { mayReadConnectResult, type StoredConnectResult } from './connect-result.ts'
import type { ConnectResultStore } from './connect-result-store.ts'

export interface ConnectResultRoutesDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly changes: SessionChanges
  readonly attempts: AttemptStore
  readonly connectResults: ConnectResultStore
  readonly finish: ReturnType<typeof createFinishAttempt>
  readonly pendingRevocations: Pick<RevocationStore, 'find' | 'add'>
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly device: Pick<DeviceMemory, 'rememberAnew'>
  readonly readConnectResult: (result: ConnectResult) => Promise<ConnectResult>
  readonly forgetClaim: (signIn: SignIn) => Promise<void>
  readonly clock: () => number
  readonly onAttempt: (outcome: 'abandoned') => void
}

/** The result of an attempt, the question it may have ended with, and attempts that were not finished. */
export function createConnectResultRoutes(deps: ConnectResultRoutesDeps): Router {
  const { cookies } = deps
  const router = Router()

  async function findOwn(req: Request): Promise<StoredConnectResult> {
    const found = await deps.connectResults.find(String(req.params['id']) as AttemptId)
    const browserId = parseBrowserId(readCookie(req.headers, cookies.browser))
    const session = await deps.reader.read(req.headers.cookie)
    const reader = {
      browser: browserId === undefined ? undefined : deps.browserOf(browserId),
      principalId: session?.principalId,
    }
    if (found?.kind !== 'done' || !mayReadConnectResult(found.connectResult, reader))
      throw new BffError('not-found')
    return found.connectResult
  }

  router.get(BFF_PATHS.connectResult, async (req, res) => {
    res.json(await deps.readConnectResult((await findOwn(req)).result))
  })

  router.post(BFF_PATHS.resultDecision, async (req, res) => {
    const { choice } = readBody(ResultDecisionSchema, req.body)
    const connectResult = await findOwn(req)
    const { pending } = connectResult
    const browserId = parseBrowserId(readCookie(req.headers, cookies.browser))
    // Whoever else may read the result has not begun the attempt.
    if (browserId === undefined || connectResult.browser !== deps.browserOf(browserId))
      throw new BffError('not-found')
    if (pending === null || !connectResult.result.decisionOpen) throw new BffError('decision-closed')
    const tokens = await deps.pendingRevocations.find(pending.connectionId, pending.tokensId)
    if (tokens === undefined) throw new BffError('decision-closed')
    if ((await deps.connectResults.decide(connectResult.result.id, choice)) !== choice)
      throw new BffError('decision-closed')

    if (choice === 'keep') {
      await deps.pendingRevocations.add(pending.connectionId, [tokens], 0)
      const closed: ConnectResult = { ...connectResult.result, decisionOpen: false }
      await deps.connectResults.save({ ...connectResult, result: closed })
      res.json(closed)
      return
    }
    const { result } = connectResult
    const opened = await deps.finish.open(
      {
        identity: pending,
        tokens,
        intent: result.intent,
        asked: pending.asked,
        isPlanInactive: false,
        replaces: pending.replaces,
      },
      {
        id: result.id,
        intent: result.intent,
        returnTo: result.returnTo,
        reference: result.reference,
        browser: connectResult.browser,
        principalId: connectResult.principalId,
        dayOffsetMs: dayOffsetOf(req, cookies, deps.clock()),
      },
    )
    const { principalId, person, connectionId } = opened.signIn
    const begun = await deps.changes.begin(req, principalId, person, connectionId)
    await deps.connectResults.save(opened.connectResult)
    await deps.forgetClaim(opened.signIn)
    await deps.changes.limitReplaced(begun)
    deps.device.rememberAnew(res, { connectionId, businessName: opened.connectResult.result.businessName })
    res.json(opened.connectResult.result)
  })

  router.post(BFF_PATHS.attemptDismiss, async (req, res) => {
    const id = String(req.params['id']) as AttemptId
    const name = `${cookies.attemptPrefix}${id}`
    const cookie = readCookie(req.headers, name)
    const attempt = cookie === undefined ? undefined : await deps.attempts.find(id)
    if (cookie === undefined) throw new BffError('not-found')
    if (attempt !== undefined && isSameText(attempt.cookie, cookie)) {
      await deps.attempts.drop(id)
      deps.onAttempt('abandoned')
    }
    res.append(
      'Set-Cookie',
      formatCookie({ name, value: '' }, { isSecure: cookies.isSecure, maxAgeSeconds: 0 }),
    )
    res.status(204).end()
  })

  return router
}
