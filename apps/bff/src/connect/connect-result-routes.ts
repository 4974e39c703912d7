import { FlowDecisionSchema, type FlowResult } from '@counterfoil/bff-api/flow'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { Router, type Request } from 'express'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import { parseBrowserId } from '#browser/browser-id.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import { formatCookie, readCookie } from '#http/cookies.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import type { SessionReader } from '#session/session-reader-store.ts'
import { isSameText } from '#crypto/signature.ts'
import { BffError } from '#http/errors.ts'
import { dayOffsetOf } from './day-offset.ts'
import { readBody } from '#http/request-parts.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { createFinishAttempt, SignIn } from './finish-attempt.ts'
import { mayReadFlow, type StoredFlow } from './connect-result.ts'
import type { FlowStore } from './connect-result-store.ts'

export interface FlowRoutesDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly changes: SessionChanges
  readonly attempts: AttemptStore
  readonly flows: FlowStore
  readonly finish: ReturnType<typeof createFinishAttempt>
  readonly pendingRevocations: Pick<RevocationStore, 'find' | 'add'>
  readonly browserOf: (browserId: string) => string
  readonly device: Pick<DeviceMemory, 'rememberAnew'>
  readonly readFlow: (result: FlowResult) => Promise<FlowResult>
  readonly forgetClaim: (signIn: SignIn) => Promise<void>
  readonly clock: () => number
  readonly onAttempt: (outcome: 'abandoned') => void
}

/** The result of an attempt, the question it may have ended with, and attempts that were not finished. */
export function createFlowRoutes(deps: FlowRoutesDeps): Router {
  const { cookies } = deps
  const router = Router()

  async function findOwn(req: Request): Promise<StoredFlow> {
    const found = await deps.flows.find(String(req.params['id']))
    const browserId = parseBrowserId(readCookie(req.headers.cookie, cookies.browser))
    const session = await deps.reader.read(req.headers.cookie)
    const reader = {
      browser: browserId === undefined ? undefined : deps.browserOf(browserId),
      principalId: session?.principalId,
    }
    if (found?.kind !== 'done' || !mayReadFlow(found.flow, reader)) throw new BffError('not-found')
    return found.flow
  }

  router.get(BFF_PATHS.flow, async (req, res) => {
    res.json(await deps.readFlow((await findOwn(req)).result))
  })

  router.post(BFF_PATHS.flowDecision, async (req, res) => {
    const { choice } = readBody(FlowDecisionSchema, req.body)
    const flow = await findOwn(req)
    const { pending } = flow
    const browserId = parseBrowserId(readCookie(req.headers.cookie, cookies.browser))
    // Whoever else may read the result has not begun the attempt.
    if (browserId === undefined || flow.browser !== deps.browserOf(browserId)) throw new BffError('not-found')
    if (pending === null || !flow.result.decisionOpen) throw new BffError('decision-closed')
    const tokens = await deps.pendingRevocations.find(pending.connectionId, pending.tokensId)
    if (tokens === undefined) throw new BffError('decision-closed')
    if ((await deps.flows.decide(flow.result.id, choice)) !== choice) throw new BffError('decision-closed')

    if (choice === 'keep') {
      await deps.pendingRevocations.add(pending.connectionId, [tokens], 0)
      const closed: FlowResult = { ...flow.result, decisionOpen: false }
      await deps.flows.save({ ...flow, result: closed })
      res.json(closed)
      return
    }
    const { result } = flow
    const opened = await deps.finish.open(
      pending,
      tokens,
      {
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
        browser: flow.browser,
        principalId: flow.principalId,
        dayOffsetMs: dayOffsetOf(req, cookies, deps.clock()),
      },
    )
    const { principalId, person, connectionId } = opened.signIn
    const begun = await deps.changes.begin(req, principalId, person, connectionId)
    await deps.flows.save(opened.flow)
    await deps.forgetClaim(opened.signIn)
    await deps.changes.limitReplaced(begun)
    deps.device.rememberAnew(res, { connectionId, businessName: opened.flow.result.businessName })
    res.json(opened.flow.result)
  })

  router.post(BFF_PATHS.attemptDismiss, async (req, res) => {
    const id = String(req.params['id'])
    const name = `${cookies.attemptPrefix}${id}`
    const cookie = readCookie(req.headers.cookie, name)
    const attempt = cookie === undefined ? undefined : await deps.attempts.find(id)
    if (cookie === undefined) throw new BffError('not-found')
    if (attempt !== undefined && isSameText(attempt.cookie, cookie)) {
      await deps.attempts.drop(id)
      deps.onAttempt('abandoned')
    }
    res.append('Set-Cookie', formatCookie(name, '', 0, cookies.isSecure))
    res.status(204).end()
  })

  return router
}
