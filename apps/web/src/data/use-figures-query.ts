import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bff } from './bff-client.ts'
import { JUST_READ_MS, STALE_AFTER_MS } from './data-age.ts'
import { figuresKey, type FiguresName, type KnownFigures } from './figure-names.ts'
import { useHydrated } from './hydrated.ts'
import { useFirstAnswer } from './last-known.tsx'
import { useSession } from './session/session.tsx'

/**
 * Reads the figures of one version of one connection: once, and again when they are older than 15 minutes and looked at.
 * Those that came with the page are there at once, or waited for (`use`).
 *
 * @param reads False where nothing can be read: then nothing is asked for.
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
    // Of the person too: nobody is shown what was read for another.
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

/** What the server read for this page, for the part of it that shows it first. May wait for it. */
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
