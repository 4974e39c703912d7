import { SUBSCRIPTION_INACTIVE, type TokenErrorCode } from '@counterfoil/oauth/oauth-error'
import { isOwnResource } from '@counterfoil/oauth/resource-indicator'
import type { FormFields } from '#http/form-fields.ts'

/** A refusal by the token or revoke endpoint. */
export interface TokenRefusal {
  readonly kind: 'refused'
  readonly status: 400 | 401 | 403 | 405 | 413 | 503
  readonly error: TokenErrorCode
  /** The stable, precise reason in the developers' log and the metrics. */
  readonly reason: string
  /** One sentence, for the log and `error_description`. */
  readonly detail: string
}

/** The stable reason, and one sentence. */
type Why = Pick<TokenRefusal, 'reason' | 'detail'>

export function refuse(error: TokenErrorCode, { reason, detail }: Why): TokenRefusal {
  return { kind: 'refused', status: 400, error, reason, detail }
}

/** Refuses missing or wrong credentials. The response never says which part is wrong: that would confirm client ids. */
export function refuseClient({ reason, detail }: Why): TokenRefusal {
  return { kind: 'refused', status: 401, error: 'invalid_client', reason, detail }
}

/** Refuses because no business of these tokens has an active plan. Consumes and rotates nothing. (interface.md section 7) */
export function refusePlan(): TokenRefusal {
  return {
    kind: 'refused',
    status: 403,
    error: 'access_denied',
    reason: SUBSCRIPTION_INACTIVE,
    detail: 'the subscription of the business is not active',
  }
}

/** Refuses because the business is archived. Consumes nothing: the same refresh works once the business is restored. */
export function refuseArchived(): TokenRefusal {
  return {
    kind: 'refused',
    status: 403,
    error: 'access_denied',
    reason: 'business_archived',
    detail: 'the business is archived',
  }
}

/** Refuses without a decision: the same request works a little later. */
export function askAgainLater({ reason, detail }: Why): TokenRefusal {
  return { kind: 'refused', status: 503, error: 'temporarily_unavailable', reason, detail }
}

/** Returns the JSON of a refusal. (RFC 6749 section 5.2; interface.md, "Tokens") */
export function refusalBody(refusal: TokenRefusal): Readonly<Record<string, string>> {
  const description = refusal.status === 401 ? 'client authentication failed' : printable(refusal.detail)
  const body = { error: refusal.error, error_description: description }
  return refusal.status === 403 ? { ...body, reason: refusal.reason } : body
}

/** Replaces characters that `error_description` forbids: it admits printable ASCII without quote and backslash. */
function printable(sentence: string): string {
  return sentence.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}

const KNOWN_FIELDS = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
]

/** Returns a refusal if a known field is repeated. (RFC 6749 section 3.2) */
export function findRepeatedField(form: FormFields): TokenRefusal | undefined {
  const name = KNOWN_FIELDS.find((field) => form.repeated.has(field))
  return name === undefined
    ? undefined
    : refuse('invalid_request', { reason: 'parameter_repeated', detail: `${name} was sent more than once` })
}

/** Returns a refusal if the client requests a token for another resource server. (RFC 8707 section 2) */
export function findForeignResource(form: FormFields, ownResource: string): TokenRefusal | undefined {
  if (form.resources.every((resource) => isOwnResource({ resource, ownResource }))) return undefined
  return refuse('invalid_target', {
    reason: 'resource_foreign',
    detail: `resource must be ${ownResource}`,
  })
}

export function missing(field: string): TokenRefusal {
  return refuse('invalid_request', { reason: `${field}_missing`, detail: `${field} is missing` })
}

export function grantTypeFault(form: FormFields): TokenRefusal {
  return form.values.has('grant_type')
    ? refuse('unsupported_grant_type', {
        reason: 'grant_type_unsupported',
        detail: 'grant_type must be authorization_code or refresh_token',
      })
    : missing('grant_type')
}
