import type { PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

/** The same person at the same provider is the same principal, whichever browser they come from. */
export function principalIdOf(authUrl: string, userId: UserWireId): PrincipalId {
  return digestOf(`principal\n${authUrl}\n${userId}`) as PrincipalId
}
