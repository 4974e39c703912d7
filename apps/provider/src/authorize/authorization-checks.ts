import { isOwnResource } from '@counterfoil/oauth/resource-indicator'
import { parsePrompt } from './authorization-request.ts'
import { isCodeChallenge } from '@counterfoil/oauth/pkce'
import type { Application } from '#applications/application.ts'
import type { Checked, PageCheck, PageFault, RedirectCheck, RedirectFault } from './checks/check.ts'
import { checkRedirectUri, redirectUriOf } from './checks/check-redirect-uri.ts'
import { checkScope } from './checks/check-scope.ts'

/** Checks that the application exists. Otherwise there is no recipient for an error. (RFC 6749 section 4.1.2.1) */
const checkApplication: PageCheck = ({ request, application }) => {
  if (request.repeated.includes('client_id'))
    return { reason: 'client_id_repeated', detail: 'client_id was sent more than once' }
  if (request.parameters.client_id === undefined)
    return { reason: 'client_id_missing', detail: 'client_id is missing' }
  if (application === undefined)
    return { reason: 'client_unknown', detail: 'no application has this client_id' }
  return undefined
}

/** Checks that no known parameter is repeated. (RFC 6749 section 3.1) */
const checkRepeated: RedirectCheck = ({ request }) => {
  const [name] = request.repeated
  if (name === undefined) return undefined
  return { error: 'invalid_request', reason: 'parameter_repeated', detail: `${name} was sent more than once` }
}

/** Refuses OpenID Connect parameters that change the meaning of others and are unsupported. (Core 1.0 sections 3.1.2.6 and 6) */
const checkUnsupported: RedirectCheck = ({ request: { parameters } }) => {
  const sent = (['request', 'request_uri'] as const).find((name) => parameters[name] !== undefined)
  if (sent !== undefined)
    return { error: `${sent}_not_supported`, reason: `${sent}_sent`, detail: `${sent} is not supported` }
  if (parameters.response_mode === undefined || parameters.response_mode === 'query') return undefined
  return {
    error: 'invalid_request',
    reason: 'response_mode_unsupported',
    detail: 'response_mode must be query',
  }
}

/** Checks that each `resource`, the intended use of the token, is our GraphQL service. (RFC 8707 section 2) */
const checkResource: RedirectCheck = ({ request: { resources }, ownResource }) => {
  if (resources.every((resource) => isOwnResource({ resource, ownResource }))) return undefined
  return { error: 'invalid_target', reason: 'resource_foreign', detail: `resource must be ${ownResource}` }
}

/** Checks that `response_type` is `code`, the only supported flow. (interface.md section 4.1) */
const checkResponseType: RedirectCheck = ({ request }) => {
  const responseType = request.parameters.response_type
  if (responseType === 'code') return undefined
  if (responseType === undefined)
    return { error: 'invalid_request', reason: 'response_type_missing', detail: 'response_type is missing' }
  return {
    error: 'unsupported_response_type',
    reason: 'response_type_unsupported',
    detail: 'response_type must be code',
  }
}

/** Checks that `approval_prompt` is `auto` or `force`. (interface.md section 4.1) */
const checkApprovalPrompt: RedirectCheck = ({ request }) => {
  const prompt = request.parameters.approval_prompt
  if (prompt === undefined || prompt === 'auto' || prompt === 'force') return undefined
  return {
    error: 'invalid_request',
    reason: 'approval_prompt_unknown',
    detail: 'approval_prompt must be auto or force',
  }
}

/** Checks that `prompt=none` has no other value beside it. (OpenID Connect Core 1.0 section 3.1.2.1) */
const checkPrompt: RedirectCheck = ({ request }) => {
  const prompt = request.parameters.prompt
  if (!parsePrompt(prompt).includes('none') || prompt === 'none') return undefined
  return {
    error: 'invalid_request',
    reason: 'prompt_none_with_others',
    detail: 'prompt=none admits no other value',
  }
}

/** Checks that a code challenge, which is optional, is S256. (RFC 7636 section 4.4.1) */
const checkPkce: RedirectCheck = ({ request }) => {
  const { code_challenge: challenge, code_challenge_method: method } = request.parameters
  const refuse = (fault: Omit<RedirectFault, 'error'>) => ({ error: 'invalid_request' as const, ...fault })

  if (challenge === undefined) {
    if (method === undefined) return undefined
    return refuse({
      reason: 'code_challenge_missing',
      detail: 'code_challenge_method was sent without code_challenge',
    })
  }
  // Without a method the RFC means "plain", which is not supported.
  if (method !== 'S256')
    return refuse({
      reason: 'code_challenge_method_unsupported',
      detail: 'code_challenge_method must be S256',
    })
  if (isCodeChallenge(challenge)) return undefined
  return refuse({
    reason: 'code_challenge_malformed',
    detail: 'code_challenge must be 43 base64url characters',
  })
}

/** The checks whose faults are shown on a page: until these pass, no address is trusted with an answer. */
const PAGE_CHECKS: readonly PageCheck[] = [checkApplication, checkRedirectUri]

/** The checks whose faults are sent back to the application, in order. */
const REDIRECT_CHECKS: readonly RedirectCheck[] = [
  checkRepeated,
  checkUnsupported,
  checkResource,
  checkResponseType,
  checkScope,
  checkApprovalPrompt,
  checkPrompt,
  checkPkce,
]

type AuthorizationVerdict =
  | { readonly kind: 'page'; readonly fault: PageFault }
  | {
      readonly kind: 'redirect'
      readonly fault: RedirectFault
      readonly application: Application
      readonly redirectUri: string
    }
  | { readonly kind: 'good'; readonly application: Application; readonly redirectUri: string }

/** Runs both lists of checks and returns the first fault. */
export function judgeAuthorizationRequest(checked: Checked): AuthorizationVerdict {
  const { request, application } = checked
  for (const check of PAGE_CHECKS) {
    const fault = check(checked)
    if (fault !== undefined) return { kind: 'page', fault }
  }
  if (application === undefined)
    throw new Error('checkApplication let a request without an application through')

  const redirectUri = redirectUriOf(request, application)
  for (const check of REDIRECT_CHECKS) {
    const fault = check({ ...checked, application })
    if (fault !== undefined) return { kind: 'redirect', fault, application, redirectUri }
  }
  return { kind: 'good', application, redirectUri }
}
