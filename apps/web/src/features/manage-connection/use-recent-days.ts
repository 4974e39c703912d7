import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bff } from '#data/bff-client.ts'
import { useHydrated } from '#data/hydrated.ts'
import { recentDaysKey } from '#data/recent-days.ts'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'

/** How often a connection was read of late, by days of the person's zone. */
export function useRecentDays(connection: ConnectionView) {
  const { session, refresh } = useSession()
  const { nowMs } = useWords()
  const hydrated = useHydrated()
  const query = useQuery({
    queryKey: recentDaysKey(connection, nowMs, session.timeZone ?? 'UTC'),
    queryFn: () => bff.recentDays(connection.id),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: hydrated,
  })
  const [cameWithPage] = useState(query.data !== undefined)
  useEffect(() => {
    // Reached from another page of the app, which has read meanwhile: "last read" must say so too.
    if (!cameWithPage) refresh()
  }, [cameWithPage, refresh])
  return query
}
