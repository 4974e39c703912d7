import { useMutation } from '@tanstack/react-query'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { businessName } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { useWords } from '#words/words.tsx'

/** Disconnects a connection, and says what came of it. */
export function useDisconnect() {
  const { changed } = useSession()
  const { t } = useWords()
  const { announce, alert } = useAnnouncer()
  const failedText = (thrown: unknown) =>
    failureFrom(thrown).kind === 'offline' ? t.disconnect.offline : t.disconnect.failed
  const call = useMutation({
    mutationFn: (asked: ConnectionView) => bff.disconnect(asked.id),
    onSuccess: (result, asked) => {
      announce(t.disconnect.done(businessName(asked, t)))
      void changed()
      return result
    },
    onError: (thrown) => alert(failedText(thrown)),
  })
  return { ...call, failed: call.isError ? failedText(call.error) : undefined }
}
