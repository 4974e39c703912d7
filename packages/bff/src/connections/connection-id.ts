import type { BusinessWireId, ConnectionId, PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

/**
 * Derives the id of a connection. There is one per principal and business: connecting twice gives the same id.
 * @param owned The provider's user, for a person of the app: without businesses they have one connection per user.
 */
export function connectionIdOf(
  principalId: PrincipalId,
  businessId: BusinessWireId | null,
  owned?: UserWireId,
): ConnectionId {
  const everything = owned === undefined ? '*' : `*\n${owned}`
  return digestOf(`connection\n${principalId}\n${businessId ?? everything}`) as ConnectionId
}
