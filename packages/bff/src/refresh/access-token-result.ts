import type { AccessToken } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { TokenDecision } from './token-use.ts'
import type { TokenSet } from '#connections/token-set.ts'

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
