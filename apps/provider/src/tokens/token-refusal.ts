import { SUBSCRIPTION_INACTIVE, type TokenErrorCode } from '@counterfoil/oauth/oauth-error'

/** Refusal of the token or revoke endpoint. */
export interface TokenRefusal {
  readonly kind: 'refused'
  readonly status: 400 | 401 | 403 | 405 | 413 | 503
  readonly error: TokenErrorCode
  /** Stable and exact; in the developers' log and the metrics. */
  readonly reason: string
  /** One sentence, in the log and as `error_description`. */
  readonly detail: string
}

export function refuse(
  error: TokenErrorCode,
  { reason, detail }: { readonly reason: string; readonly detail: string },
): TokenRefusal {
  return { kind: 'refused', status: 400, error, reason, detail }
}

/** The credentials are missing or wrong. The message never names the part: that would confirm client ids. */
export function refuseClient({
  reason,
  detail,
}: {
  readonly reason: string
  readonly detail: string
}): TokenRefusal {
  return { kind: 'refused', status: 401, error: 'invalid_client', reason, detail }
}

/** No business that these tokens cover has an active plan. Consumes and rotates nothing. (interface.md section 7) */
export function refusePlan(): TokenRefusal {
  return {
    kind: 'refused',
    status: 403,
    error: 'access_denied',
    reason: SUBSCRIPTION_INACTIVE,
    detail: 'the subscription of the business is not active',
  }
}

/** The business is in the archive: nothing is consumed, and the same refresh works once it is out again. */
export function refuseArchived(): TokenRefusal {
  return {
    kind: 'refused',
    status: 403,
    error: 'access_denied',
    reason: 'business_archived',
    detail: 'the business is archived',
  }
}

/** Nothing was decided: the same request works a little later. */
export function askAgainLater({
  reason,
  detail,
}: {
  readonly reason: string
  readonly detail: string
}): TokenRefusal {
  return { kind: 'refused', status: 503, error: 'temporarily_unavailable', reason, detail }
}

/** The JSON of a refusal. (RFC 6749 section 5.2; interface.md, "Tokens") */
export function refusalBody(refusal: TokenRefusal): Readonly<Record<string, string>> {
  const description = refusal.status === 401 ? 'client authentication failed' : printable(refusal.detail)
  const body = { error: refusal.error, error_description: description }
  return refusal.status === 403 ? { ...body, reason: refusal.reason } : body
}

/** `error_description` admits printable ASCII without quote and back-slash. Names of parameters keep their letters. */
function printable(sentence: string): string {
  return sentence.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}
