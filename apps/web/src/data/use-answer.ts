import { useState, useSyncExternalStore } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Failure } from './failure.ts'
import type { FirstAnswerStore, FirstRead } from './first-answer-client.ts'
import { failureOfError } from './graphql-client.ts'
import { useGraphqlQuery } from './graphql-query.ts'
import { useHydrated } from './hydrated.ts'
import { useFirstAnswer } from './last-known.tsx'

/** The answer to a query of one connection, read by the server for this page or by the browser. */
export interface QueryAnswer<Data> {
  /** Undefined while there is no answer, and for an answer without any data. */
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  /** The time at which the server read an answer that came with the page. Undefined for an answer that the browser read. */
  readonly cameAtMs: number | undefined
  /** True if an answer is awaited. */
  readonly fetching: boolean
  /** True if the data is from the cache and a newer answer is on its way. */
  readonly stale: boolean
  /** Sends the query again, regardless of the page's answer and the cache. */
  readonly ask: () => void
  /** Marks the answer that came with the page as used, so that no other part gets it. */
  readonly spend: () => void
}

/** Returns the answer that came with the page, as soon as it has come; any other query is sent after the first paint. */
export function useAnswer<Data, Variables extends AnyVariables>(options: {
  readonly document: TypedDocumentNode<Data, Variables>
  readonly operationName: string
  readonly variables: Variables
  readonly connection: ConnectionView
  readonly reads: boolean
}): QueryAnswer<Data> {
  const { document, operationName, variables, connection, reads } = options
  const hydrated = useHydrated()
  const { id: connectionId, version } = connection
  const { first, spend, decline } = useFirstRead({ connectionId, version, operationName, variables })
  const asks = hydrated && reads && first === undefined
  const { data, error, fetching, stale, ask } = useGraphqlQuery(document, variables, asks)
  const came = typeof first === 'object' ? first : undefined
  const good = (came?.data as Data | undefined) ?? (hasAnswer(data) ? data : undefined)
  return {
    data: good,
    failure: error === undefined ? undefined : failureOfError(error, good !== undefined),
    cameAtMs: came && Date.parse(came.readAt),
    fetching,
    stale,
    ask: () => {
      decline()
      ask()
    },
    spend,
  }
}

/** Returns the answer that came with the page, to the part that shows it first. Undefined once that part has declined it. */
function useFirstRead(query: Parameters<FirstAnswerStore['brings']>[0]) {
  const store = useFirstAnswer()
  const question = JSON.stringify(query)
  // Another query of the same part has no answer in the page.
  const [mine, setMine] = useState(() => (store.brings(query) ? question : undefined))
  const now = useSyncExternalStore(store.subscribe, store.read, store.readAtFirst)
  const first: FirstRead = mine === question ? now : undefined
  return { first, spend: store.spend, decline: () => setMine(undefined) }
}

/** Returns true if an answer has any data: one in which every part is null has none. */
function hasAnswer(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some((part) => part !== null)
}
