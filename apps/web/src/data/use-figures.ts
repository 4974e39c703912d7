import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useWords } from '#words/words.tsx'
import { bff } from './bff-client.ts'
import { JUST_READ_MS, STALE_AFTER_MS } from './data-age.ts'
import { failureFrom } from './failure.ts'
import { figuresKey, type FiguresName, type KnownFigures, shapeOf } from './figure-names.ts'
import { useHydrated } from './hydrated.ts'
import { knownKey, useFirstAnswer, useKeptAnswer, useLastKnown, useNoteShown } from './last-known.tsx'
import { useSession } from './session/session.tsx'
import type { BusinessData } from './use-business-data.ts'
import { useRetries } from './use-retries.ts'

/**
 * Returns the figures of one connection, computed by the server: a model as `FigureModels` of the web build defines it, never rows.
 * On a full load they come with the page, or are still streamed: then this hook suspends (`use`), so it needs a `FiguresBoundary`.
 * They are read again when they are older than 15 minutes and the page is visible, after a change, and by `retry`; replaced in one
 * commit. Earlier figures stay, dated, while nothing can be read.
 *
 * @param reads False if the connection's state prevents reading: then only known figures are shown.
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

/** Stores figures among the last known answers, which outlive the version of the connection. */
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

/**
 * Reads the figures of one version of one connection: once, and again when they are older than 15 minutes and the page is visible.
 * Those that came with the page are there at once, or awaited (`use`).
 *
 * @param reads False if nothing can be read: then nothing is requested.
 */
export function useFiguresQuery(
  name: FiguresName,
  connection: ConnectionView,
  reads: boolean,
): UseQueryResult<KnownFigures> {
  const { id: connectionId, version } = connection
  const hydrated = useHydrated()
  const came = useCame({ connectionId, version, operationName: name, variables: {} })
  return useQuery<KnownFigures>({
    // The key has the person too: nobody sees figures that were read for another.
    queryKey: [...figuresKey(connectionId, version, name), connection.userId],
    async queryFn({ signal }) {
      const read = await bff.figures({ connectionId, version, name }, signal)
      return { data: read.data, atMs: Date.parse(read.readAt) }
    },
    ...(came === undefined ? {} : { initialData: came }),
    enabled: hydrated && reads,
    retry: false,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: JUST_READ_MS,
    refetchOnWindowFocus: ({ state: { dataUpdatedAt } }) => Date.now() - dataUpdatedAt > STALE_AFTER_MS,
  })
}

/** Returns the figures that the server read for this page, to the part that shows them first. May suspend. */
function useCame(
  about: Parameters<ReturnType<typeof useFirstAnswer>['brings']>[0],
): KnownFigures | undefined {
  const store = useFirstAnswer()
  const { figuresCame } = useSession()
  const [isMine] = useState(() => store.brings(about))
  const answer = isMine ? use(store.settled()) : undefined
  const [came] = useState(() => answer && { data: answer.data, atMs: Date.parse(answer.readAt) })
  useEffect(() => {
    if (isMine) store.spend()
    figuresCame()
  }, [isMine, store, figuresCame])
  return came
}
