import { deriveCodeChallenge, isCodeVerifier } from '@counterfoil/oauth/pkce'
import { firstDifference } from '@counterfoil/oauth/redirect-uri'
import { refuse, type TokenRefusal } from './token-refusal.ts'

/** A code as it is stored. */
export interface CodeRecord {
  readonly applicationId: string
  readonly familyId: string
  readonly redirectUri: string
  readonly codeChallenge: string | null
  readonly expiresAtMs: number
  readonly isConsumed: boolean
  /** What lies behind it has ended: the grant, the account, the application. */
  readonly isRevoked: boolean
}

export interface CodeRequest {
  readonly applicationId: string
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
}

export type CodeDecision =
  | { readonly kind: 'issue' }
  /** Spent before: what it issued dies. (RFC 6749 section 4.1.2) */
  | { readonly kind: 'replayed'; readonly refusal: TokenRefusal }
  | TokenRefusal

/**
 * May this code be spent by this request now? A refusal spends nothing.
 *
 * A code of another application stays untouched, however often it is sent: otherwise a stranger with credentials of
 * their own could end connections.
 */
export async function redeemCode(
  record: CodeRecord | undefined,
  request: CodeRequest,
  nowMs: number,
): Promise<CodeDecision> {
  if (record === undefined) return refuse('invalid_grant', 'code_unknown', 'the code is unknown')
  if (record.applicationId !== request.applicationId) {
    return refuse(
      'invalid_grant',
      'code_of_another_application',
      'the code was issued to another application',
    )
  }
  if (record.isConsumed) return { kind: 'replayed', refusal: codeReplayed() }
  if (record.isRevoked) {
    return refuse('invalid_grant', 'code_revoked', 'the access behind the code was removed')
  }
  if (nowMs >= record.expiresAtMs)
    return refuse('invalid_grant', 'code_expired', 'the code is older than 10 minutes')
  return (
    findRedirectUriFault(record.redirectUri, request.redirectUri) ??
    (await checkVerifier(record, request)) ?? { kind: 'issue' }
  )
}

export function codeReplayed(): TokenRefusal {
  return refuse(
    'invalid_grant',
    'code_already_used',
    'the code was used before; the tokens it gave are revoked',
  )
}

/** `redirect_uri` at the token endpoint: byte for byte what authorize received. Required for a refresh too. */
export function findRedirectUriFault(registered: string, sent: string | undefined): TokenRefusal | undefined {
  if (sent === undefined) return refuse('invalid_request', 'redirect_uri_missing', 'redirect_uri is missing')
  const at = firstDifference(registered, sent)
  if (at === undefined) return undefined
  return refuse(
    'invalid_grant',
    'redirect_uri_differs',
    `redirect_uri differs from the authorize value at character ${at}`,
  )
}

async function checkVerifier(record: CodeRecord, request: CodeRequest): Promise<TokenRefusal | undefined> {
  const verifier = request.codeVerifier
  if (record.codeChallenge === null) {
    // A verifier without a challenge means that somebody took the challenge away on the way. (RFC 9700 section 4.8.2)
    return verifier === undefined
      ? undefined
      : refuse(
          'invalid_grant',
          'code_verifier_unexpected',
          'code_verifier was sent, but authorize received no code_challenge',
        )
  }
  if (verifier === undefined)
    return refuse('invalid_grant', 'code_verifier_missing', 'code_verifier is missing')
  if (!isCodeVerifier(verifier)) {
    return refuse(
      'invalid_grant',
      'code_verifier_malformed',
      'code_verifier must be 43 to 128 unreserved characters',
    )
  }
  return (await deriveCodeChallenge(verifier)) === record.codeChallenge
    ? undefined
    : refuse('invalid_grant', 'code_verifier_differs', 'code_verifier does not match the code_challenge')
}
