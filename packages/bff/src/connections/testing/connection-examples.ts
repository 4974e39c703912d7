import {
  asAccessToken,
  asBusinessWireId,
  asConnectionId,
  asPrincipalId,
  asRefreshToken,
  asTokenSetId,
  asUserWireId,
} from '@counterfoil/oauth/testing/ids'
import type { TokenSet } from '#connections/token-set.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { EMPTY_ACTIVITY_HISTORY } from '#connections/activity-history.ts'

/** A token set for examples and tests. */
export function exampleTokens(changes: Partial<TokenSet> = {}): TokenSet {
  return {
    id: asTokenSetId('tokens-1'),
    accessToken: asAccessToken('access-1'),
    refreshToken: asRefreshToken('refresh-1'),
    scopes: ['user:read', 'business:read'],
    obtainedAtMs: 0,
    refreshAtMs: 3_000_000,
    expiresAtMs: 3_600_000,
    ...changes,
  }
}

/** A healthy connection for examples and tests. */
export function exampleConnection(changes: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return {
    id: asConnectionId('connection-1'),
    principalId: asPrincipalId('principal-1'),
    userId: asUserWireId('VXNlcjox'),
    email: 'maria@harbour.example',
    businessId: asBusinessWireId('QnVzaW5lc3M6MQ=='),
    businessName: 'Northwind',
    scopes: ['user:read', 'business:read'],
    connectedAtMs: 0,
    lastUsedAtMs: 0,
    version: 1,
    health: { state: 'connected', reason: null, sinceMs: 0, canRetryAtMs: null, failures: 0 },
    lastGoodAtMs: null,
    activityHistory: EMPTY_ACTIVITY_HISTORY,
    tokens: exampleTokens(),
    refreshInFlight: null,
    revocation: null,
    ...changes,
  }
}
