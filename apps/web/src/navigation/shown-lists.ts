import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/connections.ts'
import { LISTS, type ListName } from './paths.ts'

/** The lists that the business that is shown has: none without one. */
export function shownLists(session: SessionView): readonly ListName[] {
  const connection = selectedConnection(session)
  return connection === undefined || connection.state === 'disconnected' ? [] : LISTS
}
