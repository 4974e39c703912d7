import type { PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

/** The same person at the same provider is the same principal, whichever browser they come from. @param realm Of the profile. */
export function principalIdOf(realm: string, userId: UserWireId): PrincipalId {
  return digestOf(`principal\n${realm}\n${userId}`) as PrincipalId
}
