import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'

/** The connection the app shows now, or undefined when there is none. */
export function selectedConnection(session: SessionView): ConnectionView | undefined {
  return session.connections.find(({ id }) => id === session.selectedConnectionId)
}

/** Connections that still exist, as opposed to the memory of one that was disconnected. */
export function liveConnections(session: SessionView): readonly ConnectionView[] {
  return session.connections.filter(({ state }) => state !== 'disconnected')
}
