import type { AccessToken, RefreshToken, TokenSetId } from '@counterfoil/oauth/ids'
import { ISSUED_TO_CHARACTERS, LONGEST_LIFE_SECONDS } from '#provider/given-tokens.ts'
/** The tokens of one grant at one moment. Never leaves the process unsealed. */
export interface TokenSet {
  /** Ours, new with every set; tells whether another writer came first. Its beginning says to whom they were issued. */
  readonly id: TokenSetId
  readonly accessToken: AccessToken
  /** Empty where the provider gives none: the set is used to its end. */
  readonly refreshToken: RefreshToken
  readonly scopes: readonly string[]
  readonly obtainedAtMs: number
  readonly expiresAtMs: number
  /** From here on it is refreshed before use. */
  readonly refreshAtMs: number
}

/** Tokens that just came, with whatever the answer left out filled in. */
export interface NewTokens {
  readonly accessToken: AccessToken
  readonly refreshToken: RefreshToken
  readonly scopes: readonly string[]
  /** Undefined: the answer did not say. */
  readonly lifeSeconds: number | undefined
}

/** Take the place of a token that another set still uses, so that it is not revoked with this one. */
const NO_ACCESS_TOKEN = '' as AccessToken
const NO_REFRESH_TOKEN = '' as RefreshToken

/** `tokens` without those that `kept` uses too: revoking a refresh token may end its whole family, so a shared one stays. */
export function withoutShared(tokens: TokenSet, kept: TokenSet | null | undefined): TokenSet {
  return {
    ...tokens,
    refreshToken: tokens.refreshToken === kept?.refreshToken ? NO_REFRESH_TOKEN : tokens.refreshToken,
    accessToken: tokens.accessToken === kept?.accessToken ? NO_ACCESS_TOKEN : tokens.accessToken,
  }
}

/** For a provider that does not say how long its tokens live: too long costs one refusal, too short a refresh. */
export const DEFAULT_LIFE_SECONDS = 3600

/** Longest time before the end at which a token counts as old. */
export const REFRESH_MARGIN_MS = 60_000
/** A token that lives only seconds is not refreshed all the time. */
const REFRESH_MARGIN_SHARE = 0.1

/**
 * The token set of tokens that just came.
 *
 * The margin before the end varies by a half up and down, so that many connections made at once do not come back at once.
 *
 * @param askedAtMs When the request was sent; the life is counted from there, so a slow answer cannot lengthen it.
 * @param random A number from 0 up to 1.
 */
export function buildTokenSet(
  tokens: NewTokens,
  facts: {
    readonly id: TokenSetId
    readonly askedAtMs: number
    readonly random: number
    /** See {@link issuedToOf}. */
    readonly issuedTo?: string | undefined
  },
): TokenSet {
  const { id, askedAtMs, random, issuedTo = '' } = facts
  const canRefresh = tokens.refreshToken !== NO_REFRESH_TOKEN
  // Without a refresh nothing is lost by using it until it is refused.
  const silentLife = canRefresh ? DEFAULT_LIFE_SECONDS : LONGEST_LIFE_SECONDS
  const lifeMs = (tokens.lifeSeconds ?? silentLife) * 1000
  const marginMs = canRefresh ? refreshMarginMs(lifeMs) * (0.5 + random) : 0
  return {
    id: `${issuedTo}${id.slice(issuedTo.length)}` as TokenSetId,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    scopes: tokens.scopes,
    obtainedAtMs: askedAtMs,
    expiresAtMs: askedAtMs + lifeMs,
    refreshAtMs: Math.floor(askedAtMs + lifeMs - marginMs),
  }
}

const refreshMarginMs = (lifeMs: number): number => Math.min(REFRESH_MARGIN_MS, lifeMs * REFRESH_MARGIN_SHARE)

export const isRefreshable = ({ refreshToken }: Pick<TokenSet, 'refreshToken'>): boolean =>
  refreshToken !== NO_REFRESH_TOKEN

/** Represents a client id. Four characters, because it lies in every record; of older sets it means nobody. */
export function issuedToOf(set: Pick<TokenSet, 'id'>): string {
  return set.id.slice(0, ISSUED_TO_CHARACTERS)
}

/** What is revoked when `fresh` replaces `previous`: a token that both share is not. */
export function replacedTokens(previous: TokenSet | null, fresh: TokenSet): readonly TokenSet[] {
  if (previous === null || previous.id === fresh.id) return []
  const own = withoutShared(previous, fresh)
  return own.refreshToken === NO_REFRESH_TOKEN && own.accessToken === NO_ACCESS_TOKEN ? [] : [own]
}
