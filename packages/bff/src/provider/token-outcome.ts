import type { AccessToken, RefreshToken, UserWireId } from '@counterfoil/oauth/ids'
import { parseJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import { meaningOf } from '#provider-profile/provider-profile.ts'
import { isBearer, readGivenTokens, type GivenTokens, type TokenRules } from './given-tokens.ts'

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

export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly given: GivenTokens; readonly issuedTo?: string }
  /** Not sent, because the lock on the connection may have passed to somebody else. */
  | { readonly kind: 'withheld' }
  | TokenRefusal

export type ExchangeOutcome =
  | {
      readonly kind: 'tokens'
      readonly given: FirstTokens
      readonly issuedTo?: string
      /** Where they were read together with the ids. */
      readonly names: Names
    }
  /** Tokens came, but in a shape that cannot be used; what could be read of them must be revoked. */
  | {
      readonly kind: 'unusable'
      readonly leftovers: readonly (AccessToken | RefreshToken)[]
      /** Names the members that are missing or odd; never a value. */
      readonly cause: string
      /** Whose they are could not be asked now. */
      readonly isPassing?: true
    }
  | TokenRefusal

/** What people are shown of the ids; undefined: not asked for yet. */
export interface Names {
  readonly email?: string | null
  readonly businessName?: string | null
}

/** Nobody's yet: the answer to a code must say whose they are. The refresh token is empty where the provider gives none. */
type FirstTokens = GivenTokens & { readonly refreshToken: RefreshToken; readonly userId: UserWireId }

/** An answer to a code before it is known whose the tokens are. */
type JudgedExchange =
  | { readonly kind: 'tokens'; readonly given: GivenTokens & { readonly refreshToken: RefreshToken } }
  | Exclude<ExchangeOutcome, { kind: 'tokens' }>

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
export function judgeRefreshAnswer(answer: ProviderAnswer, rules: TokenRules): TokenOutcome {
  if (answer.kind === 'withheld') return { kind: 'withheld' }
  const json = readSuccess(answer)
  if (json === undefined) return judgeRefusal(answer, rules)
  const given = readGivenTokens(json, rules)
  // Nothing of it is revoked: a new refresh token in it may be the only one that still lives.
  return given === undefined ? MALFORMED : { kind: 'tokens', given }
}

export function judgeExchangeAnswer(answer: ProviderAnswer, rules: TokenRules): JudgedExchange {
  const json = readSuccess(answer)
  if (json === undefined) return judgeRefusal(answer, rules)
  const given = readGivenTokens(json, rules)
  const type = json['token_type']
  const isOddType = typeof type === 'string' && type !== '' && !isBearer(type)
  const needsUser = rules.identity.from === 'tokenResponse'
  const refreshToken = rules.refresh === 'none' ? NO_TOKEN : given?.refreshToken
  const isSomebodys = !needsUser || given?.userId !== undefined
  if (given !== undefined && refreshToken !== undefined && isSomebodys && !isOddType) {
    return { kind: 'tokens', given: { ...given, refreshToken } }
  }
  const leftovers = tokensIn(json)
  const missing = {
    access_token: given === undefined,
    refresh_token: rules.refresh !== 'none' && typeof json['refresh_token'] !== 'string',
    [needsUser ? rules.identity.userId : '']: given !== undefined && !isSomebodys,
    token_type: isOddType,
  }
  const names = Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [name] : []))
  const cause = `missing or odd: ${names.join(', ')}`
  if (leftovers.length > 0) return { kind: 'unusable', leftovers, cause }
  return { ...MALFORMED, cause, isLasting: true }
}

const NO_TOKEN = '' as RefreshToken

/** Everything in a token response that must be revoked when it cannot be used. */
export function tokensIn(json: JsonObject): readonly (AccessToken | RefreshToken)[] {
  return [json['refresh_token'], json['access_token']].filter(
    (token) => typeof token === 'string' && token !== '',
  ) as (AccessToken | RefreshToken)[]
}

const MALFORMED = {
  kind: 'provider_down',
  cause: 'malformed answer',
  isAnswered: false,
  isSent: true,
} as const satisfies TokenRefusal

/** The members of an answer: JSON, or a form with its content type, as older servers send it. */
function readMembers({ contentType, body }: { readonly contentType: string; readonly body: string }) {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return parseJsonObject(body)
  return Object.fromEntries(new URLSearchParams(body)) satisfies JsonObject
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** The members of a successful answer. Some servers say with 200 that a code is refused. */
export function readSuccess(answer: ProviderAnswer): JsonObject | undefined {
  const json = answer.kind === 'answer' && isSuccess(answer.status) ? readMembers(answer) : undefined
  return typeof json?.['error'] === 'string' && json['access_token'] === undefined ? undefined : json
}

/**
 * Only JSON that says `invalid_grant`, or that the plan is not active, speaks about the person's connection; a 403 made of
 * HTML, of nothing or of other JSON comes from something in between.
 * @see RFC 6749 section 5.2; interface.md section 7 (403: the plan)
 */
function judgeRefusal(answer: ProviderAnswer, { refusals }: Pick<TokenRules, 'refusals'>): TokenRefusal {
  const down = (
    cause: string,
    more: { isAnswered: boolean; isSent: boolean; isLasting?: boolean },
  ): TokenRefusal => ({ kind: 'provider_down', cause, ...more })
  switch (answer.kind) {
    case 'timeout':
      return down('timeout', { isAnswered: false, isSent: true })
    case 'broken':
      return down(answer.cause, { isAnswered: false, isSent: true })
    case 'not_sent':
      return down(answer.cause, {
        isAnswered: false,
        isSent: false,
        ...(CERTIFICATE_FAULT.test(answer.cause) ? { isLasting: true } : {}),
      })
    case 'withheld':
      return down('withheld', { isAnswered: false, isSent: false })
    case 'answer':
      break
  }
  const { status } = answer
  if (status === 429) return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs }
  const json = readMembers(answer)
  const error = json?.['error']
  if (isSuccess(status) && typeof error !== 'string') return MALFORMED
  const answered = down(`status ${status}`, { isAnswered: true, isSent: true })
  const isRefused = isSuccess(status) || (status >= 400 && status < 500)
  if (isRefused && error === 'invalid_grant') return { kind: 'grant_refused' }
  if (isRefused && typeof error === 'string' && OUR_FAULTS.has(error))
    return { kind: 'misconfigured', cause: error }
  // A page of something in between says nothing.
  const isPage = /html/i.test(answer.contentType) || /^\s*</.test(answer.body)
  const said = { at: 'token', status, code: error, reason: json?.['reason'] } as const
  switch (isPage ? undefined : meaningOf(refusals, said)) {
    case 'planEnded':
      return { kind: 'plan_inactive' }
    case 'rateLimited':
      return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs }
    case 'gone':
      return { kind: 'grant_refused' }
    case undefined:
      return status === 401 ? { kind: 'misconfigured', cause: 'status 401' } : answered
  }
}

export type RevokeOutcome =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'again'; readonly cause: string; readonly retryAfterMs: number | undefined }

/**
 * Judges an answer of the revoke endpoint.
 *
 * 200 confirms (and 204, which some answer), also for a token the provider does not know. Where a provider answers 400 for those instead:
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
  if (status === 200 || status === 204) return { kind: 'confirmed' }
  const error = status === 400 ? parseJsonObject(answer.body)?.['error'] : undefined
  if (error === 'invalid_token' || (error === 'invalid_grant' && isOurs)) return { kind: 'confirmed' }
  return again(`status ${status}`, answer.retryAfterMs)
}
