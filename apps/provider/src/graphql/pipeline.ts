import type { ExecutionResult } from 'graphql'
import { CallerError } from '#caller/caller-error.ts'
import type { Viewer } from '#caller/viewer.ts'
import type { Authentication } from './authentication/authentication.ts'
import type { Call } from './call.ts'
import type { FormatErrors } from './errors/error-presentation.ts'
import type { Execution } from './execution/execute-operation.ts'
import type { Outcome } from './request/answer-form.ts'
import type { GraphqlParams } from './request/graphql-request.ts'
import { findOperation, type KnownDocuments } from './request/known-documents.ts'

/** The steps of a call. */
type Steps<Context> = {
  /** Runs the work of a call when it is its turn among the calls with its token; `inTurnOfAccount`: among those of its account. */
  readonly inTurn: <Value>(call: Call, work: () => Promise<Value>) => Promise<Value>
  readonly inTurnOfAccount: <Value>(call: Call, work: () => Promise<Value>) => Promise<Value>
  /** Limits the statements of a call to the time that it has for them. */
  readonly withinTime: <Value>(call: Call, work: () => Promise<Value>) => Promise<Value>
  readonly authentication: Authentication
  readonly documents: KnownDocuments
  readonly openContext: (viewer: Viewer | undefined, call: Call, params: GraphqlParams) => Context
  /** @throws CallerError RATE_LIMITED when the token has fewer points left */
  readonly spend: (call: Call, points: number) => Promise<void>
  readonly execute: (execution: Execution<Context>) => Promise<ExecutionResult>
  readonly dressErrors: FormatErrors
  readonly pauseBeforeRefusal: (address: string) => Promise<void>
}

/**
 * Creates the pipeline of a call: it waits for its turn among the calls with its token, is authenticated and counted, its body is
 * read, its document is parsed and checked, its points are taken, and the operation is executed; errors are formatted at the end.
 * All statements of a call share one time limit, authentication included, so that a connection receives the limit only once.
 * Calls without a token wait after their body was read, because they share a queue with their whole network.
 *
 * @returns Undefined if the client has disconnected: nobody receives an answer, and the abort is no fault
 */
export function createPipeline<Context>(
  steps: Steps<Context>,
): (call: Call, readParams: () => Promise<GraphqlParams>) => Promise<Outcome | undefined> {
  async function run(call: Call, params: GraphqlParams): Promise<RunResult> {
    const { query, operationName, variables } = params
    call.operationName = operationName
    await steps.authentication.admit(call, params)
    const { document, findFaults } = steps.documents.read(query)
    findOperation(document, { operationName, method: call.method })
    const faults = findFaults()
    if (faults.length > 0) return { errors: faults }
    const context = steps.openContext(call.viewer, call, params)
    const spend = (points: number) => steps.spend(call, points)
    return await steps.execute({ document, operationName, variables, context, spend, signal: call.signal })
  }

  async function answerStranger(call: Call, readParams: () => Promise<GraphqlParams>): Promise<RunResult> {
    await steps.authentication.identify(call)
    const params = await readParams()
    return await steps.inTurn(call, () => steps.withinTime(call, () => run(call, params)))
  }

  function answerBearer(call: Call, readParams: () => Promise<GraphqlParams>): Promise<RunResult> {
    return steps.inTurn(call, () =>
      steps.withinTime(call, async () => {
        await steps.authentication.identify(call)
        return await steps.inTurnOfAccount(call, async () => run(call, await readParams()))
      }),
    )
  }

  return async (call, readParams) => {
    let result: RunResult
    try {
      result = await (call.authorization === undefined ? answerStranger : answerBearer)(call, readParams)
    } catch (error) {
      if (isEndOf(call.signal, error)) return undefined
      if (error instanceof CallerError && error.code === 'RATE_LIMITED')
        await steps.pauseBeforeRefusal(call.address)
      result = { errors: [error] }
    }
    const { data, errors } = result
    if (errors === undefined || errors.length === 0) return { data }
    return { data, errors: steps.dressErrors(call, errors) }
  }
}

/** Returns true for the error that the executor throws when the client has disconnected. */
function isEndOf(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason)
}

/** The result of a call, with its errors as thrown. */
type RunResult = { readonly data?: unknown; readonly errors?: readonly unknown[] }
