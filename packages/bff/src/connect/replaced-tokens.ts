import { NO_ACCESS_TOKEN, NO_REFRESH_TOKEN, type TokenSet, withoutShared } from '#connections/token-set.ts'

/** What is revoked when `fresh` replaces `previous`: a token that both share is not. */
export function replacedTokens(previous: TokenSet | null, fresh: TokenSet): readonly TokenSet[] {
  if (previous === null || previous.id === fresh.id) return []
  const own = withoutShared(previous, fresh)
  return own.refreshToken === NO_REFRESH_TOKEN && own.accessToken === NO_ACCESS_TOKEN ? [] : [own]
}
