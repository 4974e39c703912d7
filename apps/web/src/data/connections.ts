import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { SessionView } from '@counterfoil/bff-api/session'

/** The connection the app shows now, or undefined when there is none. */
export function selectedConnection(session: SessionView): ConnectionView | undefined {
  return session.connections.find(({ id }) => id === session.selectedConnectionId)
}

/**
 * The session as a page of this address shows it: whatever other tabs show, the address alone says which business it is. One that
 * the person has not connected is none.
 *
 * @param business Its key; undefined for an address that names none, which shows the business used last.
 */
export function atBusiness(session: SessionView, business: string | undefined): SessionView {
  if (business === undefined) return session
  const selectedConnectionId = session.connections.find(({ key }) => key === business)?.id ?? null
  return selectedConnectionId === session.selectedConnectionId
    ? session
    : { ...session, selectedConnectionId }
}

/** Connections that still exist, as opposed to the memory of one that was disconnected. */
export function liveConnections(session: SessionView): readonly ConnectionView[] {
  return session.connections.filter(({ state }) => state !== 'disconnected')
}
