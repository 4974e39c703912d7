import {
  execute,
  GraphQLError,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Clock } from '@counterfoil/service/clock'
import type { CallContext } from '#graphql/call.ts'
import { CallerError } from '#caller/caller-error.ts'
import type { StatementBudgets } from '#database/statement-budget.ts'
import { estimateCost, findLimitFaults, type DocumentLimits } from '#graphql/limits/document-limits.ts'
import { parseOperation } from '#graphql/request/parse-operation.ts'

/** Of one document; who has more sees the first ones. */
const MAX_VALIDATION_ERRORS = 10

/** An error of the request, found before anything was executed. */
const REFUSED = { spec: true, status: 400 }

/** Variables that cannot be read and operations that do not exist are the caller's doing. */
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

/**
 * Limits of the document, and the execution itself: it ends when the client has gone, and its statements when they have
 * taken all the time that a call has for them.
 */
export function executionPlugin({
  limits,
  maxStatementsMs,
  clock,
  budgets,
}: {
  readonly limits: DocumentLimits
  readonly maxStatementsMs: number
  readonly clock: Clock
  readonly budgets: StatementBudgets
}): Plugin<object, CallContext> {
  const judged = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  const begun = new WeakMap<Request, number>()

  return {
    onParams({ request, context }) {
      begun.set(request, context.call.startedAtMs)
    },

    onParse({ setParseFn }) {
      setParseFn((source: string) => parseOperation(source, limits.maxTokens))
    },

    onValidate({ params, setResult, setValidationFn }) {
      // Each error of the many that one document can have costs a search for the name that was meant.
      setValidationFn((schema: GraphQLSchema, document: DocumentNode, rules: readonly ValidationRule[]) =>
        validate(schema, document, rules, { maxErrors: MAX_VALIDATION_ERRORS }),
      )
      const faults = judged.get(params.documentAST) ?? findLimitFaults(params.documentAST, limits)
      judged.set(params.documentAST, faults)
      if (faults.length > 0) setResult([...faults])
    },

    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args
      const cost = estimateCost(schema, document, operationName, variableValues ?? {})
      if (cost > limits.maxCost) {
        const could = Number.isSafeInteger(cost) ? cost : 'countless'
        const message = `The answer could hold ${could} fields; at most ${limits.maxCost} are allowed. Ask for smaller pages.`
        const fault = new CallerError('GRAPHQL_VALIDATION_FAILED', message, { http: REFUSED })
        setResultAndStopExecution({ errors: [fault] })
        return
      }
      const startedAtMs = begun.get(args.contextValue.request) ?? clock()
      const budget = { startedAtMs, wholeMs: maxStatementsMs, clock }
      setExecuteFn(() =>
        budgets.within(budget, async () =>
          markRequestErrors(
            await execute({
              schema,
              document,
              contextValue: args.contextValue,
              variableValues,
              operationName,
              abortSignal: args.contextValue.request.signal,
            }),
          ),
        ),
      )
    },
  }
}
