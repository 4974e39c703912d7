import type { PageFault, RedirectFault } from './checks/check.ts'
import { findRedirectUriFault } from './checks/check-redirect-uri.ts'
import { findForbiddenScopeFault } from './checks/check-scope.ts'
import type { PendingAuthorization } from './pending-authorization.ts'

type PendingRequestVerdict =
  | { readonly kind: 'good' }
  /** The redirect entry is gone: a page, and nothing leaves it. */
  | { readonly kind: 'page'; readonly fault: PageFault }
  /** A scope is gone: reported to the application. */
  | { readonly kind: 'redirect'; readonly fault: RedirectFault }

/** Checks a waiting request again, because the application may have lost an entry or a scope meanwhile. */
export function checkPendingRequest(
  request: Pick<PendingAuthorization, 'redirectUri' | 'scopes' | 'application'>,
): PendingRequestVerdict {
  const gone = findRedirectUriFault(request.redirectUri, request.application)
  if (gone !== undefined) return { kind: 'page', fault: gone }
  const forbidden = findForbiddenScopeFault(request.scopes, request.application)
  return forbidden === undefined ? { kind: 'good' } : { kind: 'redirect', fault: forbidden }
}
