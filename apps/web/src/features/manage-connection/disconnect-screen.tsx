import { businessName } from '#connection/state-words.ts'
import { selectedConnection } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { useWords } from '#words/words.tsx'
import { Already, Done, Nothing } from './disconnect-done.tsx'
import { DisconnectQuestion } from './disconnect-question.tsx'
import { useDisconnect } from './use-disconnect.ts'

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
