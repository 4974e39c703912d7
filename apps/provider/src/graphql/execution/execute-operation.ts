import { GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql'
import { CallerError } from '#caller/caller-error.ts'
import { executeByLevel } from './execute-by-level.ts'
import { createPlans } from './plans.ts'
import { createCostEstimate } from '#graphql/limits/document-cost.ts'
import type { DocumentLimits } from '#graphql/limits/graphql-settings.ts'
import { REFUSED } from '#graphql/request/known-documents.ts'

/** One operation, ready to be executed. */
type Execution<Context> = {
  readonly document: DocumentNode
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>> | undefined
  readonly context: Context
  /** The number of faults of the variables that are listed. Each can repeat all of the variables. */
  readonly maxFaults: number
  /** Takes the points of the call before it is executed, and adds those by which its answer was larger. */
  readonly spend: (points: number, how: 'takePoints' | 'addPoints') => Promise<void>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** Marks errors in variables and unknown operations as the caller's fault. */
function markRequestErrors(result: ExecutionResult): ExecutionResult {
  if (result.data !== undefined || result.errors === undefined) return result
  const errors = result.errors.map(
    (error) =>
      new GraphQLError(error.message, {
        nodes: error.nodes ?? null,
        extensions: { code: 'BAD_USER_INPUT', http: REFUSED },
      }),
  )
  return { errors }
}

/** Creates the executor of operations within cost limits. An execution ends when the client disconnects. */
export function createExecutor<Context>(
  schema: GraphQLSchema,
  limits: DocumentLimits,
): (execution: Execution<Context>) => Promise<ExecutionResult> {
  const costOf = createCostEstimate(schema)
  const plans = createPlans()
  return async ({ document, operationName, variables = {}, context, maxFaults, spend, signal }) => {
    const cost = costOf(document, { operationName, variables })
    if (cost > limits.maxCost) {
      const could = Number.isSafeInteger(cost) ? cost : 'countless'
      const message = `The answer could hold ${could} fields; at most ${limits.maxCost} are allowed. Ask for smaller pages.`
      throw new CallerError('GRAPHQL_VALIDATION_FAILED', message, { http: REFUSED })
    }
    await spend(cost, 'takePoints')
    const tally = { fields: 0 }
    const result = markRequestErrors(
      await executeByLevel(
        {
          schema,
          document,
          contextValue: context,
          variableValues: variables,
          operationName: operationName ?? null,
          abortSignal: signal,
          options: { maxCoercionErrors: maxFaults },
        },
        plans,
        tally,
      ),
    )
    if (tally.fields > cost) await spend(tally.fields - cost, 'addPoints')
    return result
  }
}
