import { useState, useSyncExternalStore } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Failure } from './failure.ts'
import type { FirstAnswerStore, FirstRead } from './first-answer-client.ts'
import { failureOfError } from './graphql-client.ts'
import { useGraphqlQuery } from './graphql-query.ts'
import { useHydrated } from './hydrated.ts'
import { useFirstAnswer } from './last-known.tsx'

/** What a query of one connection was answered with, by the server for this page or here. */
export interface QueryAnswer<Data> {
  /** Undefined while there is none, and of an answer that brought nothing. */
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  /** When the server read what came with the page; undefined of an answer that was asked for here. */
  readonly cameAtMs: number | undefined
  /** Is an answer on its way? */
  readonly fetching: boolean
  /** True if the data is from the cache and a newer answer is on its way. */
  readonly stale: boolean
  /** Asks the network, whatever came with the page or is in the cache. */
  readonly ask: () => void
  /** What came with the page is not given to another part of it. */
  readonly spend: () => void
}

/** Takes what came with the page, as soon as it has come; anything else is asked for after the first paint. */
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

/** What came with the page for the part of it that shows it first; undefined once that part has declined it. */
function useFirstRead(query: Parameters<FirstAnswerStore['brings']>[0]) {
  const store = useFirstAnswer()
  const question = JSON.stringify(query)
  // Another question of the same part is not what came.
  const [mine, setMine] = useState(() => (store.brings(query) ? question : undefined))
  const now = useSyncExternalStore(store.subscribe, store.read, store.readAtFirst)
  const first: FirstRead = mine === question ? now : undefined
  return { first, spend: store.spend, decline: () => setMine(undefined) }
}

/** An answer in which every part is null brought nothing. */
function hasAnswer(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some((part) => part !== null)
}
