import {
  BFF_PATHS,
  CONNECTION_HEADER,
  IDEMPOTENCY_HEADER,
  REQUEST_HEADER,
  SEND_AGAIN_HEADER,
} from '@counterfoil/bff-api/paths'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { send, transportErrorOf } from '#data/bff-client.ts'
import {
  failureFrom,
  failureOf,
  failureOfGraphql,
  FailureError,
  type Failure,
  type GraphqlFault,
} from '#data/failure.ts'
import { FORM_OPERATION_HASHES } from '#generated/form-operation-hashes.ts'
import { outcomeOfAnswer, outcomeOfTransport, type CommandOutcome } from './command-outcome.ts'

/** An operation of the app for one connection. */
export interface Request {
  readonly connectionId: ConnectionId
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** A change: the key is made once for what somebody wants done, and stays until it is known what came of it. */
interface Command extends Request {
  readonly key: string
  /** Said by its person, after an outcome that was not known. */
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

/** Result of a reading. */
export type Reading =
  | { readonly kind: 'read'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Reads once, past every cache. What is not there any more reads as null. Never rejects. */
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
