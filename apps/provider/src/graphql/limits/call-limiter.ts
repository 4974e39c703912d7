import type { ApplicationId, TokenFamilyId } from '@counterfoil/oauth/ids'

/** What a token has left of a limit in this minute. */
export type Allowance = {
  readonly limit: number
  /** Not below 0. */
  readonly rest: number
  /** Until all of it is there again. */
  readonly resetSeconds: number
}

/** Counts calls and points. */
export type CallLimiter = {
  /** @throws CallerError RATE_LIMITED */
  takeForToken(familyId: TokenFamilyId, applicationId: ApplicationId | null): Promise<Allowance>
  /** @throws CallerError RATE_LIMITED when they are more than are left */
  takePoints(familyId: TokenFamilyId, points: number): Promise<Allowance>
  /** Counts points of a call that was carried out already. */
  addPoints(familyId: TokenFamilyId, points: number): Promise<Allowance>
  /** @throws CallerError RATE_LIMITED */
  takeForAddress(address: string): Promise<void>
  /** @throws CallerError RATE_LIMITED */
  takeForNewDocument(address: string): Promise<void>
}
