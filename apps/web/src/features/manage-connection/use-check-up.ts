import { useMutation } from '@tanstack/react-query'
import { bff } from '#data/bff-client.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import type { ConnectionView } from '@counterfoil/bff-api/connection'

/** Asks the provider about a connection; what was found may have changed it. @param done What is said at the end. */
export function useCheckUp(connection: ConnectionView, done: string) {
  const { changed } = useSession()
  const { announce } = useAnnouncer()
  return useMutation({
    mutationFn: () => bff.checkUp(connection.id),
    onSuccess: () => {
      announce(done)
      void changed()
    },
  })
}
