import { isCodeChallenge } from '@counterfoil/oauth/pkce'
import type { RedirectCheck } from './check.ts'

/** A challenge is optional; when one comes it must be S256. (RFC 7636 section 4.4.1) */
export const checkPkce: RedirectCheck = ({ request }) => {
  const { code_challenge: challenge, code_challenge_method: method } = request.parameters
  const refuse = (fault: { readonly reason: string; readonly detail: string }) => ({
    error: 'invalid_request' as const,
    ...fault,
  })

  if (challenge === undefined) {
    return method === undefined
      ? undefined
      : refuse({
          reason: 'code_challenge_missing',
          detail: 'code_challenge_method was sent without code_challenge',
        })
  }
  // Without a method the RFC means "plain", which is not offered.
  if (method !== 'S256')
    return refuse({
      reason: 'code_challenge_method_unsupported',
      detail: 'code_challenge_method must be S256',
    })
  if (!isCodeChallenge(challenge)) {
    return refuse({
      reason: 'code_challenge_malformed',
      detail: 'code_challenge must be 43 base64url characters',
    })
  }
  return undefined
}
