import { SUBSCRIPTION_INACTIVE, type TokenErrorCode } from '@counterfoil/oauth/oauth-error'
import { isOwnResource } from '@counterfoil/oauth/resource-indicator'
import type { FormFields } from '#http/form-fields.ts'

/** A refusal by the token or revoke endpoint. */
export interface TokenRefusal {
  readonly kind: 'refused'
  readonly status: 400 | 401 | 403 | 405 | 413 | 503
  readonly error: TokenErrorCode
  /** The stable, precise reason in the developers' log and the metrics. */
  readonly reason: RefusalReason
  /** One sentence, for the log and `error_description`. */
  readonly detail: string
}

/** The size limit of a form in bytes: far more than all fields at their longest. */
export const MAX_BODY_BYTES = 16_384

/** THE LIST of refusals by their reason, each with its sentence, unless the refusal has one of its own. */
const REFUSALS = {
  ...refusals(405, 'invalid_request', { method_not_allowed: 'this endpoint takes POST requests' }),
  ...refusals(413, 'invalid_request', {
    body_too_large: `the form is longer than ${MAX_BODY_BYTES} bytes`,
  }),
  ...refusals(400, 'invalid_request', {
    media_type: 'Content-Type must be application/x-www-form-urlencoded',
    parameter_repeated: 'a parameter was sent more than once',
    grant_type_missing: 'grant_type is missing',
    code_missing: 'code is missing',
    redirect_uri_missing: 'redirect_uri is missing',
    refresh_token_missing: 'refresh_token is missing',
    token_missing: 'token is missing',
    client_credentials_repeated: 'client_id or client_secret was sent more than once',
    client_credentials_twice: 'credentials came in the Authorization header and in the form',
    client_id_differs: 'client_id differs between the Authorization header and the form',
  }),
  ...refusals(400, 'unsupported_grant_type', {
    grant_type_unsupported: 'grant_type must be authorization_code or refresh_token',
  }),
  ...refusals(400, 'invalid_target', { resource_foreign: 'resource must be the GraphQL service' }),
  // Missing or wrong credentials. The response never says which part is wrong: that would confirm client ids.
  ...refusals(401, 'invalid_client', {
    client_id_missing: 'client_id is missing',
    client_secret_missing: 'client_secret is missing',
    client_unknown: 'no application has this client_id',
    client_secret_wrong: 'client_secret is wrong',
    authorization_header_unreadable: 'the Authorization header is not HTTP Basic',
  }),
  ...refusals(400, 'invalid_grant', {
    code_unknown: 'the code is unknown',
    code_of_another_application: 'the code was issued to another application',
    code_already_used: 'the code was used before; the tokens it gave are revoked',
    code_revoked: 'the access behind the code was removed',
    code_expired: 'the code is older than 10 minutes',
    code_verifier_unexpected: 'code_verifier was sent, but authorize received no code_challenge',
    code_verifier_missing: 'code_verifier is missing',
    code_verifier_malformed: 'code_verifier must be 43 to 128 unreserved characters',
    code_verifier_differs: 'code_verifier does not match the code_challenge',
    redirect_uri_differs: 'redirect_uri differs from the authorize value',
    redirect_entry_removed: 'the application no longer has the redirect entry that was used',
    refresh_token_unknown: 'the refresh token is unknown',
    refresh_token_of_another_application: 'the refresh token was issued to another application',
    refresh_token_revoked: 'the refresh token was revoked',
    refresh_token_replayed: 'the refresh token was replaced and used again; its tokens are revoked',
    refresh_token_idle: 'the refresh token was not used for too long',
    grant_ended: 'the access behind the refresh token was removed',
    no_say_in_business: 'the user may no longer let apps into the business',
    scopes_removed: 'the application may no longer have any of the scopes that were allowed',
    token_of_another_application: 'the token was issued to another application',
  }),
  ...refusals(400, 'invalid_scope', {
    scope_empty: 'scope holds no value',
    scope_unknown: 'scope holds a value that does not exist',
    scope_wider: 'scope holds more than was granted',
  }),
  // These consume and rotate nothing: the same refresh works once the business is open again. (interface.md section 7)
  ...refusals(403, 'access_denied', {
    [SUBSCRIPTION_INACTIVE]: 'the subscription of the business is not active',
    business_archived: 'the business is archived',
  }),
  // Without a decision: the same request works a little later.
  ...refusals(503, 'temporarily_unavailable', {
    successor_unknown:
      'the refresh token was replaced a moment ago by a process with another PROVIDER_SECRET; ask again later',
  }),
}

type RefusalReason = keyof typeof REFUSALS

/** Returns refusals with one status and error code, by their reason. */
function refusals<Reason extends string>(
  status: TokenRefusal['status'],
  error: TokenErrorCode,
  details: Readonly<Record<Reason, string>>,
) {
  const all = Object.entries<string>(details).map(([reason, detail]) => [reason, { status, error, detail }])
  return Object.fromEntries(all) as Record<Reason, Pick<TokenRefusal, 'status' | 'error' | 'detail'>>
}

export function refuse(reason: RefusalReason, detail: string = REFUSALS[reason].detail): TokenRefusal {
  return { ...REFUSALS[reason], kind: 'refused', reason, detail }
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
  return name === undefined ? undefined : refuse('parameter_repeated', `${name} was sent more than once`)
}

/** Returns a refusal if the client requests a token for another resource server. (RFC 8707 section 2) */
export function findForeignResource(form: FormFields, ownResource: string): TokenRefusal | undefined {
  if (form.resources.every((resource) => isOwnResource({ resource, ownResource }))) return undefined
  return refuse('resource_foreign', `resource must be ${ownResource}`)
}

/** Returns a refusal if the form has no value of a field that it needs. */
export function findMissingField(
  form: FormFields,
  field: 'code' | 'refresh_token' | 'token',
): TokenRefusal | undefined {
  return form.values.has(field) ? undefined : refuse(`${field}_missing`)
}
