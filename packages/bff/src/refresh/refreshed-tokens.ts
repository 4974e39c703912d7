import type { ConnectionRecord } from '#connections/connection.ts'
import type { GivenTokens } from '#provider/given-tokens.ts'
import { DEFAULT_LIFE_SECONDS, type NewTokens, type TokenSet } from '#connections/token-set.ts'

type RefreshedTokens =
  | { readonly kind: 'ours'; readonly tokens: NewTokens; readonly oddFields: readonly string[] }
  /**
   * The answer names another person or business: a mistake of the provider or of a server in between. These tokens are neither
   * used, stored nor revoked: another connection may use them.
   */
  | { readonly kind: 'foreign'; readonly fields: readonly ('userId' | 'businessId')[] }

/**
 * Judges the tokens that a refresh of `record` returned. Only the access token must be in the answer; other missing members keep
 * their values.
 *
 * @param spent The tokens whose refresh token was sent.
 * @see interface.md section 4.3: the same shape as for a code
 */
export function judgeRefreshedTokens(
  given: GivenTokens,
  record: Pick<ConnectionRecord, 'userId' | 'businessId' | 'scopes'>,
  spent: TokenSet,
): RefreshedTokens {
  const fields = (['userId', 'businessId'] as const).filter(
    (field) => given[field] !== undefined && given[field] !== record[field],
  )
  if (fields.length > 0) return { kind: 'foreign', fields }
  const isBusinessMissing = record.businessId !== null && given.businessId === undefined
  const beforeSeconds = Math.floor((spent.expiresAtMs - spent.obtainedAtMs) / 1000)
  return {
    kind: 'ours',
    tokens: {
      accessToken: given.accessToken,
      refreshToken: given.refreshToken ?? spent.refreshToken,
      scopes: given.scopes ?? record.scopes,
      lifeSeconds: given.lifeSeconds ?? (beforeSeconds > 0 ? beforeSeconds : DEFAULT_LIFE_SECONDS),
    },
    oddFields: isBusinessMissing ? [...new Set([...given.oddFields, 'businessId'])] : given.oddFields,
  }
}
