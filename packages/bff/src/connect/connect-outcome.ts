import type { ConnectOutcome, Intent } from '@counterfoil/bff-api/connect-result'
import type { AuthorizationCode, BusinessWireId, UserWireId } from '@counterfoil/oauth/ids'
import type { ExpectedIssuer } from '#provider/metadata-client.ts'
import type { Attempt, Expectation } from './attempt.ts'
import { missingScopes } from '@counterfoil/oauth/scope'
import type { HealthState } from '#connections/connection-state.ts'
import type { ExchangeOutcome } from '#provider/token-outcome.ts'

/** The meaning of a callback, before any code is exchanged. */
type CallbackOutcome<Asked> =
  /** `attempt` is the attempt that this callback answers. */
  { readonly kind: 'exchange'; readonly code: AuthorizationCode; readonly attempt: Asked } | Unexchanged

/** The meaning of a callback without a code to exchange. */
type Unexchanged =
  | { readonly kind: 'declined' }
  | { readonly kind: 'no_business' }
  | { readonly kind: 'expired' }
  /** The callback does not answer an authorization request of this browser: nothing is exchanged. */
  | { readonly kind: 'mismatch'; readonly reason: 'attempt' | 'state' | 'issuer' | 'repeated_parameter' }
  | { readonly kind: 'provider_failed'; readonly error: string }
  | { readonly kind: 'misconfigured'; readonly error: string }

const PARAMETERS = ['code', 'state', 'error', 'error_description', 'iss'] as const
/** Matches the provider's `error_description` if the person has no business that may be connected. */
const NO_BUSINESS = /no business/i

/**
 * Judges the redirect back from the provider.
 * @param attempt The attempt of the `state`, already taken from the store; undefined if this browser began none.
 * @param expected The required value of `iss`, if it is present or must be.
 * @see RFC 9207 section 2.4
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

function judgeError(given: { readonly error: string; readonly description: string }): Unexchanged {
  const { error, description } = given
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

/** Returns the reason for the log: a word of ours or of the standard, never text from the address. */
export function reasonOfCallback(judged: Unexchanged): string {
  if (judged.kind === 'mismatch') return judged.reason
  return 'error' in judged ? judged.error : judged.kind
}

/** The result of comparing the returned account and business with the expected ones. */
export type IdentityVerdict =
  { readonly kind: 'as_expected' } | { readonly kind: 'other_person' | 'other_account' | 'other_business' }

/**
 * Compares the returned account and business with the expected ones. Nothing may be replaced unless the verdict is `as_expected`.
 * The account is compared before the business: another person's business is another matter. The account is also compared with the
 * person who is signed in in this browser now.
 * @param present The provider's user id of the person who is signed in now.
 */
export function judgeIdentity(
  intent: Intent,
  expected: Pick<Expectation, 'userId' | 'businessId'> | null,
  received: { readonly userId: UserWireId; readonly businessId: BusinessWireId | null },
  present: UserWireId | undefined,
): IdentityVerdict {
  if (expected !== null && expected.userId !== received.userId) {
    const isAboutConnection = intent === 'reconnect' || intent === 'allow_more' || intent === 'ask_again'
    return { kind: isAboutConnection ? 'other_person' : 'other_account' }
  }
  if (present !== undefined && present !== received.userId) return { kind: 'other_account' }
  if (expected === null) return { kind: 'as_expected' }
  if (expected.businessId !== undefined && expected.businessId !== received.businessId) {
    return { kind: 'other_business' }
  }
  return { kind: 'as_expected' }
}

/** Returns the outcome of an attempt that brought usable tokens for the expected person and business. */
export function chooseOutcome(facts: {
  readonly intent: Intent
  readonly previous: { readonly state: HealthState; readonly scopes: readonly string[] } | undefined
  readonly asked: readonly string[]
  readonly granted: readonly string[]
  readonly isPlanInactive: boolean
  /** True if another connection has been disconnected for this one. */
  readonly isReplacing: boolean
}): ConnectOutcome {
  if (facts.isPlanInactive) return 'plan_ended'
  if (missingScopes(facts.asked, facts.granted).length > 0) return 'connected_less'
  if (facts.isReplacing) return 'switched'
  const { previous } = facts
  const wasConnected = previous?.state === 'connected' || previous?.state === 'trouble'
  if (!wasConnected || facts.intent === 'allow_more') return 'connected'
  // "Nothing changed" is reported only if the permissions are exactly those of before.
  const changed = [
    ...missingScopes(facts.granted, previous.scopes),
    ...missingScopes(previous.scopes, facts.granted),
  ]
  return changed.length === 0 ? 'still_connected' : 'connected'
}

/** Returns the outcome to show for an exchange that gave no tokens. A refused code was used or is too old. */
export function connectOutcomeOf(outcome: Exclude<ExchangeOutcome, { kind: 'tokens' }>): ConnectOutcome {
  switch (outcome.kind) {
    case 'grant_refused':
      return 'expired'
    case 'plan_inactive':
      return 'plan_ended'
    case 'rate_limited':
      return 'rate_limited'
    case 'misconfigured':
      return 'misconfigured'
    case 'unusable':
      // Usually a retry would get the same answer.
      return outcome.isPassing === true ? 'provider_failed' : 'misconfigured'
    case 'provider_down':
      return outcome.isLasting === true ? 'misconfigured' : 'provider_failed'
  }
}

/** Returns the reason of a failed exchange for the log: a word of ours, a code or a status, never text of the answer. */
export function reasonOfExchange(outcome: Exclude<ExchangeOutcome, { kind: 'tokens' }>): string {
  return 'cause' in outcome ? outcome.cause : outcome.kind
}

export function attemptOutcomeOf(
  outcome: ConnectOutcome,
): 'connected' | 'mismatched' | 'declined' | 'failed' {
  switch (outcome) {
    case 'connected':
    case 'connected_less':
    case 'still_connected':
    case 'switched':
    case 'plan_ended':
      return 'connected'
    case 'mismatch':
      return 'mismatched'
    case 'declined':
    case 'no_business':
      return 'declined'
    case 'expired':
    case 'other_business':
    case 'other_person':
    case 'other_account':
    case 'provider_failed':
    case 'misconfigured':
    case 'rate_limited':
      return 'failed'
  }
}
