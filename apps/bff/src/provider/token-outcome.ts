import { SUBSCRIPTION_INACTIVE } from '@counterfoil/oauth/oauth-error'
import type { AccessToken, RefreshToken, UserWireId } from '@counterfoil/oauth/ids'
import { parseJsonObject, type JsonObject } from '@counterfoil/service/json-object'
import { isBearer, readGivenTokens, type GivenTokens } from './given-tokens.ts'

/** What came back from the token or revoke endpoint, before anyone judged it. */
export type ProviderAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly contentType: string
      readonly body: string
      readonly retryAfterMs: number | undefined
    }
  | { readonly kind: 'timeout' }
  /** No answer at all: reset, cut off, too long. */
  | { readonly kind: 'broken'; readonly cause: string }
  /** No connection came about: nothing was sent. */
  | { readonly kind: 'not_sent'; readonly cause: string }
  /** We did not send it, see `mayStillSend`. */
  | { readonly kind: 'withheld' }

/** How a call to the token endpoint ended that brought no tokens. */
export type TokenRefusal =
  | { readonly kind: 'grant_refused' }
  | { readonly kind: 'plan_inactive' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number | undefined }
  /** Our credentials, address or request is refused. */
  | { readonly kind: 'misconfigured'; readonly cause: string }
  | {
      readonly kind: 'provider_down'
      readonly cause: string
      /** False when no answer came, or one that cannot be read: the provider may have done what was asked. */
      readonly isAnswered: boolean
      /** False when it cannot have done it. */
      readonly isSent: boolean
      /** Trying again does not help: somebody has to change something first. */
      readonly isLasting?: boolean
    }

/** How a refresh ended. */
export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly given: GivenTokens; readonly issuedTo?: string }
  /** Not sent, because the lock on the connection may have passed to somebody else. */
  | { readonly kind: 'withheld' }
  | TokenRefusal

/** How the exchange of a code ended. */
export type ExchangeOutcome =
  | { readonly kind: 'tokens'; readonly given: FirstTokens; readonly issuedTo?: string }
  /** Tokens came, but in a shape that cannot be used; what could be read of them must be revoked. */
  | {
      readonly kind: 'unusable'
      readonly leftovers: readonly (AccessToken | RefreshToken)[]
      /** Names the members that are missing or odd; never a value. */
      readonly cause: string
    }
  | TokenRefusal

/** Nobody's yet: the answer to a code must say whose they are, and bring what they are renewed with. */
export type FirstTokens = GivenTokens & { readonly refreshToken: RefreshToken; readonly userId: UserWireId }

/**
 * When does a 403 speak of the plan? `reason`: when it says so in the form of the interface's own service. `status`: always,
 * for a provider that promises the status and no more; a page of HTML never does.
 */
export type PlanRefusal = 'reason' | 'status'

/** Codes of the token endpoint that mean a fault of ours, never the person's. */
const OUR_FAULTS = new Set([
  'invalid_client',
  'invalid_request',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/** Codes of Node by which the provider's certificate is refused, before anything is sent. */
export const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|^UNABLE_TO_|HOSTNAME_MISMATCH/

/** Judges the answer to a refresh. An access token is all it must bring. */
export function judgeRefreshAnswer(
  answer: ProviderAnswer,
  planRefusal: PlanRefusal = 'reason',
): TokenOutcome {
  if (answer.kind === 'withheld') return { kind: 'withheld' }
  const json = readSuccess(answer)
  if (json === undefined) return judgeRefusal(answer, planRefusal)
  const given = readGivenTokens(json)
  // Nothing of it is revoked: a new refresh token in it may be the only one that still lives.
  return given === undefined ? MALFORMED : { kind: 'tokens', given }
}

/** Judges the answer to a code. */
export function judgeExchangeAnswer(
  answer: ProviderAnswer,
  planRefusal: PlanRefusal = 'reason',
): ExchangeOutcome {
  const json = readSuccess(answer)
  if (json === undefined) return judgeRefusal(answer, planRefusal)
  const given = readGivenTokens(json)
  const type = json['token_type']
  const isOddType = typeof type === 'string' && type !== '' && !isBearer(type)
  const { refreshToken, userId } = given ?? {}
  if (given !== undefined && refreshToken !== undefined && userId !== undefined && !isOddType) {
    return { kind: 'tokens', given: { ...given, refreshToken, userId } }
  }
  const leftovers = [json['refresh_token'], json['access_token']].filter(
    (token) => typeof token === 'string' && token !== '',
  ) as (AccessToken | RefreshToken)[]
  const missing = {
    access_token: given === undefined,
    refresh_token: typeof json['refresh_token'] !== 'string',
    userId: given !== undefined && userId === undefined,
    token_type: isOddType,
  }
  const names = Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [name] : []))
  const cause = `missing or odd: ${names.join(', ')}`
  if (leftovers.length > 0) return { kind: 'unusable', leftovers, cause }
  return { ...MALFORMED, cause, isLasting: true }
}

const MALFORMED = {
  kind: 'provider_down',
  cause: 'malformed answer',
  isAnswered: false,
  isSent: true,
} as const satisfies TokenRefusal

/** The JSON of an answer that says 200. */
function readSuccess(answer: ProviderAnswer): JsonObject | undefined {
  return answer.kind === 'answer' && answer.status === 200 ? parseJsonObject(answer.body) : undefined
}

/**
 * Only JSON that says `invalid_grant`, or that the plan is not active, speaks about the person's connection; a 403 made of
 * HTML, of nothing or of other JSON comes from something in between.
 * @see RFC 6749 section 5.2; interface.md section 7 (403: the plan)
 */
function judgeRefusal(answer: ProviderAnswer, planRefusal: PlanRefusal): TokenRefusal {
  const down = (
    cause: string,
    more: { isAnswered: boolean; isSent: boolean; isLasting?: boolean },
  ): TokenRefusal => ({
    kind: 'provider_down',
    cause,
    ...more,
  })
  switch (answer.kind) {
    case 'timeout':
      return down('timeout', { isAnswered: false, isSent: true })
    case 'broken':
      return down(answer.cause, { isAnswered: false, isSent: true })
    case 'not_sent':
      return down(answer.cause, {
        ...{ isAnswered: false, isSent: false },
        ...(CERTIFICATE_FAULT.test(answer.cause) ? { isLasting: true } : {}),
      })
    case 'withheld':
      return down('withheld', { isAnswered: false, isSent: false })
    case 'answer':
      break
  }
  const { status } = answer
  if (status === 200) return MALFORMED
  if (status === 429) return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs }
  const answered = down(`status ${status}`, { isAnswered: true, isSent: true })
  if (status >= 500 || status < 400) return answered
  const json = parseJsonObject(answer.body)
  const error = json?.['error']
  if (error === 'invalid_grant') return { kind: 'grant_refused' }
  if (typeof error === 'string' && OUR_FAULTS.has(error)) return { kind: 'misconfigured', cause: error }
  if (status === 403 && saysPlan(answer, json, planRefusal)) return { kind: 'plan_inactive' }
  if (status === 401) return { kind: 'misconfigured', cause: 'status 401' }
  return answered
}

function saysPlan(
  { contentType, body }: { readonly contentType: string; readonly body: string },
  json: JsonObject | undefined,
  planRefusal: PlanRefusal,
): boolean {
  if (planRefusal === 'status') return !/html/i.test(contentType) && !/^\s*</.test(body)
  return json?.['error'] === 'access_denied' && json['reason'] === SUBSCRIPTION_INACTIVE
}

export type RevokeOutcome =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'again'; readonly cause: string; readonly retryAfterMs: number | undefined }

/**
 * Judges an answer of the revoke endpoint.
 *
 * 200 confirms, also for a token the provider does not know. Where a provider answers 400 for those instead:
 * `invalid_token` confirms; `invalid_grant` confirms for a token of ours, because it is also what is said about a living
 * token of another client. Nothing else does: not `unsupported_token_type` (it lives on), not `invalid_client` or
 * `invalid_request` (our fault), not a status without these words.
 * @param facts.isOurs Was the token issued to the client id that asks?
 * @see RFC 7009 sections 2.2 and 2.2.1; RFC 6749 section 5.2
 */
export function judgeRevokeAnswer(
  answer: ProviderAnswer,
  { isOurs }: { readonly isOurs: boolean },
): RevokeOutcome {
  const again = (cause: string, retryAfterMs?: number) => ({ kind: 'again', cause, retryAfterMs }) as const
  switch (answer.kind) {
    case 'timeout':
    case 'withheld':
      return again(answer.kind)
    case 'broken':
    case 'not_sent':
      return again(answer.cause)
    case 'answer':
      break
  }
  const { status } = answer
  if (status === 200) return { kind: 'confirmed' }
  const error = status === 400 ? parseJsonObject(answer.body)?.['error'] : undefined
  if (error === 'invalid_token' || (error === 'invalid_grant' && isOurs)) return { kind: 'confirmed' }
  return again(`status ${status}`, answer.retryAfterMs)
}
