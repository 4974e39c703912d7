import type { RedirectCheck } from './check.ts'

/** Parameters of OpenID Connect that change the meaning of others and are not supported. (Core 1.0 sections 3.1.2.6 and 6) */
export const checkUnsupported: RedirectCheck = ({ request: { parameters } }) => {
  if (parameters.request !== undefined) {
    return {
      error: 'request_not_supported',
      reason: 'request_sent',
      detail: 'request is not supported',
    }
  }
  if (parameters.request_uri !== undefined) {
    return {
      error: 'request_uri_not_supported',
      reason: 'request_uri_sent',
      detail: 'request_uri is not supported',
    }
  }
  if (parameters.response_mode === undefined || parameters.response_mode === 'query') return undefined
  return {
    error: 'invalid_request',
    reason: 'response_mode_unsupported',
    detail: 'response_mode must be query',
  }
}
