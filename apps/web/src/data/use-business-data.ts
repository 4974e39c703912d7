import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { useEffect, useState } from 'react'
import type { AnyVariables, TypedDocumentNode } from 'urql'
import { useWords } from '#words/words.tsx'
import type { Failure } from './failure.ts'
import { hashOf, nameOf } from './graphql-query.ts'
import { knownKey, useKeptAnswer, useLastKnown, useNoteShown } from './last-known.tsx'
import { type QueryAnswer, useAnswer } from './use-answer.ts'
import { useRetries } from './use-retries.ts'

export interface BusinessData<Data> {
  readonly data: Data | undefined
  /** The time at which `data` was answered. */
  readonly asOfMs: number | undefined
  readonly loading: boolean
  readonly failure: Failure | undefined
  /** True if the query is retried automatically. */
  readonly willRetry: boolean
  readonly retry: () => void
}

/**
 * Reads a query of one connection. The answer that came with the page is shown from the first HTML on, or as soon as it has come;
 * any other query is sent by the browser, after the first paint. Failed queries are retried according to `retry-policy.ts`; earlier
 * data is kept while nothing can be read.
 *
 * @param reads False if the connection's state prevents reading: then only known answers are shown.
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

/** Stores each complete answer among the last known ones. @returns The time of the last answer, complete or not. */
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
    // A partial answer does not replace a complete one, and does not end the retries.
    if (!isWhole) return
    known.set(key, { data, atMs })
    noteRead(connectionId, atMs)
    onWhole()
    if (cameAtMs !== undefined) spend()
  }, [data, isWhole, cameAtMs, fetching, stale, key, known, noteRead, connectionId, clock, onWhole, spend])
  return answeredAtMs
}
