import type { AccessToken } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import type { TokenDecision } from './token-use.ts'
import type { TokenSet } from '#connections/token-set.ts'

/** What a caller who wants to talk to the provider gets. */
export type AccessTokenResult =
  | { readonly kind: 'use'; readonly accessToken: AccessToken; readonly connection: ConnectionRecord }
  | { readonly kind: 'ended'; readonly state: 'reconnect' | 'plan_ended' | 'disconnected' }
  | {
      readonly kind: 'unavailable'
      readonly reason: 'provider_down' | 'rate_limited' | 'misconfigured'
      readonly retryAtMs: number
    }
  | { readonly kind: 'missing' }

/** What a decision means for a caller when nothing has to be refreshed. */
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

/** No refresh can be had now: the token of before, while it lives. */
export function fallBack(
  record: ConnectionRecord,
  fallback: TokenSet | undefined,
  retryAtMs: number,
): AccessTokenResult {
  if (fallback !== undefined) return { kind: 'use', accessToken: fallback.accessToken, connection: record }
  return { kind: 'unavailable', reason: 'provider_down', retryAtMs }
}
