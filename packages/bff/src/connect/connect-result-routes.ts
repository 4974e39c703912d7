import { type ConnectResult, ResultDecisionSchema } from '@counterfoil/bff-api/connect-result'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { type Request, Router } from 'express'
import { browserDigestOf } from '#browser/browser-id.ts'
import type { TokenSet } from '#connections/token-set.ts'
import { BffError } from '#http/errors.ts'
import { parseAttemptId } from '#http/given-id.ts'
import { readBody } from '#http/request-parts.ts'
import { type Exchange, browserIdOf } from '#session/cookies-responder.ts'
import type { ConnectPorts } from './connect-ports.ts'
import { dayOffsetOf, signInAs } from './connect-responder.ts'
import { type StoredConnectResult, findReadableResult, readConnectResult } from './connect-result.ts'
import type { OpenConnection } from './open-connection.ts'

/** A result with an open question, and the tokens that wait for the decision. */
interface Question {
  readonly connectResult: StoredConnectResult
  readonly pending: NonNullable<StoredConnectResult['pending']>
  readonly tokens: TokenSet
}

export function createConnectResultRoutes(deps: ConnectPorts, openConnection: OpenConnection): Router {
  const { cookies, connectResults, pendingRevocations } = deps
  const router = Router()

  router.get(BFF_PATHS.connectResult, async (req, res) => {
    res.json(await readConnectResult(pendingRevocations, (await findOwn(req)).result))
  })

  router.post(BFF_PATHS.resultDecision, async (req, res) => {
    const { choice } = readBody(ResultDecisionSchema, req.body)
    const question = await findQuestion(req)
    const { id } = question.connectResult.result
    if ((await connectResults.decide(id, choice)) !== choice) throw new BffError('decision-closed')
    res.json(await (choice === 'keep' ? keep(question) : change({ req, res }, question)))
  })

  async function findOwn(req: Request): Promise<StoredConnectResult> {
    const id = parseAttemptId(req.params['id'])
    const findPrincipal = async () => (await deps.reader.read(req))?.principalId
    const browserId = browserIdOf(req, cookies)
    const found = id && (await findReadableResult(connectResults, id, browserId, findPrincipal))
    if (found === undefined) throw new BffError('not-found')
    return found
  }

  /** Returns the open question of a result. @throws BffError `not-found`, `decision-closed` */
  async function findQuestion(req: Request): Promise<Question> {
    const connectResult = await findOwn(req)
    const { pending, result, browser } = connectResult
    const browserId = browserIdOf(req, cookies)
    // Other permitted readers of the result did not begin the attempt.
    if (browserId === undefined || browser !== browserDigestOf(browserId)) throw new BffError('not-found')
    if (pending === null || !result.decisionOpen) throw new BffError('decision-closed')
    const tokens = await pendingRevocations.find(pending.connectionId, pending.tokensId)
    if (tokens === undefined) throw new BffError('decision-closed')
    return { connectResult, pending, tokens }
  }

  /** Keeps the present connections and revokes the new tokens. */
  async function keep({ connectResult, pending, tokens }: Question): Promise<ConnectResult> {
    await pendingRevocations.add(pending.connectionId, [tokens], 0)
    const closed: ConnectResult = { ...connectResult.result, decisionOpen: false }
    await connectResults.save({ ...connectResult, result: closed })
    return closed
  }

  /** Accepts the account or business that came back instead of the expected one, and signs in. */
  async function change({ req, res }: Exchange, question: Question): Promise<ConnectResult> {
    const { connectResult, pending, tokens } = question
    const { id, intent, returnTo, reference } = connectResult.result
    const { browser, principalId } = connectResult
    const { asked, replaces } = pending
    const owner = deps.people?.find(req)
    const dayOffsetMs = dayOffsetOf(req, cookies, deps.clock())
    const opened = await openConnection(
      { identity: pending, tokens, intent, asked, isPlanInactive: false, replaces, owner },
      { id, intent, returnTo, reference, browser, principalId, dayOffsetMs },
    )
    await signInAs(deps, { req, res }, opened)
    return opened.connectResult.result
  }

  return router
}
