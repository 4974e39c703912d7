import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { Boot } from '@counterfoil/bff-api/session'
import { failureFrom } from './failure.ts'
import { bootLastRead } from './last-read.ts'
import { bootDays } from './recent-days.ts'
import { nextTryInMs } from './retry-policy.ts'

export const SESSION_KEY = ['session'] as const

export const letterKey = (connectionId: string | null) => ['letter', connectionId] as const

/** Creates the TanStack Query client. Our own stream decides when to read again; only an outage is retried once. */
export function createQueryClient(boot: Boot): QueryClient {
  const onError = (error: unknown) => {
    const { kind } = failureFrom(error)
    if (kind === 'session_ended' || kind === 'connection_changed')
      void client.invalidateQueries({ queryKey: SESSION_KEY })
  }
  const client: QueryClient = new QueryClient({
    // A call may reveal a change of the session or the connection, which concerns the whole page.
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (triesMade, error) =>
          triesMade < 2 && nextTryInMs(failureFrom(error), { triesMade, nowMs: Date.now() }) !== undefined,
        retryDelay: (triesMade, error) =>
          nextTryInMs(failureFrom(error), { triesMade, nowMs: Date.now() }) ?? 0,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  const days = bootDays(boot)
  if (days !== undefined) client.setQueryData(days.key, days.recentDays)
  const { letter, session } = boot
  if (letter !== undefined) client.setQueryData(letterKey(session.selectedConnectionId), letter)
  const lastRead = bootLastRead(boot)
  if (lastRead !== undefined) client.setQueryData(lastRead.key, lastRead.lastRead)
  return client
}
