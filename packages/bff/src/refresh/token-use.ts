import type { AccessToken } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { TokenSet } from '#connections/token-set.ts'

/** The decision about a stored connection before a call to the provider. */
export type TokenDecision =
  | { readonly kind: 'use'; readonly tokens: TokenSet }
  | {
      readonly kind: 'refresh'
      readonly tokens: TokenSet
      /** The present tokens, if they can be used when the refresh fails. */
      readonly fallback: TokenSet | undefined
    }
  | { readonly kind: 'ended'; readonly state: 'reconnect' | 'plan_ended' | 'disconnected' }
  | {
      readonly kind: 'wait'
      readonly reason: 'provider_down' | 'rate_limited' | 'misconfigured'
      readonly retryAtMs: number
    }

/** The pause in milliseconds after an unknown key: another process may have it, and a faulty rotation is soon mended. */
export const UNKNOWN_KEY_RETRY_MS = 5000

/**
 * Decides how to use the tokens of `record` at `nowMs`.
 *
 * @param refusedToken An access token that the provider has just refused; it is not used again.
 */
export function decideTokenUse(
  record: ConnectionRecord,
  nowMs: number,
  refusedToken?: AccessToken,
): TokenDecision {
  const { health, tokens } = record
  const retryAtMs = health.canRetryAtMs ?? 0
  switch (health.state) {
    case 'disconnected':
    case 'reconnect':
      return { kind: 'ended', state: health.state }
    case 'plan_ended':
      if (nowMs < retryAtMs) return { kind: 'ended', state: 'plan_ended' }
      break
    case 'trouble':
      // The provider named the time of the next call: none is sent before.
      if (health.reason === 'rate_limited' && nowMs < retryAtMs) {
        return { kind: 'wait', reason: 'rate_limited', retryAtMs }
      }
      break
    case 'connected':
      break
  }
  if (record.unreadable?.fault === 'unknown_key') {
    return { kind: 'wait', reason: 'misconfigured', retryAtMs: nowMs + UNKNOWN_KEY_RETRY_MS }
  }
  if (tokens === null) return { kind: 'ended', state: 'reconnect' }
  const isRefused = tokens.accessToken === refusedToken
  if (!isRefused && nowMs < tokens.refreshAtMs) return { kind: 'use', tokens }
  const fallback = !isRefused && nowMs < tokens.expiresAtMs ? tokens : undefined
  if (health.state === 'trouble' && health.reason !== 'partial' && nowMs < retryAtMs) {
    if (fallback !== undefined) return { kind: 'use', tokens: fallback }
    const reason = health.reason === 'misconfigured' ? 'misconfigured' : 'provider_down'
    return { kind: 'wait', reason, retryAtMs }
  }
  return { kind: 'refresh', tokens, fallback }
}

/** The result for a caller that wants to call the provider. */
export type AccessTokenResult =
  | { readonly kind: 'use'; readonly accessToken: AccessToken; readonly connection: ConnectionRecord }
  | { readonly kind: 'ended'; readonly state: 'reconnect' | 'plan_ended' | 'disconnected' }
  | {
      readonly kind: 'unavailable'
      readonly reason: 'provider_down' | 'rate_limited' | 'misconfigured'
      readonly retryAtMs: number
    }
  | { readonly kind: 'missing' }

/** Returns the result of a decision that needs no refresh. */
export function resultOf(
  record: ConnectionRecord,
  decision: Exclude<TokenDecision, { readonly kind: 'refresh' }>,
): AccessTokenResult {
  switch (decision.kind) {
    case 'use':
      return { kind: 'use', accessToken: decision.tokens.accessToken, connection: record }
    case 'ended':
      return decision
    case 'wait':
      return { kind: 'unavailable', reason: decision.reason, retryAtMs: decision.retryAtMs }
  }
}

/** Returns the result if no refresh is possible now: the present token while it is valid, else `unavailable`. */
export function fallBack(
  record: ConnectionRecord,
  fallback: TokenSet | undefined,
  retryAtMs: number,
): AccessTokenResult {
  if (fallback !== undefined) return { kind: 'use', accessToken: fallback.accessToken, connection: record }
  return { kind: 'unavailable', reason: 'provider_down', retryAtMs }
}
