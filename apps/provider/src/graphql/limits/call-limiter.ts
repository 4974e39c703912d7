import type { ApplicationId, TokenFamilyId } from '@counterfoil/oauth/ids'

/** Counts calls, see `rate-limits.ts`. */
export type CallLimiter = {
  /** @throws CallerError RATE_LIMITED */
  takeForToken(familyId: TokenFamilyId, applicationId: ApplicationId | null): Promise<void>
  /** @throws CallerError RATE_LIMITED */
  takeForAddress(address: string): Promise<void>
  /** @throws CallerError RATE_LIMITED */
  takeForNewDocument(address: string): Promise<void>
}
