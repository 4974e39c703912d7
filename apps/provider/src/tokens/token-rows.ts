import { parseScope } from '@counterfoil/oauth/scope'
import type { ApplicationId, ClientSecret, DigestOf, GrantId } from '@counterfoil/oauth/ids'
import { judgeHandover } from '#businesses/business-access.ts'
import type { CodeRecord } from './code-redemption.ts'
import type { RefreshRecord } from './refresh-decision.ts'
import type { ClientColumns, CodeColumns, FamilyColumns } from './token-statements.ts'

/** The calling application, with the fields that the token endpoint uses. */
export interface CallingClient {
  readonly applicationId: ApplicationId
  /** The digests of all valid secrets. */
  readonly secretDigests: readonly DigestOf<ClientSecret>[]
  readonly accessTokenSeconds: number
  readonly rotatesRefreshTokens: boolean
  /** True if a refresh must carry `redirect_uri`. */
  readonly isStrict: boolean
  readonly redirectEntries: readonly string[]
  readonly allowedScopes: readonly string[]
}

/** A refresh token, with the grant it belongs to. */
export type OwnedRefresh = RefreshRecord & { readonly grantId: GrantId }

/** End reasons of token families whose grant continues; with every other reason the grant has ended. */
const OWN_ENDS: ReadonlySet<string> = new Set(['revoked', 'code_replayed', 'refresh_token_replayed'])

export function readClient(row: ClientColumns): CallingClient {
  return {
    applicationId: row.calling_id,
    secretDigests: (row.secret_digests?.split(' ') ?? []) as DigestOf<ClientSecret>[],
    accessTokenSeconds: row.access_token_seconds,
    rotatesRefreshTokens: row.rotate_refresh_tokens,
    isStrict: row.is_strict,
    redirectEntries: row.redirect_entries,
    allowedScopes: parseScope(row.allowed_scopes),
  }
}

export function readCode(row: CodeColumns): CodeRecord | undefined {
  const { application_id, family_id, redirect_uri, scopes, expires_at_ms } = row
  if (application_id === null || family_id === null || redirect_uri === null) return undefined
  if (scopes === null || expires_at_ms === null) return undefined
  return {
    applicationId: application_id,
    familyId: family_id,
    redirectUri: redirect_uri,
    scopes: parseScope(scopes),
    codeChallenge: row.code_challenge,
    expiresAtMs: expires_at_ms,
    isConsumed: row.is_consumed,
    isRevoked: row.is_revoked,
  }
}

export function readRefresh(row: FamilyColumns, place: 'good' | 'retired'): OwnedRefresh | undefined {
  const { family_id, grant_id, application_id, scopes, redirect_uri, rested_since_ms } = row
  if (family_id === null || grant_id === null || application_id === null) return undefined
  if (scopes === null || redirect_uri === null || rested_since_ms === null) return undefined
  const endReason = row.end_reason
  return {
    familyId: family_id,
    grantId: grant_id,
    applicationId: application_id,
    scopes: parseScope(scopes),
    redirectUri: redirect_uri,
    restedSinceMs: rested_since_ms,
    isRetired: place === 'retired',
    isFamilyEnded: endReason !== null && OWN_ENDS.has(endReason),
    isGrantEnded: endReason !== null && !OWN_ENDS.has(endReason),
    handover: row.standing === null ? 'gone' : judgeHandover(row.standing),
  }
}
