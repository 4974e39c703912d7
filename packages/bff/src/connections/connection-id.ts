import type { BusinessWireId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

/** One connection per provider user and business: connecting twice gives the same one. */
export function connectionIdOf(principalId: PrincipalId, businessId: BusinessWireId | null): ConnectionId {
  return digestOf(`connection\n${principalId}\n${businessId ?? '*'}`) as ConnectionId
}
