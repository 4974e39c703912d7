import type { PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

/** The same person at the same provider is the same principal, whichever browser they come from. @param realm Of the profile. */
export function principalIdOf(realm: string, userId: UserWireId): PrincipalId {
  return digestOf(`principal\n${realm}\n${userId}`) as PrincipalId
}

/** A person of the app; never the same as a user of a provider. @param id By the app's own sign-in. */
export function ownPrincipalIdOf(id: string): PrincipalId {
  return digestOf(`own person\n${id}`) as PrincipalId
}
