import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { useEffect } from 'react'
import { useWords } from '#words/words.tsx'
import { failureFrom } from './failure.ts'
import { type FiguresName, type KnownFigures, shapeOf } from './figure-names.ts'
import { knownKey, useKeptAnswer, useLastKnown, useNoteShown } from './last-known.tsx'
import type { BusinessData } from './use-business-data.ts'
import { useFiguresQuery } from './use-figures-query.ts'
import { useRetries } from './use-retries.ts'

/**
 * The figures of one connection, made by the server: a model as `FigureModels` of the web build says, never rows.
 *
 * On a full load they came with the page, or are on their way in it: then this waits (`use`), so it is inside a
 * `FiguresBoundary`. Read again when they are older than 15 minutes and looked at, after a change, and by `retry`; replaced
 * in one commit. What was read before stays, dated, while nothing can be read.
 *
 * @param reads False where the connection's state says that nothing can be read: then only what is known is shown.
 */
export function useFigures<Model>(
  name: FiguresName,
  connection: ConnectionView,
  reads: boolean,
): BusinessData<Model> {
  const { id: connectionId, state } = connection
  const { data, error, isFetching, refetch } = useFiguresQuery(name, connection, reads)
  const failure = error === null ? undefined : failureFrom(error)
  const retry = () => void refetch()
  const { willRetry, reset } = useRetries({ failure, fetching: isFetching, state, retry })
  const key = knownKey(connection, { operationName: name, variables: {} })
  useNoted({ read: reads && failure === undefined ? data : undefined, connectionId, key, onWhole: reset })
  const kept = useKeptAnswer(connection, {
    key,
    form: shapeOf(name),
    variables: {},
    isNeeded: data === undefined,
  })
  const shown = data ?? kept
  useNoteShown(shown?.atMs, failure)
  return {
    data: shown?.data as Model | undefined,
    asOfMs: shown?.atMs,
    loading: reads && (isFetching || (data === undefined && failure === undefined)),
    failure,
    willRetry,
    retry,
  }
}

/** Keeps what was read among what this page knows: it outlives the version of the connection. */
function useNoted(reading: {
  readonly read: KnownFigures | undefined
  readonly connectionId: ConnectionId
  readonly key: string
  readonly onWhole: () => void
}): void {
  const { read, connectionId, key, onWhole } = reading
  const { known, noteRead } = useLastKnown()
  const { clock } = useWords()
  useEffect(() => {
    if (read === undefined) return
    known.set(key, read)
    noteRead(connectionId, Math.min(read.atMs, clock()))
    onWhole()
  }, [read, connectionId, key, known, noteRead, clock, onWhole])
}
