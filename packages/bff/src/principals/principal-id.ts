import type { PrincipalId, UserWireId } from '@counterfoil/oauth/ids'
import { digestOf } from '#crypto/signature.ts'

/** Returns the id of a person at a provider, the same in every browser. @param realm The realm of the profile of the provider. */
export function principalIdOf(realm: string, userId: UserWireId): PrincipalId {
  return digestOf(`principal\n${realm}\n${userId}`) as PrincipalId
}

/** Returns the id of a person of the app, which no user of a provider has. @param id The id in the app's own sign-in. */
export function ownPrincipalIdOf(id: string): PrincipalId {
  return digestOf(`own person\n${id}`) as PrincipalId
}
