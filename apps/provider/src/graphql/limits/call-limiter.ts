import type { ApplicationId } from '@counterfoil/oauth/ids'
import type { ActiveBearer } from '#tokens/bearer.ts'

/** The remaining part of a limit in this minute. */
export type Allowance = {
  readonly limit: number
  /** The remaining number, at least 0. */
  readonly rest: number
  /** Seconds until the whole limit is available again. */
  readonly resetSeconds: number
}

/** The unit of counting: a token, or all personal tokens of one person. */
export type Account = { readonly key: string; readonly whose: 'token' | 'person' }

/** Returns the account that counts the calls with a token. */
export function accountOf({
  tokenKind,
  familyId,
  userId,
}: Pick<ActiveBearer, 'tokenKind' | 'familyId' | 'userId'>): Account {
  // A person can create any number of personal tokens.
  return tokenKind === 'personal'
    ? { key: `person:${userId}`, whose: 'person' }
    : { key: familyId, whose: 'token' }
}

/** Counts calls and points. */
export type CallLimiter = {
  /** @throws CallerError RATE_LIMITED also when no points are left */
  takeForToken(account: Account, applicationId: ApplicationId | null): Promise<Allowance>
  /** @throws CallerError RATE_LIMITED if fewer points are left */
  takePoints(account: Account, points: number): Promise<Allowance>
  /** Counts points of a call that was already executed. */
  addPoints(account: Account, points: number): Promise<Allowance>
  /** @throws CallerError RATE_LIMITED */
  takeForAddress(address: string): Promise<void>
  /** @throws CallerError RATE_LIMITED */
  takeForNewDocument(address: string): Promise<void>
}
