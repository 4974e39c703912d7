import { useQuery } from '@tanstack/react-query'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { bff } from './bff-client.ts'
import { findLastRead } from './find-last-read.ts'
import { useHydrated } from './hydrated.ts'
import { lastReadKey, isBroken } from './last-read.ts'
import { useLastKnown } from './last-known.tsx'

/**
 * What was answered before: by this page, or to the BFF before this page was made. The BFF is asked only while nothing can
 * be read and this page knows nothing.
 *
 * @param query.key Where the answer lies among what this page knows.
 * @param query.form What `findLastRead` knows it by. The hashes of queries do not compress: they come with the pages that ask.
 * @param query.isNeeded False while there is an answer.
 */
export function useKeptAnswer(
  connection: ConnectionView,
  query: {
    readonly key: string
    readonly form: string | undefined
    readonly variables: object
    readonly isNeeded: boolean
  },
): { readonly data: unknown; readonly atMs: number } | undefined {
  const hydrated = useHydrated()
  const here = useLastKnown().known.get(query.key)
  const stored = useQuery({
    queryKey: lastReadKey(connection),
    queryFn: () => bff.lastRead(connection.id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    enabled: hydrated && isBroken(connection.state) && query.isNeeded && here === undefined,
  })
  if (here !== undefined || !query.isNeeded) return here
  return findLastRead(stored.data, query.form, query.variables)
}
