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
  if (record === undefined) return refuse('code_unknown')
  if (record.applicationId !== request.applicationId) return refuse('code_of_another_application')
  const { familyId } = record
  const requestFault =
    findRedirectUriFault({ received: record.redirectUri, sent: request.redirectUri }) ??
    (await checkVerifier(record, request))
  if (requestFault !== undefined) return requestFault
  if (record.isConsumed) return { kind: 'replayed', familyId, refusal: refuse('code_already_used') }
  if (record.isRevoked) return refuse('code_revoked')
  if (nowMs >= record.expiresAtMs) return refuse('code_expired')
  const removed = findRemovedEntryFault(record.redirectUri, request.redirectEntries)
  if (removed !== undefined) return removed
  const scopes = narrowScopes(record.scopes, request.allowedScopes)
  if (!grantsAnything(scopes)) return refuse('scopes_removed')
  return { kind: 'issue', familyId, scopes }
}

async function checkVerifier(record: CodeRecord, request: CodeRequest): Promise<TokenRefusal | undefined> {
  const verifier = request.codeVerifier
  if (record.codeChallenge === null) {
    // A verifier without a challenge means that somebody removed the challenge on the way. (RFC 9700 section 4.8.2)
    return verifier === undefined ? undefined : refuse('code_verifier_unexpected')
  }
  if (verifier === undefined) return refuse('code_verifier_missing')
  if (!isCodeVerifier(verifier)) return refuse('code_verifier_malformed')
  return (await deriveCodeChallenge(verifier)) === record.codeChallenge
    ? undefined
    : refuse('code_verifier_differs')
}

/** Compares `redirect_uri` at the token endpoint byte for byte with that of the authorization request. */
export function findRedirectUriFault({
  received,
  sent,
}: {
  readonly received: string
  readonly sent: string | undefined
}): TokenRefusal | undefined {
  if (sent === undefined) return refuse('redirect_uri_missing')
  const at = firstDifference(received, sent)
  if (at === undefined) return undefined
  return refuse('redirect_uri_differs', `redirect_uri differs from the authorize value at character ${at}`)
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
  return refuse('redirect_entry_removed')
}
