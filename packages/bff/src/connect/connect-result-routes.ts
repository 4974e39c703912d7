import { ResultDecisionSchema, type ConnectResult } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { BrowserId, DigestOf } from '@counterfoil/oauth/ids'
import { Router, type Request, type Response } from 'express'
import type { TokenSet } from '#connections/token-set.ts'
import { BffError } from '#http/errors.ts'
import { parseAttemptId } from '#http/given-id.ts'
import { readBody } from '#http/request-parts.ts'
import type { OwnPeople } from '#principals/own-people.ts'
import type { RevocationStore } from '#revocation/revocation-store.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { browserIdOf } from '#session/cookies-responder.ts'
import type { SessionReader } from '#session/session-reader.ts'
import type { ConnectResultStore } from './result/connect-result-store.ts'
import { type StoredConnectResult } from './result/connect-result.ts'
import { dayOffsetOf } from './attempt/day-offset.ts'
import type { createFinishAttempt } from './finish-attempt.ts'
import { signInAs, type SignInDeps } from './sign-in-responder.ts'
import { findReadableResult } from './readable-result.ts'

export interface ConnectResultRoutesDeps extends SignInDeps {
  readonly cookies: CookieNames
  readonly reader: SessionReader
  readonly connectResults: ConnectResultStore
  readonly finish: Pick<ReturnType<typeof createFinishAttempt>, 'open'>
  readonly people: Pick<OwnPeople, 'find'> | undefined
  readonly pendingRevocations: Pick<RevocationStore, 'find' | 'add'>
  readonly browserOf: (browserId: BrowserId) => DigestOf<BrowserId>
  readonly readConnectResult: (result: ConnectResult) => Promise<ConnectResult>
  readonly clock: () => number
}

/** The result of an attempt, and the question it may have ended with. */
export function createConnectResultRoutes(deps: ConnectResultRoutesDeps): Router {
  const router = Router()

  router.get(BFF_PATHS.connectResult, async (req, res) => {
    res.json(await deps.readConnectResult((await findOwn(deps, req)).result))
  })

  router.post(BFF_PATHS.resultDecision, async (req, res) => {
    const { choice } = readBody(ResultDecisionSchema, req.body)
    const question = await findQuestion(deps, req)
    const { id } = question.connectResult.result
    if ((await deps.connectResults.decide(id, choice)) !== choice) throw new BffError('decision-closed')
    res.json(await (choice === 'keep' ? keep(deps, question) : change(deps, { req, res }, question)))
  })

  return router
}

type Deps = ConnectResultRoutesDeps

/** A result that asks, with the tokens that wait for the answer. */
interface Question {
  readonly connectResult: StoredConnectResult
  readonly pending: NonNullable<StoredConnectResult['pending']>
  readonly tokens: TokenSet
}

async function findOwn(deps: Deps, req: Request): Promise<StoredConnectResult> {
  const id = parseAttemptId(req.params['id'])
  const findPrincipal = async () => (await deps.reader.read(req))?.principalId
  const browserId = browserIdOf(req, deps.cookies)
  const found = id && (await findReadableResult(deps, id, browserId, findPrincipal))
  if (found === undefined) throw new BffError('not-found')
  return found
}

/** @throws BffError `not-found`, `decision-closed` */
async function findQuestion(deps: Deps, req: Request): Promise<Question> {
  const connectResult = await findOwn(deps, req)
  const { pending, result } = connectResult
  const browserId = browserIdOf(req, deps.cookies)
  // Anyone who else may read the result has not begun the attempt.
  if (browserId === undefined || connectResult.browser !== deps.browserOf(browserId))
    throw new BffError('not-found')
  if (pending === null || !result.decisionOpen) throw new BffError('decision-closed')
  const tokens = await deps.pendingRevocations.find(pending.connectionId, pending.tokensId)
  if (tokens === undefined) throw new BffError('decision-closed')
  return { connectResult, pending, tokens }
}

/** Everything stays as it was: the tokens that came are revoked. */
async function keep(deps: Deps, { connectResult, pending, tokens }: Question): Promise<ConnectResult> {
  await deps.pendingRevocations.add(pending.connectionId, [tokens], 0)
  const closed: ConnectResult = { ...connectResult.result, decisionOpen: false }
  await deps.connectResults.save({ ...connectResult, result: closed })
  return closed
}

/** What came instead is what is wanted. */
async function change(
  deps: Deps,
  { req, res }: { readonly req: Request; readonly res: Response },
  { connectResult, pending, tokens }: Question,
): Promise<ConnectResult> {
  const { id, intent, returnTo, reference } = connectResult.result
  const { browser, principalId } = connectResult
  const { asked, replaces } = pending
  const opened = await deps.finish.open(
    {
      ...{ identity: pending, tokens, intent, asked, isPlanInactive: false, replaces },
      owner: deps.people?.find(req),
    },
    {
      ...{ id, intent, returnTo, reference, browser, principalId },
      dayOffsetMs: dayOffsetOf(req, deps.cookies, deps.clock()),
    },
  )
  await signInAs(deps, { req, res }, opened)
  return opened.connectResult.result
}
