import type { ApplicationId } from '@counterfoil/oauth/ids'
import type { ActiveBearer } from '#tokens/bearer.ts'

/** The rest of a limit in this minute. */
export type Allowance = {
  readonly limit: number
  /** Not below 0. */
  readonly rest: number
  /** Seconds until the whole limit is available again. */
  readonly resetSeconds: number
}

/** The unit of counting: a token, or all personal tokens of one person. */
export type Account = { readonly key: string; readonly whose: 'token' | 'person' }

/** Returns the account that calls with a token count for. */
export function accountOf({
  tokenKind,
  familyId,
  userId,
}: Pick<ActiveBearer, 'tokenKind' | 'familyId' | 'userId'>): Account {
  // Anyone makes as many personal tokens as they like.
  return tokenKind === 'personal'
    ? { key: `person:${userId}`, whose: 'person' }
    : { key: familyId, whose: 'token' }
}

/** Counts calls and points. */
export type CallLimiter = {
  /** @throws CallerError RATE_LIMITED also when no points are left */
  takeForToken(account: Account, applicationId: ApplicationId | null): Promise<Allowance>
  /** @throws CallerError RATE_LIMITED when they are more than are left */
  takePoints(account: Account, points: number): Promise<Allowance>
  /** Counts points of a call that was carried out already. */
  addPoints(account: Account, points: number): Promise<Allowance>
  /** @throws CallerError RATE_LIMITED */
  takeForAddress(address: string): Promise<void>
  /** @throws CallerError RATE_LIMITED */
  takeForNewDocument(address: string): Promise<void>
}
