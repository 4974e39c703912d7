import { missingScopes } from '@counterfoil/oauth/scope'
import type { BusinessId, UserId } from '@counterfoil/oauth/ids'
import type { PendingAuthorization } from './pending-authorization.ts'

/** A live access token of the application, held by an account that is signed in here. */
export interface LiveAccess {
  readonly userId: UserId
  /** The business that the token covers; null if it covers all. */
  readonly businessId: BusinessId | null
  readonly scopes: readonly string[]
}

export type AutoApproval =
  /** Show the pages: sign in, choose, allow. */
  | { readonly kind: 'ask' }
  /** Answer in the person's name, without a question. */
  | { readonly kind: 'issue'; readonly userId: UserId; readonly businessId: BusinessId | null }

/**
 * Decides whether the person must be asked. Not if `approval_prompt` is `auto` and a live access token of this application
 * covers every requested scope and, for a single-business application, `businessId` names that token's business.
 *
 * If several accounts are signed in, the one used last is preferred; if only others hold such a token and it is not clear
 * which of them is meant, the person is asked.
 *
 * @param access live tokens of the accounts that are signed in, and only theirs
 * @see interface.md section 3, rows 7 and 8; interface.md, "Authorize"
 */
export function decideAutoApproval(
  request: Pick<PendingAuthorization, 'approvalPrompt' | 'scopes' | 'application' | 'askedBusiness'>,
  access: readonly LiveAccess[],
  currentUserId: UserId | undefined,
): AutoApproval {
  if (request.approvalPrompt === 'force') return { kind: 'ask' }
  const single = request.application.restriction === 'single_business'
  if (single && request.askedBusiness.kind !== 'business') return { kind: 'ask' }
  const businessId =
    request.askedBusiness.kind === 'business' && single ? request.askedBusiness.businessId : null

  const holders = new Set(
    access
      .filter(
        (token) =>
          token.businessId === businessId && missingScopes(request.scopes, token.scopes).length === 0,
      )
      .map((token) => token.userId),
  )
  if (currentUserId !== undefined && holders.has(currentUserId))
    return { kind: 'issue', userId: currentUserId, businessId }
  const [only, ...others] = holders
  return only === undefined || others.length > 0
    ? { kind: 'ask' }
    : { kind: 'issue', userId: only, businessId }
}
