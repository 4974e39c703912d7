import { judgeRedirectUri } from '@counterfoil/oauth/redirect-uri'
import type { Application } from '#applications/application.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import type { PageCheck, PageFault } from './check.ts'

/** Checks that an entry admits the redirect URI, which may be omitted if there is only one entry. (interface.md section 5) */
export const checkRedirectUri: PageCheck = ({ request, application }) => {
  if (application === undefined) return undefined
  if (request.repeated.includes('redirect_uri')) {
    return { reason: 'redirect_uri_repeated', detail: 'redirect_uri was sent more than once' }
  }
  const requested = request.parameters.redirect_uri
  if (requested === undefined) {
    return application.redirectEntries.length === 1
      ? undefined
      : {
          reason: 'redirect_uri_missing',
          detail: 'redirect_uri is required, because the application has several redirect entries',
        }
  }
  return findRedirectUriFault(requested, application)
}

/** Returns a fault if no entry admits the URI. Checked again before each redirect with an answer: the entry may be gone. */
export function findRedirectUriFault(
  redirectUri: string,
  application: Pick<Application, 'redirectEntries'>,
): PageFault | undefined {
  const verdict = judgeRedirectUri(redirectUri, application.redirectEntries)
  if (verdict.kind === 'accepted') return undefined
  return { reason: `redirect_uri_${verdict.reason}`, detail: `redirect_uri is refused: ${verdict.detail}` }
}

/** Returns the redirect URI of a request that passed {@link checkRedirectUri}: the one sent, otherwise the only entry. */
export function redirectUriOf(request: AuthorizationRequest, application: Application): string {
  return request.parameters.redirect_uri ?? application.redirectEntries[0] ?? ''
}
