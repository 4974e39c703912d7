import { NO_ACCESS_TOKEN, NO_REFRESH_TOKEN, type TokenSet } from '#connections/token-set.ts'

/** What is revoked when `fresh` replaces `previous`: a token that both share is not. */
export function replacedTokens(previous: TokenSet | null, fresh: TokenSet): readonly TokenSet[] {
  if (previous === null || previous.id === fresh.id) return []
  const refreshToken = previous.refreshToken === fresh.refreshToken ? NO_REFRESH_TOKEN : previous.refreshToken
  const accessToken = previous.accessToken === fresh.accessToken ? NO_ACCESS_TOKEN : previous.accessToken
  return refreshToken === NO_REFRESH_TOKEN && accessToken === NO_ACCESS_TOKEN
    ? []
    : [{ ...previous, refreshToken, accessToken }]
}
