import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/connections.ts'
import { LISTS, type ListName } from './paths.ts'

/** The lists that the business that is shown has: none without one, and none of what its provider does not offer. */
export function shownLists(session: SessionView): readonly ListName[] {
  const connection = selectedConnection(session)
  if (connection === undefined || connection.state === 'disconnected') return []
  return LISTS.filter((name) => name !== 'transactions' || session.provider.offers.includes('transactions'))
}
