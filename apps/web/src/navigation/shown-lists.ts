import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/session/session.tsx'
import { type ListName, LISTS } from './paths.ts'

/** Returns the lists of the selected business: none without a business, and none that its provider does not offer. */
export function shownLists(session: SessionView): readonly ListName[] {
  const connection = selectedConnection(session)
  const { offers } = session.provider
  if (connection === undefined || connection.state === 'disconnected' || !offers.includes('books')) return []
  return LISTS.filter((name) => name !== 'transactions' || offers.includes('transactions'))
}
