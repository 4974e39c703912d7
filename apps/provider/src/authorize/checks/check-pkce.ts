import { isCodeChallenge } from '@counterfoil/oauth/pkce'
import type { RedirectCheck } from './check.ts'

/** A challenge is optional; when one comes it must be S256. (RFC 7636 section 4.4.1) */
export const checkPkce: RedirectCheck = ({ request }) => {
  const { code_challenge: challenge, code_challenge_method: method } = request.parameters
  const refuse = (reason: string, detail: string) => ({ error: 'invalid_request' as const, reason, detail })

  if (challenge === undefined) {
    return method === undefined
      ? undefined
      : refuse('code_challenge_missing', 'code_challenge_method was sent without code_challenge')
  }
  // Without a method the RFC means "plain", which is not offered.
  if (method !== 'S256')
    return refuse('code_challenge_method_unsupported', 'code_challenge_method must be S256')
  if (!isCodeChallenge(challenge)) {
    return refuse('code_challenge_malformed', 'code_challenge must be 43 base64url characters')
  }
  return undefined
}
