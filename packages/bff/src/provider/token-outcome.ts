import type { AccessToken, RefreshToken, UserWireId } from '@counterfoil/oauth/ids'
import { parseJsonObject, type JsonObject } from '@counterfoil/service/http/json-object'
import { meaningOf } from '#provider-profile/provider-profile.ts'
import { isBearer, readGivenTokens, type GivenTokens, type TokenRules } from './given-tokens.ts'

/** The answer of the token or revocation endpoint before it is judged. */
export type ProviderAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly contentType: string
      readonly body: string
      readonly retryAfterMs: number | undefined
    }
  | { readonly kind: 'timeout' }
  /** No complete answer: the connection was reset or cut off, or the answer was too long. */
  | { readonly kind: 'broken'; readonly cause: string }
  /** No connection could be made: nothing was sent. */
  | { readonly kind: 'not_sent'; readonly cause: string }
  /** We did not send the call, see `mayStillSend`. */
  | { readonly kind: 'withheld' }

/** The outcome of a call to the token endpoint that returned no tokens. */
export type TokenRefusal =
  | { readonly kind: 'grant_refused' }
  | { readonly kind: 'plan_inactive' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number | undefined }
  /** The provider refuses our credentials, address or request. */
  | { readonly kind: 'misconfigured'; readonly cause: string }
  | {
      readonly kind: 'provider_down'
      readonly cause: string
      /** False if no readable answer came: the provider may have carried the request out. */
      readonly isAnswered: boolean
      /** False if the request was not sent, so that the provider cannot have carried it out. */
      readonly isSent: boolean
      /** True if a retry does not help until somebody changes something. */
      readonly isLasting?: boolean
    }

export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly given: GivenTokens; readonly issuedTo?: string }
  /** The call was not sent, because the lock on the connection may have passed to another process. */
  | { readonly kind: 'withheld' }
  | TokenRefusal

export type ExchangeOutcome =
  | {
      readonly kind: 'tokens'
      readonly given: FirstTokens
      readonly issuedTo?: string
      /** The names, if they were read together with the ids. */
      readonly names: Names
    }
  /** The answer has tokens in a form that cannot be used; those that could be read must be revoked. */
  | {
      readonly kind: 'unusable'
      readonly leftovers: readonly (AccessToken | RefreshToken)[]
      /** The names of the missing or invalid members; never a value. */
      readonly cause: string
      /** True if the owner of the tokens could not be asked for now. */
      readonly isPassing?: true
    }
  | TokenRefusal

/** The names that people see instead of the ids; undefined if not asked for yet. */
export interface Names {
  readonly email?: string | null
  readonly businessName?: string | null
}

/** The first tokens of a connection; they name the person. The refresh token is empty if the provider gives none. */
type FirstTokens = GivenTokens & { readonly refreshToken: RefreshToken; readonly userId: UserWireId }

/** The outcome of a code exchange before the owner of the tokens is known. */
type JudgedExchange =
  | { readonly kind: 'tokens'; readonly given: GivenTokens & { readonly refreshToken: RefreshToken } }
  | Exclude<ExchangeOutcome, { kind: 'tokens' }>

/** The error codes of the token endpoint by which the fault is ours, never the person's. */
const OUR_FAULTS = new Set([
  'invalid_client',
  'invalid_request',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/** Matches the error codes of Node for a refused certificate of the provider, before anything is sent. */
export const CERTIFICATE_FAULT = /CERT|SELF_SIGNED|^UNABLE_TO_|HOSTNAME_MISMATCH/

/** Judges the answer to a refresh. Only the access token is required. */
export function judgeRefreshAnswer(answer: ProviderAnswer, rules: TokenRules): TokenOutcome {
  if (answer.kind === 'withheld') return { kind: 'withheld' }
  const json = readSuccess(answer)
  if (json === undefined) return judgeRefusal(answer, rules)
  const given = readGivenTokens(json, rules)
  // No token of the answer is revoked: a new refresh token in it may be the only valid one.
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

/** Returns all tokens of a token response: they must be revoked if the response cannot be used. */
export function tokensIn(json: JsonObject): readonly (AccessToken | RefreshToken)[] {
  return [json['refresh_token'], json['access_token']].filter(
    (token): token is AccessToken | RefreshToken => typeof token === 'string' && token !== '',
  )
}

const MALFORMED = {
  kind: 'provider_down',
  cause: 'malformed answer',
  isAnswered: false,
  isSent: true,
} as const satisfies TokenRefusal

/** Reads the members of an answer: JSON, or a form if the content type says so, as older servers send it. */
function readMembers({ contentType, body }: { readonly contentType: string; readonly body: string }) {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return parseJsonObject(body)
  return Object.fromEntries(new URLSearchParams(body)) satisfies JsonObject
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** Returns the members of a successful answer, else undefined. Some servers refuse a code with status 200 and `error`. */
export function readSuccess(answer: ProviderAnswer): JsonObject | undefined {
  const json = answer.kind === 'answer' && isSuccess(answer.status) ? readMembers(answer) : undefined
  return typeof json?.['error'] === 'string' && json['access_token'] === undefined ? undefined : json
}

/**
 * Judges an answer without tokens. Only JSON with `invalid_grant`, or with the refusal of an inactive plan, concerns the person's
 * connection; a 403 with HTML, without a body or with other JSON is from a server in between.
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
  // An HTML page is from a server in between and has no meaning.
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
 * Judges an answer of the revocation endpoint.
 *
 * Status 200 confirms (and 204, which some providers send), also for an unknown token. If a provider answers 400 for unknown
 * tokens: `invalid_token` confirms; `invalid_grant` confirms for a token of ours, because it is also the answer for a valid token
 * of another client. No other answer does: not `unsupported_token_type` (the token stays valid), not `invalid_client` or
 * `invalid_request` (our fault), not a status without these codes.
 * @param facts.isOurs True if the token was issued to the client id that revokes it.
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
