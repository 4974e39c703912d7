import { isOwnResource } from '@counterfoil/oauth/resource-indicator'
import type { FormFields } from '#http/form-body.ts'
import { refuse, type TokenRefusal } from './token-refusal.ts'

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

/** No known field may come twice. (RFC 6749 section 3.2) */
export function findRepeatedField(form: FormFields): TokenRefusal | undefined {
  const name = KNOWN_FIELDS.find((field) => form.repeated.has(field))
  return name === undefined
    ? undefined
    : refuse('invalid_request', { reason: 'parameter_repeated', detail: `${name} was sent more than once` })
}

/** A token that a client means for another server is not made here. (RFC 8707 section 2) */
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
