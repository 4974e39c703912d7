import { deriveCodeChallenge, isCodeVerifier } from '@counterfoil/oauth/pkce'
import { grantsAnything, narrowScopes } from '@counterfoil/oauth/scope'
import type { ApplicationId, TokenFamilyId } from '@counterfoil/oauth/ids'
import { refuse, type TokenRefusal } from './token-refusal.ts'
import { firstDifference, judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'

/** An authorization code as it is stored. */
export interface CodeRecord {
  readonly applicationId: ApplicationId
  readonly familyId: TokenFamilyId
  readonly redirectUri: string
  /** The granted scopes. */
  readonly scopes: readonly string[]
  readonly codeChallenge: string | null
  readonly expiresAtMs: number
  readonly isConsumed: boolean
  /** True if the grant, the account or the application has ended. */
  readonly isRevoked: boolean
}

export interface CodeRequest {
  readonly applicationId: ApplicationId
  /** The redirect entries that are registered now. */
  readonly redirectEntries: readonly string[]
  readonly allowedScopes: readonly string[]
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
}

type CodeDecision =
  | { readonly kind: 'issue'; readonly familyId: TokenFamilyId; readonly scopes: readonly string[] }
  /** The code was used before: the tokens issued for it are revoked. (RFC 6749 section 4.1.2) */
  | { readonly kind: 'replayed'; readonly familyId: TokenFamilyId; readonly refusal: TokenRefusal }
  | TokenRefusal

/**
 * Decides whether this request may consume this code now. A refusal consumes nothing.
 *
 * A code of another application is left unchanged, however often it is sent: otherwise a stranger with credentials of their own
 * could end connections. A request with a wrong `redirect_uri` or verifier does not count as a use either, not even of a consumed
 * code: see decision 0014.
 */
export async function redeemCode(
  record: CodeRecord | undefined,
  request: CodeRequest,
  nowMs: number,
): Promise<CodeDecision> {
  if (record === undefined)
    return refuse('invalid_grant', { reason: 'code_unknown', detail: 'the code is unknown' })
  if (record.applicationId !== request.applicationId) {
    return refuse('invalid_grant', {
      reason: 'code_of_another_application',
      detail: 'the code was issued to another application',
    })
  }
  const { familyId } = record
  const requestFault =
    findRedirectUriFault({ received: record.redirectUri, sent: request.redirectUri }) ??
    (await checkVerifier(record, request))
  if (requestFault !== undefined) return requestFault
  if (record.isConsumed) return { kind: 'replayed', familyId, refusal: codeReplayed() }
  if (record.isRevoked) {
    return refuse('invalid_grant', {
      reason: 'code_revoked',
      detail: 'the access behind the code was removed',
    })
  }
  if (nowMs >= record.expiresAtMs)
    return refuse('invalid_grant', { reason: 'code_expired', detail: 'the code is older than 10 minutes' })
  const removed = findRemovedEntryFault(record.redirectUri, request.redirectEntries)
  if (removed !== undefined) return removed
  const scopes = narrowScopes(record.scopes, request.allowedScopes)
  if (!grantsAnything(scopes)) return nothingLeft()
  return { kind: 'issue', familyId, scopes }
}

/** Refuses because the application may no longer have any of the granted scopes. */
export function nothingLeft(): TokenRefusal {
  return refuse('invalid_grant', {
    reason: 'scopes_removed',
    detail: 'the application may no longer have any of the scopes that were allowed',
  })
}

export function codeReplayed(): TokenRefusal {
  return refuse('invalid_grant', {
    reason: 'code_already_used',
    detail: 'the code was used before; the tokens it gave are revoked',
  })
}

async function checkVerifier(record: CodeRecord, request: CodeRequest): Promise<TokenRefusal | undefined> {
  const verifier = request.codeVerifier
  if (record.codeChallenge === null) {
    // A verifier without a challenge means that somebody removed the challenge on the way. (RFC 9700 section 4.8.2)
    return verifier === undefined
      ? undefined
      : refuse('invalid_grant', {
          reason: 'code_verifier_unexpected',
          detail: 'code_verifier was sent, but authorize received no code_challenge',
        })
  }
  if (verifier === undefined)
    return refuse('invalid_grant', { reason: 'code_verifier_missing', detail: 'code_verifier is missing' })
  if (!isCodeVerifier(verifier)) {
    return refuse('invalid_grant', {
      reason: 'code_verifier_malformed',
      detail: 'code_verifier must be 43 to 128 unreserved characters',
    })
  }
  return (await deriveCodeChallenge(verifier)) === record.codeChallenge
    ? undefined
    : refuse('invalid_grant', {
        reason: 'code_verifier_differs',
        detail: 'code_verifier does not match the code_challenge',
      })
}

/** Compares `redirect_uri` at the token endpoint byte for byte with that of the authorization request. */
export function findRedirectUriFault({
  received,
  sent,
}: {
  readonly received: string
  readonly sent: string | undefined
}): TokenRefusal | undefined {
  if (sent === undefined)
    return refuse('invalid_request', { reason: 'redirect_uri_missing', detail: 'redirect_uri is missing' })
  const at = firstDifference(received, sent)
  if (at === undefined) return undefined
  return refuse('invalid_grant', {
    reason: 'redirect_uri_differs',
    detail: `redirect_uri differs from the authorize value at character ${at}`,
  })
}

/**
 * Returns a refusal if the redirect entry of the code was removed. Nothing is revoked: restoring the entry restores access.
 * @see RFC 6749 section 5.2, `invalid_grant`
 */
export function findRemovedEntryFault(
  received: string,
  entries: readonly string[],
): TokenRefusal | undefined {
  if (judgeRedirectUri(received, entries).kind === 'accepted') return undefined
  return refuse('invalid_grant', {
    reason: 'redirect_entry_removed',
    detail: 'the application no longer has the redirect entry that was used',
  })
}
