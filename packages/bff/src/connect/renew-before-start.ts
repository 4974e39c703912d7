import type { ConnectionId } from '@counterfoil/oauth/ids'

/** How long a person waits for it before they are sent on. */
const PATIENCE_MS = 3000

/**
 * Renews the access token of a connection before its owner is sent to the provider: anyone who has a valid one is not
 * prompted there (interface, section 3). Whatever comes of it, the person is sent on; a renewal that takes longer goes
 * on alone.
 */
export function createRenewBeforeStart(ports: {
  readonly freshen: (connectionId: ConnectionId) => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
}): (connectionId: ConnectionId) => Promise<void> {
  return async (connectionId) => {
    const renewal = ports.freshen(connectionId).catch(() => undefined)
    await Promise.race([renewal, ports.wait(PATIENCE_MS)])
  }
}
