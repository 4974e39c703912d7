import { parseScope } from '@counterfoil/oauth/scope'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { readApplication } from '#applications/application.ts'
import type { ApplicationRow, AuthorizationRequestRow } from '#database/database.ts'
import type { PageFault, RedirectFault } from './checks/check.ts'
import { findRedirectUriFault } from './checks/check-redirect-uri.ts'
import { findForbiddenScopeFault } from './checks/check-scope.ts'

/** The time a person has to answer. */
export const PENDING_LIFETIME_MS = 15 * 60_000
/** The time a request is kept while the person sorts out a plan. */
export const HELD_LIFETIME_MS = 60 * 60_000

/** The business that the application asks for. */
type AskedBusiness =
  | { readonly kind: 'none' }
  | { readonly kind: 'business'; readonly businessId: BusinessId }
  /** The parameter is not a business id; it is treated like an unknown business. */
  | { readonly kind: 'unreadable' }

/** An authorize request that passed every check and waits for the person. */
export type PendingAuthorization = Readonly<ReturnType<typeof readPendingAuthorization>>

export function readPendingAuthorization(row: AuthorizationRequestRow, application: ApplicationRow) {
  return {
    id: row.id,
    application: readApplication(application),
    redirectUri: row.redirect_uri,
    scopes: parseScope(row.scopes),
    /** `state` as percent-encoded bytes; null if there was none. */
    encodedState: row.state,
    approvalPrompt: row.approval_prompt,
    /** True for `prompt=login`: the pages of this request require the password even if somebody is signed in. */
    asksPassword: row.asks_password,
    askedBusiness: readAskedBusiness(row),
    /** The account chosen on the page; if a password is required, the account whose password was entered there. */
    accountUserId: row.account_user_id,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    /** The number of times that the person asked for more time. */
    extensions: row.extensions,
    answered:
      row.answered_at === null || row.answer === null
        ? null
        : { answer: row.answer, userId: row.answer_user_id, atMs: row.answered_at.getTime() },
  }
}

function readAskedBusiness(row: AuthorizationRequestRow): AskedBusiness {
  if (row.asked_business_id !== null) return { kind: 'business', businessId: row.asked_business_id }
  return row.business_parameter === null ? { kind: 'none' } : { kind: 'unreadable' }
}

type PendingRequestVerdict =
  | { readonly kind: 'good' }
  /** The redirect entry is gone: the fault is shown on a page and not sent. */
  | { readonly kind: 'page'; readonly fault: PageFault }
  /** A scope is gone: the fault is sent to the application. */
  | { readonly kind: 'redirect'; readonly fault: RedirectFault }

/** Checks a waiting request again, because the application may have lost a redirect URI or a scope meanwhile. */
export function checkPendingRequest(
  request: Pick<PendingAuthorization, 'redirectUri' | 'scopes' | 'application'>,
): PendingRequestVerdict {
  const gone = findRedirectUriFault(request.redirectUri, request.application)
  if (gone !== undefined) return { kind: 'page', fault: gone }
  const forbidden = findForbiddenScopeFault(request.scopes, request.application)
  return forbidden === undefined ? { kind: 'good' } : { kind: 'redirect', fault: forbidden }
}
