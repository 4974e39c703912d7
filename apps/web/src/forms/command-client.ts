import {
  BFF_PATHS,
  CONNECTION_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_HEADER,
  SEND_AGAIN_HEADER,
} from '@counterfoil/bff-api/paths'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { send, transportErrorOf } from '#data/bff-client.ts'
import {
  type Failure,
  FailureError,
  failureFrom,
  failureOf,
  failureOfGraphql,
  type GraphqlFault,
  type TransportError,
} from '#data/failure.ts'
import { FORM_OPERATION_HASHES } from '#generated/form-operation-hashes.ts'
import type { InputError } from './input-faults.ts'
import type { Request } from './request.ts'

/** A change. Its key is created once per intended change and reused until the outcome is known. */
interface Command extends Request {
  readonly key: string
  /** True if the person resends it after an unknown outcome. */
  readonly isAgain?: boolean
}

export const newCommandKey = () => crypto.randomUUID()

/** Sends a change. Never rejects. */
export async function sendCommand(command: Command): Promise<CommandOutcome> {
  try {
    const response = await post(command, {
      [IDEMPOTENCY_HEADER]: command.key,
      ...(command.isAgain === true ? { [SEND_AGAIN_HEADER]: '1' } : {}),
    })
    if (!isGraphql(response)) return outcomeOfTransport(await transportErrorOf(response), Date.now())
    return outcomeOfAnswer(await response.json())
  } catch {
    return { kind: 'unsure' }
  }
}

export type Reading =
  | { readonly kind: 'read'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Reads once, bypassing every cache. A record that no longer exists is null. Never rejects. */
export async function readNow(request: Request): Promise<Reading> {
  try {
    const response = await post(request, {})
    if (!isGraphql(response)) throw new FailureError(failureOf(await transportErrorOf(response), Date.now()))
    const { data, errors = [] } = (await response.json()) as {
      readonly data?: Readonly<Record<string, unknown>> | null
      readonly errors?: readonly GraphqlFault[]
    }
    const isWhole = errors.every(({ extensions }) => extensions?.['code'] === 'NOT_FOUND')
    if (data == null || !isWhole) throw new FailureError(failureOfGraphql(errors, false))
    return { kind: 'read', data }
  } catch (thrown) {
    return { kind: 'failed', failure: failureFrom(thrown) }
  }
}

function post(
  { connectionId, operationName, variables }: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return send(BFF_PATHS.graphql, {
    method: 'POST',
    headers: {
      accept: 'application/graphql-response+json, application/json, application/problem+json',
      'content-type': 'application/json',
      [REQUEST_HEADER]: '1',
      [CONNECTION_HEADER]: connectionId,
      ...headers,
    },
    body: JSON.stringify({
      operationName,
      variables,
      extensions: { persistedQuery: { version: 1, sha256Hash: FORM_OPERATION_HASHES[operationName] } },
    }),
  })
}

function isGraphql(response: Response): boolean {
  const type = response.headers.get('content-type') ?? ''
  return type.includes('json') && !type.startsWith('application/problem+json')
}

/** The outcome of a sent change. */
export type CommandOutcome =
  | { readonly kind: 'done'; readonly data: CommandData }
  /** Nothing was changed: the provider reports errors in the input. */
  | { readonly kind: 'refused'; readonly errors: readonly InputError[] }
  /** Nothing was changed for another reason. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The change was sent and may have been made. */
  | { readonly kind: 'unsure' }

/** The single field of a mutation's response. */
type CommandData = Readonly<Record<string, unknown>>

/** The BFF's error codes after which a change may have been made. A type only, so that the browser bundle has no list of codes. */
type UnsureCode = Extract<ProblemCode, 'outcome-unknown' | 'internal-error'>
const UNSURE: Readonly<Record<UnsureCode, true>> = { 'outcome-unknown': true, 'internal-error': true }

/** The GraphQL error codes that a provider returns before making any change. */
const REFUSALS = new Set([
  'FORBIDDEN',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
])

/** Returns the outcome of a change after a transport error. Without a response it is unknown whether the change arrived. */
export function outcomeOfTransport(error: TransportError, nowMs: number): CommandOutcome {
  const isProblem = error.kind === 'problem'
  if (!isProblem || error.problem.code in UNSURE) return { kind: 'unsure' }
  return { kind: 'failed', failure: failureOf(error, nowMs) }
}

/** Returns the outcome of a change from its GraphQL response. */
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

/** Returns the path in a message about a variable: `Variable "$input" got invalid value "x" at "input.items[0].quantity"; …`. */
function pathIn(message: string): readonly string[] {
  const [, place = ''] = /" at "(input[^"]*)"/.exec(message) ?? []
  return place.split(/[.[\]]+/).filter((part) => part !== '')
}
