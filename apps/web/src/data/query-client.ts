import { QueryClient } from '@tanstack/react-query'
import { failureFrom } from './failure.ts'
import { nextTryInMs } from './retry-policy.ts'

/** How TanStack Query behaves here: our own stream says when to read again, and only an outage is tried twice. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        retry: (triesMade, error) =>
          triesMade < 2 && nextTryInMs(failureFrom(error), triesMade, Date.now()) !== undefined,
        retryDelay: (triesMade, error) => nextTryInMs(failureFrom(error), triesMade - 1, Date.now()) ?? 0,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
