import type { RedirectCheck } from './check.ts'

/** Only the code flow exists. (interface.md section 4.1) */
export const checkResponseType: RedirectCheck = ({ request }) => {
  const responseType = request.parameters.response_type
  if (responseType === 'code') return undefined
  if (responseType === undefined) {
    return { error: 'invalid_request', reason: 'response_type_missing', detail: 'response_type is missing' }
  }
  return {
    error: 'unsupported_response_type',
    reason: 'response_type_unsupported',
    detail: 'response_type must be code',
  }
}
