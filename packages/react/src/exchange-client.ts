import { BFF_PATHS, CONNECTION_HEADER, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import { CombinedError, makeOperation, type Exchange, type Operation, type OperationResult } from 'urql'
import { filter, make, mergeMap, pipe, takeUntil, type Source } from 'wonka'

/** The most requests in flight: more would only be answered with status 429 by the provider. */
const MAX_IN_FLIGHT = 6

export interface ExchangeOptions {
  /** The address at which the BFF is mounted, without a slash at its end. */
  readonly base?: string
  /** The `connectionId` of the shown {@link ConnectionStatus}. Answers of another connection are never returned. */
  readonly connectionId: string
  /** Returns the key of an operation in `operations.json`: the lower-case hex SHA-256 of its text. */
  readonly hashOf: (document: Operation['query']) => string | undefined
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Creates the error for a response that is not a GraphQL answer. `isCut` is true if it began as one. */
  readonly toError?: (response: Response, about: { readonly isCut: boolean }) => Promise<Error> | Error
}

/** Returns the last exchange of a client. It sends hashes instead of query texts: the BFF forwards the app's own queries only. */
export function counterfoilExchange(options: ExchangeOptions): Exchange {
  const limit = createLimit(MAX_IN_FLIGHT)
  return () => (operations) =>
    pipe(
      operations,
      filter(({ kind }) => kind === 'query' || kind === 'mutation'),
      mergeMap((operation) =>
        pipe(
          answerOf((signal) => limit(() => request(operation, options, signal))),
          takeUntil(
            pipe(
              operations,
              filter(({ kind, key }) => kind === 'teardown' && key === operation.key),
            ),
          ),
        ),
      ),
    )
}

/** Returns the answer to one operation. The request starts in a microtask, so an effect that is undone at once sends nothing. */
function answerOf(ask: (signal: AbortSignal) => Promise<OperationResult>): Source<OperationResult> {
  return make(({ next, complete }) => {
    const aborter = new AbortController()
    const { signal } = aborter
    const run = async () => {
      await Promise.resolve()
      if (signal.aborted) return
      const answer = await ask(signal)
      if (signal.aborted) return
      next(answer)
      complete()
    }
    void run()
    return () => aborter.abort()
  })
}

async function request(
  operation: Operation,
  options: ExchangeOptions,
  signal: AbortSignal,
): Promise<OperationResult> {
  const { base = '', toError = unreadable, fetch: send = fetch } = options
  try {
    const operationName = nameOf(operation.query)
    const sha256Hash = options.hashOf(operation.query)
    if (sha256Hash === undefined) throw new Error(`no hash for the operation ${operationName}`)
    const response = await send(base + BFF_PATHS.graphql, {
      method: 'POST',
      credentials: 'same-origin',
      signal,
      headers: {
        accept: 'application/graphql-response+json, application/json, application/problem+json',
        'content-type': 'application/json',
        [REQUEST_HEADER]: '1',
        [CONNECTION_HEADER]: options.connectionId,
      },
      body: JSON.stringify({
        operationName,
        variables: operation.variables,
        extensions: { persistedQuery: { version: 1, sha256Hash } },
      }),
    })
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('application/problem+json') || !type.includes('json'))
      throw await toError(response, { isCut: false })
    const { data, errors } = await readAnswer(response, toError)
    return result(
      operation,
      data,
      errors?.length ? new CombinedError({ graphQLErrors: errors, response }) : undefined,
    )
  } catch (thrown) {
    const networkError = thrown instanceof Error ? thrown : new Error(String(thrown))
    return result(operation, undefined, new CombinedError({ networkError }))
  }
}

interface Answer {
  readonly data?: unknown
  readonly errors?: CombinedError['graphQLErrors']
}

/** Parses the answer. Invalid JSON, such as a half answer, counts as no answer of the provider. */
async function readAnswer(
  response: Response,
  toError: NonNullable<ExchangeOptions['toError']>,
): Promise<Answer> {
  try {
    return (await response.json()) as Answer
  } catch (thrown) {
    throw thrown instanceof SyntaxError ? await toError(response, { isCut: true }) : thrown
  }
}

const unreadable = ({ status }: Response): Error =>
  new Error(`The BFF answered ${status} without a GraphQL answer.`)

/** Returns the name of a document's single operation. */
function nameOf({ definitions }: Operation['query']): string {
  const [first] = definitions
  return first !== undefined && 'name' in first ? (first.name?.value ?? '') : ''
}

function result(operation: Operation, data: unknown, error: CombinedError | undefined): OperationResult {
  return {
    operation: makeOperation(operation.kind, operation),
    data,
    ...(error === undefined ? {} : { error }),
    stale: false,
    hasNext: false,
  }
}

/** Runs at most `max` of the given tasks at the same time; the others wait. */
export function createLimit(max: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await task()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
