import type { ProblemCode } from '@counterfoil/bff-api/problem'
import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { CallProvider, Listener, ProviderCall, ProviderCallDeps } from '#graphql/graphql-ports.ts'
import { readWhole } from '#graphql/read-figures.ts'
import { problemOfTokenUse } from '#graphql/token-problem.ts'
import { BffError } from '#http/errors.ts'
import { readDocument, type GraphqlDocument } from './document.ts'

/** One query or mutation of the app's own code. */
interface ServerQuestion {
  readonly connectionId: ConnectionId
  readonly principalId: PrincipalId
  readonly document: GraphqlDocument
  readonly variables: Readonly<Record<string, unknown>>
}

/** A listener that never closes: a job has no browser that could go away. */
const PATIENT: Listener = { closed: false, once: () => undefined }

/** The codes by which it is certain that a mutation was not carried out. */
const NOTHING_DONE: ReadonlySet<ProblemCode> = new Set([
  'plan-ended',
  'connection-not-found',
  'provider-rate-limited',
])

/**
 * Creates the function by which the app's own code sends a GraphQL document: with the same access token, refresh lease and rate
 * limits as a query of the browser. Its documents need not be in the list of operations. A mutation is sent again only after status
 * 401, by which it was not carried out.
 * @throws BffError with the reason as its code; `outcome-unknown` for a mutation that may have been carried out
 */
export function createServerQuery(deps: {
  readonly clock: () => number
  readonly tokens: ProviderCallDeps['tokens']
  readonly refusals: ProviderCallDeps['refusals']
  readonly callProvider: CallProvider
  readonly newRequestId: () => RequestId
}): (question: ServerQuestion) => Promise<Readonly<Record<string, unknown>>> {
  async function send(call: ProviderCall) {
    const answer = await deps.callProvider(call)
    if (answer === undefined) throw new BffError('provider-unavailable')
    const { data, missing } = await readWhole(answer, deps.refusals).catch((error: unknown) => {
      // The provider refused the whole request: nothing was carried out.
      if (answer.status < 400 || !(error instanceof BffError)) throw error
      throw new BffError(error.code, { cause: error, isNothingDone: true })
    })
    if (missing.length > 0) throw new BffError('provider-unavailable', { log: { missing } })
    return data
  }

  return async ({ connectionId, principalId, document, variables }) => {
    const operation = readDocument(document, variables)
    const access = await deps.tokens.get(connectionId, principalId)
    if (access.kind !== 'use') throw problemOfTokenUse(access, deps.clock())
    const data = send({
      connectionId,
      access,
      operation,
      requestId: deps.newRequestId(),
      trace: undefined,
      incoming: {},
      res: PATIENT,
    })
    if (operation.kind === 'query') return data
    return data.catch((error: unknown) => {
      const isSure = error instanceof BffError && (error.isNothingDone || NOTHING_DONE.has(error.code))
      throw isSure ? error : new BffError('outcome-unknown', { cause: error })
    })
  }
}
