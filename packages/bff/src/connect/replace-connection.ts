import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { Replaced } from './result/connect-result.ts'

/** How long a person waits for the provider to confirm; the list of pending revocations goes on without them. */
const PATIENCE_MS = 3000

/** Disconnects the connection that another one, which is stored by now, takes the place of. */
export function createReplace(ports: {
  readonly disconnect: (connectionId: ConnectionId) => Promise<ConnectionRecord | undefined>
  readonly wait: (ms: number) => Promise<void>
}): (replaced: Replaced) => Promise<ConnectResult['replaced']> {
  return async (replaced) => {
    const disconnecting = ports.disconnect(replaced.connectionId)
    disconnecting.catch(() => undefined)
    const outcome = await Promise.race([disconnecting, ports.wait(PATIENCE_MS).then(() => 'slow' as const)])
    if (outcome === undefined) return null
    const isConfirmed = outcome !== 'slow' && outcome.revocation === 'confirmed'
    return { ...replaced, revocation: isConfirmed ? 'confirmed' : 'confirming' }
  }
}

/** The result as it is now: what was being confirmed may be confirmed. */
export function createConnectResultReading(ports: {
  readonly revocationOf: (connectionIds: readonly ConnectionId[]) => Promise<'confirming' | 'confirmed'>
}): (result: ConnectResult) => Promise<ConnectResult> {
  return async (result) => {
    const { replaced } = result
    if (replaced?.revocation !== 'confirming') return result
    return {
      ...result,
      replaced: { ...replaced, revocation: await ports.revocationOf([replaced.connectionId]) },
    }
  }
}
