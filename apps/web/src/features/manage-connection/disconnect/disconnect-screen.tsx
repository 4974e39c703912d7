import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMutation } from '@tanstack/react-query'
import { businessName } from '#connection/state-words.ts'
import { bff } from '#data/bff-client.ts'
import { failureFrom } from '#data/failure.ts'
import { selectedConnection, useSession } from '#data/session/session.tsx'
import { useAnnouncer } from '#ui/live-regions.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { Already, Done, Nothing } from './disconnect-done.tsx'
import { DisconnectQuestion } from './disconnect-question.tsx'

/** Disconnecting: what stops, what stays, and one button; then what came of it. */
export function DisconnectScreen() {
  const { session } = useSession()
  const { t } = useWords()
  const connection = selectedConnection(session)
  const disconnect = useDisconnect()

  if (disconnect.data !== undefined && disconnect.variables !== undefined)
    return (
      <Done
        result={disconnect.data}
        name={businessName(disconnect.variables, t)}
        provider={session.provider.name}
      />
    )
  if (connection === undefined) return <Nothing />
  if (connection.state === 'disconnected') return <Already connection={connection} />
  return (
    <DisconnectQuestion
      connection={connection}
      pending={disconnect.isPending}
      failed={disconnect.failed}
      onConfirm={() => disconnect.mutate(connection)}
    />
  )
}

/** Disconnects a connection, and says what came of it. */
function useDisconnect() {
  const { changed } = useSession()
  const { t } = useWords()
  const words = usePartWords('leaving').disconnect
  const { announce, alert } = useAnnouncer()
  const failedText = (thrown: unknown) =>
    failureFrom(thrown).kind === 'offline' ? words.offline : words.failed
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
