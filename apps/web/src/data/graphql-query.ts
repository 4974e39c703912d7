import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useState } from 'react'
import {
  type AnyVariables,
  type Client,
  type CombinedError,
  createRequest,
  type GraphQLRequest,
  type TypedDocumentNode,
} from 'urql'
import { pipe, subscribe } from 'wonka'

/** The GraphQL client of the selected connection. */
export const GraphqlClientContext = createContext<Client | undefined>(undefined)

interface GraphqlQuery<Data> {
  /** The data of the last answer, also while another one is awaited. */
  readonly data: Data | undefined
  readonly error: CombinedError | undefined
  /** True if the answer to the last request is still awaited. */
  readonly fetching: boolean
  /** True if the data is from the cache and a newer answer is on its way. */
  readonly stale: boolean
  /** Sends the query again, regardless of the cache. */
  readonly ask: () => void
}

interface Question {
  readonly request: GraphQLRequest
  readonly requestPolicy: 'cache-and-network' | 'network-only'
}

interface Answer {
  readonly question: Question
  readonly data: unknown
  readonly error: CombinedError | undefined
  readonly stale: boolean
}

/**
 * Sends a query, and sends it again on request. In an effect, never while rendering: urql's own hook sends it while rendering and
 * keeps its source in state that is set while rendering. React drops such state as long as an older update of the same hook waits,
 * as during hydration, and the hook then sends the query at every render.
 *
 * @param isEnabled False sends nothing and cancels a pending request.
 */
export function useGraphqlQuery<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  isEnabled: boolean,
): GraphqlQuery<Data> {
  const client = useContext(GraphqlClientContext)
  if (client === undefined) throw new Error('useGraphqlQuery needs a GraphqlClientContext above it')
  const given = createRequest(document, variables)
  // oxlint-disable-next-line react/exhaustive-deps -- the key represents the document and the variables
  const request = useMemo<GraphQLRequest>(() => given, [given.key])
  const [timesAsked, setTimesAsked] = useState(0)
  const question = useMemo<Question>(
    () => ({ request, requestPolicy: timesAsked === 0 ? 'cache-and-network' : 'network-only' }),
    [request, timesAsked],
  )
  const [answer, setAnswer] = useState<Answer>()
  // A layout effect, so that cached data is in the first frame.
  useLayoutEffect(() => {
    if (!isEnabled) return
    const { requestPolicy } = question
    return pipe(
      client.executeQuery(question.request, { requestPolicy }),
      subscribe(({ data, error, stale }) => setAnswer({ question, data, error, stale })),
    ).unsubscribe
  }, [client, question, isEnabled])

  const last = answer?.question.request === request ? answer : undefined
  return {
    data: last?.data as Data | undefined,
    error: last?.error,
    fetching: isEnabled && last?.question !== question,
    stale: last?.stale ?? false,
    ask: useCallback(() => setTimesAsked((count) => count + 1), []),
  }
}

/** A document as written by `codegen.ts`: one operation with its name and hash. */
interface Named {
  readonly definitions: readonly object[]
}

export function nameOf(document: Named): string {
  const [first] = document.definitions
  if (first === undefined || !('name' in first)) return ''
  const { name } = first
  return typeof name === 'object' && name !== null && 'value' in name && typeof name.value === 'string'
    ? name.value
    : ''
}

/** Returns the SHA-256 of the document's text, which the browser sends in its place. */
export function hashOf(document: Named): string | undefined {
  const [first] = document.definitions
  return first !== undefined && 'hash' in first && typeof first.hash === 'string' ? first.hash : undefined
}
