import { TokenResponseSchema, type TokenResponse } from '@counterfoil/oauth/token-response'
import type { ConnectionEvent } from '#connections/connection-state.ts'

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
  /** No answer at all: refused, reset, not found, too long. */
  | { readonly kind: 'broken'; readonly cause: string }

export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly response: TokenResponse }
  /** Tokens came, but in a shape that cannot be used; what could be read of them must be revoked. */
  | { readonly kind: 'unusable'; readonly leftovers: readonly string[] }
  | { readonly kind: 'grant_refused' }
  | { readonly kind: 'plan_inactive' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number | undefined }
  /** Our credentials, address or request is refused. */
  | { readonly kind: 'misconfigured'; readonly cause: string }
  | {
      readonly kind: 'provider_down'
      readonly cause: string
      /** False when no answer came: the provider may have done what was asked. */
      readonly isAnswered: boolean
    }

/** Codes of the token endpoint that mean a fault of ours, never the person's. */
const OUR_FAULTS = new Set([
  'invalid_client',
  'invalid_request',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/**
 * Judges an answer of the token endpoint, to a code or to a refresh.
 *
 * Only JSON that says `invalid_grant` and a 403 speak about the person's connection; a 403 made of HTML comes from
 * something in between.
 * @param refreshToken The one that was spent; it stays in use when the answer names no other.
 * @see RFC 6749 sections 5.2 and 6; interface.md section 7 (403: the plan)
 */
export function judgeTokenAnswer(answer: ProviderAnswer, refreshToken?: string): TokenOutcome {
  if (answer.kind === 'timeout') return { kind: 'provider_down', cause: 'timeout', isAnswered: false }
  if (answer.kind === 'broken') return { kind: 'provider_down', cause: answer.cause, isAnswered: false }
  const { status } = answer
  if (status === 429) return { kind: 'rate_limited', retryAfterMs: answer.retryAfterMs }
  if (status >= 500) return { kind: 'provider_down', cause: `status ${status}`, isAnswered: true }
  const json = parseObject(answer.body)
  if (status === 200) return judgeTokens(json, refreshToken)
  const error = typeof json?.['error'] === 'string' ? json['error'] : undefined
  if (status >= 400) {
    if (error === 'invalid_grant') return { kind: 'grant_refused' }
    if (error !== undefined && OUR_FAULTS.has(error)) return { kind: 'misconfigured', cause: error }
    if (status === 403 && !/html/i.test(answer.contentType)) return { kind: 'plan_inactive' }
    if (status === 401) return { kind: 'misconfigured', cause: 'status 401' }
  }
  return { kind: 'provider_down', cause: `status ${status}`, isAnswered: true }
}

function judgeTokens(
  json: Readonly<Record<string, unknown>> | undefined,
  refreshToken: string | undefined,
): TokenOutcome {
  if (json === undefined) return { kind: 'provider_down', cause: 'malformed answer', isAnswered: false }
  const parsed = TokenResponseSchema.safeParse({ refresh_token: refreshToken, ...json })
  if (parsed.success) return { kind: 'tokens', response: parsed.data }
  const leftovers = [json['refresh_token'], json['access_token']].filter(
    (token) => typeof token === 'string' && token !== '',
  ) as string[]
  return leftovers.length > 0
    ? { kind: 'unusable', leftovers }
    : { kind: 'provider_down', cause: 'malformed answer', isAnswered: false }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** What a refused or failed refresh does to the connection. */
export function eventOfOutcome(outcome: Exclude<TokenOutcome, { kind: 'tokens' }>): ConnectionEvent {
  switch (outcome.kind) {
    case 'grant_refused':
      return { kind: 'grant_refused' }
    case 'plan_inactive':
      return { kind: 'plan_inactive' }
    case 'rate_limited':
      return { kind: 'rate_limited', retryAfterMs: outcome.retryAfterMs }
    case 'misconfigured':
      return { kind: 'misconfigured' }
    case 'unusable':
    case 'provider_down':
      return { kind: 'provider_down' }
  }
}

export type RevokeOutcome =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'again'; readonly cause: string; readonly retryAfterMs: number | undefined }

/**
 * Judges an answer of the revoke endpoint. Only 200 confirms.
 * @see RFC 7009 section 2.2: 200 also for a token the provider does not know
 */
export function judgeRevokeAnswer(answer: ProviderAnswer): RevokeOutcome {
  if (answer.kind === 'timeout') return { kind: 'again', cause: 'timeout', retryAfterMs: undefined }
  if (answer.kind === 'broken') return { kind: 'again', cause: answer.cause, retryAfterMs: undefined }
  if (answer.status === 200) return { kind: 'confirmed' }
  return { kind: 'again', cause: `status ${answer.status}`, retryAfterMs: answer.retryAfterMs }
}
