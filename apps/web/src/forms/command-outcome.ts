import type { ProblemCode } from '@counterfoil/bff-api/problem'
import {
  failureOf,
  failureOfGraphql,
  type Failure,
  type GraphqlFault,
  type TransportError,
} from '#data/failure.ts'
import type { InputError } from './input-faults.ts'

/** What came of a change that was sent. */
export type CommandOutcome =
  | { readonly kind: 'done'; readonly data: CommandData }
  /** Nothing happened: the provider says what is wrong with the input. */
  | { readonly kind: 'refused'; readonly errors: readonly InputError[] }
  /** Nothing happened, for another reason. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It was sent, and may have been done. */
  | { readonly kind: 'unsure' }

/** The one field of a mutation's answer. */
type CommandData = Readonly<Record<string, unknown>>

/** Codes of the BFF after which a change may have been done. A type alone, so that no page brings these names. */
type UnsureCode = Extract<ProblemCode, 'outcome-unknown' | 'internal-error'>
const UNSURE: Readonly<Record<UnsureCode, true>> = { 'outcome-unknown': true, 'internal-error': true }

/** Codes of GraphQL errors with which a provider answers before anything is done. */
const REFUSALS = new Set([
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
])

/** What a trouble of transport means for a change. No answer at all leaves open whether it arrived. */
export function outcomeOfTransport(error: TransportError, nowMs: number): CommandOutcome {
  const isProblem = error.kind === 'problem'
  if (!isProblem || error.problem.code in UNSURE) return { kind: 'unsure' }
  return { kind: 'failed', failure: failureOf(error, nowMs) }
}

/** What an answer of GraphQL means for a change. */
export function outcomeOfAnswer(answer: unknown): CommandOutcome {
  if (typeof answer !== 'object' || answer === null) return { kind: 'unsure' }
  const { data, errors = [] } = answer as {
    data?: Readonly<Record<string, unknown>> | null
    errors?: readonly GraphqlFault[]
  }
  const [field] = Object.values(data ?? {})
  if (typeof field === 'object' && field !== null) {
    const command = field as { didSucceed?: unknown; inputErrors?: readonly InputError[] | null }
    if (command.didSucceed === true) return { kind: 'done', data: field as CommandData }
    if (command.didSucceed === false) return { kind: 'refused', errors: command.inputErrors ?? [] }
  }
  const codes = errors.map(({ extensions }) => String(extensions?.['code']))
  if (codes.length > 0 && codes.every((code) => code === 'BAD_USER_INPUT'))
    return { kind: 'refused', errors: errors.map(({ message }) => ({ path: pathIn(message) })) }
  const isRefused = codes.length > 0 && codes.every((code) => REFUSALS.has(code))
  return isRefused ? { kind: 'failed', failure: failureOfGraphql(errors, false) } : { kind: 'unsure' }
}

/** The place that a message about a variable names: `Variable "$input" got invalid value "x" at "input.items[0].quantity"; …`. */
function pathIn(message: string): readonly string[] {
  const [, place = ''] = /" at "(input[^"]*)"/.exec(message) ?? []
  return place.split(/[.[\]]+/).filter((part) => part !== '')
}
