import type { GrantId } from '@counterfoil/oauth/ids'
import type { AnswerFault } from './authorization-decision.ts'
import type { PageFault, RedirectFault } from './checks/check.ts'
import type { PendingAuthorization } from './pending-authorization.ts'

/** Result of carrying out an answer. */
export type FinishOutcome =
  | { readonly kind: 'redirect'; readonly url: string; readonly grantId: GrantId | null }
  | { readonly kind: 'already_answered'; readonly request: PendingAuthorization }
  | { readonly kind: 'expired'; readonly request: PendingAuthorization }
  /** No such request. */
  | { readonly kind: 'unknown' }
  /** The application lost the redirect entry meanwhile: nothing leaves the page. */
  | { readonly kind: 'redirect_removed'; readonly fault: PageFault }
  /** The application lost a scope meanwhile: `url` reports it. The request stays open. */
  | { readonly kind: 'scope_removed'; readonly fault: RedirectFault; readonly url: string }
  /** The account was closed meanwhile. */
  | { readonly kind: 'user_disabled' }
  | AnswerFault
