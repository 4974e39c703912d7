import { firstDifference, judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import { refuse, type TokenRefusal } from './token-refusal.ts'

/** Compares `redirect_uri` at the token endpoint byte for byte with that of the authorization request. */
export function findRedirectUriFault({
  received,
  sent,
}: {
  readonly received: string
  readonly sent: string | undefined
}): TokenRefusal | undefined {
  if (sent === undefined)
    return refuse('invalid_request', { reason: 'redirect_uri_missing', detail: 'redirect_uri is missing' })
  const at = firstDifference(received, sent)
  if (at === undefined) return undefined
  return refuse('invalid_grant', {
    reason: 'redirect_uri_differs',
    detail: `redirect_uri differs from the authorize value at character ${at}`,
  })
}

/**
 * Has the entry been removed through which the code went out? Nothing ends by it: put back, everything works again.
 * @see RFC 6749 section 5.2, `invalid_grant`
 */
export function findRemovedEntryFault(
  received: string,
  entries: readonly string[],
): TokenRefusal | undefined {
  if (judgeRedirectUri(received, entries).kind === 'accepted') return undefined
  return refuse('invalid_grant', {
    reason: 'redirect_entry_removed',
    detail: 'the application no longer has the redirect entry that was used',
  })
}
