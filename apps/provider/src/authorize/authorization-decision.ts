import { formatScope } from '@counterfoil/oauth/scope'
import type { BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccess, CannotChooseReason } from '#businesses/business-access.ts'
import type { PendingAuthorization } from './pending-authorization.ts'
import type { PageFault, RedirectFault } from './checks/check.ts'

/** The lifetime of an issued code. (interface.md section 8) */
export const CODE_LIFETIME_MS = 10 * 60_000

/** The decision of the person, or of the auto-approval in their name. */
export type PersonsAnswer =
  | {
      readonly kind: 'allow'
      /** The chosen business; null for an application that sees all businesses. */
      readonly businessId: BusinessId | null
      readonly scopes: readonly string[]
      /** The browser in which the person answered, for example `Chrome on Mac`. */
      readonly from?: string | undefined
      /** True if auto-approval answered in the person's name, without showing the page. */
      readonly isWithoutAsking?: true
    }
  | { readonly kind: 'deny'; readonly description?: string | undefined }

/** The stored answer of a request. */
interface GivenAnswer {
  readonly answer: 'allowed' | 'denied'
  readonly userId: UserId | null
  readonly businessId: BusinessId | null
  readonly scopes: string | null
}

/**
 * Returns true if the answer repeats the earlier one. Then the same redirect may be sent again: a double click. Any denial
 * repeats a denial.
 */
export function isSameAnswer(given: GivenAnswer, answer: PersonsAnswer, userId: UserId | null): boolean {
  if (answer.kind === 'deny') return given.answer === 'denied'
  return (
    given.answer === 'allowed' &&
    given.userId === userId &&
    given.businessId === answer.businessId &&
    given.scopes === canonicalScopes(answer.scopes)
  )
}

/** Formats scopes in a fixed order, so that equal sets give equal text. */
export function canonicalScopes(scopes: readonly string[]): string {
  return formatScope([...scopes].sort())
}

type AnswerFault =
  | {
      readonly kind: 'bad_answer'
      readonly reason: 'business_required' | 'business_not_asked' | 'scope_not_asked' | 'scope_required'
    }
  | {
      readonly kind: 'cannot_choose'
      readonly reason: CannotChooseReason | 'covers_none' | 'not_found'
      readonly businessName: string | null
    }

/**
 * Returns the reason why the answer cannot be carried out: an edited form, or a business whose plan ended between display and
 * click.
 *
 * @param business the chosen business; undefined if it is not the person's
 * @param eligibleCount number of their eligible businesses
 */
export function findAnswerFault(
  request: Pick<PendingAuthorization, 'application' | 'scopes'>,
  answer: Extract<PersonsAnswer, { kind: 'allow' }>,
  business: BusinessAccess | undefined,
  eligibleCount: number,
): AnswerFault | undefined {
  const { application } = request
  if (answer.scopes.some((scope) => !request.scopes.includes(scope))) {
    return { kind: 'bad_answer', reason: 'scope_not_asked' }
  }
  const leftOut = request.scopes.filter((scope) => !answer.scopes.includes(scope))
  if (answer.scopes.length === 0 || leftOut.some((scope) => !application.optionalScopes.includes(scope))) {
    return { kind: 'bad_answer', reason: 'scope_required' }
  }
  if (application.restriction === 'all_businesses') {
    if (answer.businessId !== null) return { kind: 'bad_answer', reason: 'business_not_asked' }
    return eligibleCount > 0
      ? undefined
      : { kind: 'cannot_choose', reason: 'covers_none', businessName: null }
  }
  if (answer.businessId === null) return { kind: 'bad_answer', reason: 'business_required' }
  if (business === undefined) return { kind: 'cannot_choose', reason: 'not_found', businessName: null }
  if (business.choice.kind === 'can') return undefined
  return { kind: 'cannot_choose', reason: business.choice.reason, businessName: business.name }
}

/** Result of carrying out an answer. */
export type FinishOutcome =
  | { readonly kind: 'redirect'; readonly url: string; readonly grantId: GrantId | null }
  | { readonly kind: 'already_answered'; readonly request: PendingAuthorization }
  | { readonly kind: 'expired'; readonly request: PendingAuthorization }
  /** There is no such request. */
  | { readonly kind: 'unknown' }
  /** The application has lost the redirect entry meanwhile: the fault is shown on a page and not sent. */
  | { readonly kind: 'redirect_removed'; readonly fault: PageFault }
  /** The application has lost a scope meanwhile: `url` reports it. The request stays open. */
  | { readonly kind: 'scope_removed'; readonly fault: RedirectFault; readonly url: string }
  /** The account was closed meanwhile. */
  | { readonly kind: 'user_disabled' }
  | AnswerFault
