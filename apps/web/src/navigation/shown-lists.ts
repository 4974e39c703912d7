import type { SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/session/session.tsx'
import { type ListName, LISTS } from './paths.ts'

/** The lists that the business that is shown has: none without one, and none of what its provider does not offer. */
export function shownLists(session: SessionView): readonly ListName[] {
  const connection = selectedConnection(session)
  const { offers } = session.provider
  if (connection === undefined || connection.state === 'disconnected' || !offers.includes('books')) return []
  return LISTS.filter((name) => name !== 'transactions' || offers.includes('transactions'))
}
