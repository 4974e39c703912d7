import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import { useWords } from '#words/words.tsx'
import type { Failure } from './failure.ts'
import type { FirstAnswerStore, FirstRead } from './first-answer-client.ts'
import { failureOfError } from './graphql-client.ts'
import { hashOf, nameOf, useGraphqlQuery } from './graphql-query.ts'
import { useHydrated } from './hydrated.ts'
import { knownKey, useFirstAnswer, useKeptAnswer, useLastKnown, useNoteShown } from './last-known.tsx'
import { useRetries } from './use-retries.ts'

export interface BusinessData<Data> {
  readonly data: Data | undefined
  /** When `data` was answered. */
  readonly asOfMs: number | undefined
  readonly loading: boolean
  readonly failure: Failure | undefined
  /** Will it be tried again without the person? */
  readonly willRetry: boolean
  readonly retry: () => void
}

/**
 * Reads a query of one connection. What came with the page is shown from the first HTML on, or as soon as it has come;
 * anything else is asked for in the browser, after the first paint. Tries again by itself as
 * `retry-policy.ts` says; keeps what was read before while it cannot be read now.
 *
 * @param reads False where the connection's state says that nothing can be read: then only what is known is shown.
 */
export function useBusinessData<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  connection: ConnectionView,
  reads: boolean,
): BusinessData<Data> {
  const operationName = nameOf(document)
  const key = knownKey(connection, { operationName, variables })
  const answer = useAnswer({ document, operationName, variables, connection, reads })
  const { data, failure, fetching, ask } = answer
  const { willRetry, reset } = useRetries({ failure, fetching, state: connection.state, retry: ask })
  const answeredAtMs = useNotedAnswer(answer, { key, connectionId: connection.id, onWhole: reset })
  const kept = useKeptAnswer(connection, {
    key,
    form: hashOf(document),
    variables: { ...variables },
    isNeeded: data === undefined,
  })
  const asOfMs = data === undefined ? kept?.atMs : (answer.cameAtMs ?? answeredAtMs ?? kept?.atMs)
  useNoteShown(asOfMs, failure)
  return {
    data: data ?? (kept?.data as Data | undefined),
    asOfMs,
    loading: reads && (fetching || (data === undefined && failure === undefined)),
    failure,
    willRetry,
    retry: ask,
  }
}

/** Keeps each whole answer among what this page knows. @returns When the last answer came, whole or not. */
function useNotedAnswer(
  answer: QueryAnswer<unknown>,
  place: { readonly key: string; readonly connectionId: ConnectionId; readonly onWhole: () => void },
): number | undefined {
  const { data, cameAtMs, fetching, stale, spend } = answer
  const { key, connectionId, onWhole } = place
  const { known, noteRead } = useLastKnown()
  const { clock } = useWords()
  const [answeredAtMs, setAnsweredAtMs] = useState<number>()
  const isWhole = answer.failure === undefined
  useEffect(() => {
    if (data === undefined || fetching || stale) return
    const atMs = cameAtMs ?? clock()
    setAnsweredAtMs(atMs)
    // A part does not replace what was whole, and does not end the waiting for the rest.
    if (!isWhole) return
    known.set(key, { data, atMs })
    noteRead(connectionId, atMs)
    onWhole()
    if (cameAtMs !== undefined) spend()
  }, [data, isWhole, cameAtMs, fetching, stale, key, known, noteRead, connectionId, clock, onWhole, spend])
  return answeredAtMs
}

/** What a query of one connection was answered with, by the server for this page or here. */
interface QueryAnswer<Data> {
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
