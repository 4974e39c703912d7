import { digestOf } from '#crypto/signature.ts'

/** The same person at the same provider is the same principal, whichever browser they come from. */
export function principalIdOf(authUrl: string, userId: string): string {
  return digestOf(`principal\n${authUrl}\n${userId}`)
}
