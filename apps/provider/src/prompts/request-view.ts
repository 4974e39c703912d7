import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { formActionSource } from '#pages/page-headers.ts'

/** The application as pages name it. */
export function appOf(request: PendingAuthorization): { name: string; host: string } {
  return { name: request.application.name, host: new URL(request.redirectUri).host }
}

/**
 * Signing in or choosing an account can end at the application without another click only when it asked with `auto`;
 * then browsers apply this page's `form-action` to that redirect too.
 */
export function redirectOriginFor(request: PendingAuthorization): string | undefined {
  return request.approvalPrompt === 'auto' ? formActionSource(request.redirectUri) : undefined
}
