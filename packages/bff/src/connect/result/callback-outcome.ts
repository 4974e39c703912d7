import type { ConnectOutcome } from '@counterfoil/bff-api/connect-result'
import type { AuthorizationCode } from '@counterfoil/oauth/ids'
import type { ExpectedIssuer } from '#provider/metadata-client.ts'
import type { Attempt } from '../attempt/attempt.ts'

/** What a callback means, before anything is exchanged. */
export type CallbackOutcome<Asked> =
  /** `attempt`: the one this answers. */
  { readonly kind: 'exchange'; readonly code: AuthorizationCode; readonly attempt: Asked } | Unexchanged

/** A callback that brings no code to exchange. */
type Unexchanged =
  | { readonly kind: 'declined' }
  | { readonly kind: 'no_business' }
  | { readonly kind: 'expired' }
  /** Not the answer to a question of this browser: nothing is exchanged. */
  | { readonly kind: 'mismatch'; readonly reason: 'attempt' | 'state' | 'issuer' | 'repeated_parameter' }
  | { readonly kind: 'provider_failed'; readonly error: string }
  | { readonly kind: 'misconfigured'; readonly error: string }

const PARAMETERS = ['code', 'state', 'error', 'error_description', 'iss'] as const
/** Said by the provider when the person has no business that may be connected. */
const NO_BUSINESS = /no business/i

/**
 * Judges the redirect back from the provider.
 *
 * @param attempt The attempt of the state, consumed; undefined when this browser began none.
 * @param expected What `iss` must be, when it is there or has to be. @see RFC 9207 section 2.4
 * @see RFC 6749 sections 4.1.2 and 4.1.2.1
 */
export function judgeCallback<Asked extends Pick<Attempt, 'state' | 'expiresAtMs'>>(
  query: URLSearchParams,
  attempt: Asked | undefined,
  expected: ExpectedIssuer | undefined,
  nowMs: number,
): CallbackOutcome<Asked> {
  if (PARAMETERS.some((name) => query.getAll(name).length > 1)) {
    return { kind: 'mismatch', reason: 'repeated_parameter' }
  }
  if (attempt === undefined) return { kind: 'mismatch', reason: 'attempt' }
  if (query.get('state') !== attempt.state) return { kind: 'mismatch', reason: 'state' }
  const iss = query.get('iss')
  const isOther = iss !== null && expected?.issuer !== undefined && iss !== expected.issuer
  if (isOther || (iss === null && expected?.isRequired === true))
    return { kind: 'mismatch', reason: 'issuer' }
  if (nowMs >= attempt.expiresAtMs) return { kind: 'expired' }
  const error = query.get('error') ?? ''
  if (error !== '') return judgeError({ error, description: query.get('error_description') ?? '' })
  const code = (query.get('code') ?? '') as AuthorizationCode
  return code === '' ? { kind: 'provider_failed', error: 'no_code' } : { kind: 'exchange', code, attempt }
}

function judgeError({
  error,
  description,
}: {
  readonly error: string
  readonly description: string
}): Unexchanged {
  switch (error) {
    case 'access_denied':
      return NO_BUSINESS.test(description) ? { kind: 'no_business' } : { kind: 'declined' }
    case 'invalid_request':
    case 'invalid_scope':
    case 'unauthorized_client':
    case 'unsupported_response_type':
      return { kind: 'misconfigured', error }
    case 'server_error':
    case 'temporarily_unavailable':
      return { kind: 'provider_failed', error }
    default:
      return { kind: 'provider_failed', error: 'other' }
  }
}

/** How an attempt whose code is not exchanged has ended. */
export function connectOutcomeOfCallback(judged: Unexchanged): ConnectOutcome {
  return judged.kind
}

/** For the log: a word of ours or of the standard, never text from the address. */
export function reasonOfCallback(judged: Unexchanged): string {
  if (judged.kind === 'mismatch') return judged.reason
  return 'error' in judged ? judged.error : judged.kind
}
