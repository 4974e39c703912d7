import type { AccessToken, RefreshToken, TokenSetId } from '@counterfoil/oauth/ids'
import { ISSUED_TO_CHARACTERS, LONGEST_LIFE_SECONDS } from '#provider/given-tokens.ts'
/** The tokens of one grant at one moment. Never leaves the process unsealed. */
export interface TokenSet {
  /** Our own id, new with every set: it shows whether another writer came first. It begins with {@link issuedToOf}. */
  readonly id: TokenSetId
  readonly accessToken: AccessToken
  /** Empty if the provider issued none: the access token is then used until it ends. */
  readonly refreshToken: RefreshToken
  readonly scopes: readonly string[]
  readonly obtainedAtMs: number
  readonly expiresAtMs: number
  /** The time from which the set is refreshed before use. */
  readonly refreshAtMs: number
}

/** New tokens, with defaults for the fields that the answer omitted. */
export interface NewTokens {
  readonly accessToken: AccessToken
  readonly refreshToken: RefreshToken
  readonly scopes: readonly string[]
  /** The lifetime of the access token in seconds; undefined if the answer did not contain it. */
  readonly lifeSeconds: number | undefined
}

/** Empty tokens. They replace a token that another set still uses, so that it is not revoked with this set. */
const NO_ACCESS_TOKEN = '' as AccessToken
const NO_REFRESH_TOKEN = '' as RefreshToken

/** Returns `tokens` without those that `kept` uses too: revoking a refresh token may end its whole family. */
export function withoutShared(tokens: TokenSet, kept: TokenSet | null | undefined): TokenSet {
  return {
    ...tokens,
    refreshToken: tokens.refreshToken === kept?.refreshToken ? NO_REFRESH_TOKEN : tokens.refreshToken,
    accessToken: tokens.accessToken === kept?.accessToken ? NO_ACCESS_TOKEN : tokens.accessToken,
  }
}

/** The lifetime in seconds if the provider names none. Too long costs one refused call, too short one refresh. */
export const DEFAULT_LIFE_SECONDS = 3600

/** The maximum time in milliseconds before its end at which a token is refreshed. */
export const REFRESH_MARGIN_MS = 60_000
/** The maximum share of its life at which a token is refreshed early, so that a short-lived one is not refreshed all the time. */
const REFRESH_MARGIN_SHARE = 0.1

/**
 * Builds the token set of new tokens.
 *
 * The margin before the end varies by a half up and down, so that many connections made at once are not refreshed at once.
 *
 * @param askedAtMs The time of the request. The life is counted from it, so a slow answer cannot lengthen it.
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
  // Without a refresh token nothing is lost by using the access token until it is refused.
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

/** Returns the four characters of the id that represent the client id. In sets stored by older releases they are random. */
export function issuedToOf(set: Pick<TokenSet, 'id'>): string {
  return set.id.slice(0, ISSUED_TO_CHARACTERS)
}

/** Returns the tokens to revoke when `fresh` replaces `previous`: a token that both share is kept. */
export function replacedTokens(previous: TokenSet | null, fresh: TokenSet): readonly TokenSet[] {
  if (previous === null || previous.id === fresh.id) return []
  const own = withoutShared(previous, fresh)
  return own.refreshToken === NO_REFRESH_TOKEN && own.accessToken === NO_ACCESS_TOKEN ? [] : [own]
}
