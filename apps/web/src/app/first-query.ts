import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { FirstQuery, SessionView } from '@counterfoil/bff-api/session'
import { selectedConnection } from '#data/connections.ts'
import type { Screen } from '#navigation/decide-screen.ts'

/** The query each screen begins with, by the names of the manifest. The screens themselves ask the same. */
const FIRST: Readonly<
  Partial<
    Record<Screen['kind'], (connection: ConnectionView) => Pick<FirstQuery, 'operationName' | 'variables'>>
  >
> = {
  home: ({ businessId }) => ({ operationName: 'BusinessDetails', variables: { id: businessId } }),
  profile: () => ({ operationName: 'Profile', variables: {} }),
}

/**
 * What a screen reads first. Undefined where it reads nothing, and in every state but those in which a provider is known
 * to answer: one in trouble is not asked more often than the page itself would.
 */
export function firstQueryOf(screen: Screen, session: SessionView): FirstQuery | undefined {
  const connection = selectedConnection(session)
  if (connection === undefined) return undefined
  if (connection.state !== 'connected' && connection.state !== 'limited') return undefined
  const query = FIRST[screen.kind]?.(connection)
  return query && { connectionId: connection.id, version: connection.version, ...query }
}
