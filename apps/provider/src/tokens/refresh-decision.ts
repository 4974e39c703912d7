import {
  formatScope,
  grantsAnything,
  missingScopes,
  narrowScopes,
  parseScope,
  unknownScopes,
} from '@counterfoil/oauth/scope'
import type { ApplicationId, TokenFamilyId } from '@counterfoil/oauth/ids'
import { SUBSCRIPTION_INACTIVE } from '@counterfoil/oauth/oauth-error'
import type { Handover } from '#businesses/business-access.ts'
import { findRedirectUriFault, findRemovedEntryFault } from './code-redemption.ts'
import { refuse, type TokenRefusal } from './token-refusal.ts'

/** A refresh token and its family as they are stored. */
export interface RefreshRecord {
  readonly applicationId: ApplicationId
  readonly familyId: TokenFamilyId
  readonly scopes: readonly string[]
  readonly redirectUri: string
  /** The time in milliseconds of the last refresh, or of the exchange. */
  readonly restedSinceMs: number
  /** True if rotation replaced the token and its successor was used. */
  readonly isRetired: boolean
  readonly isFamilyEnded: boolean
  /** True if the grant was withdrawn or the account closed. */
  readonly isGrantEnded: boolean
  /** The access of the business now; for tokens of all businesses, whether any is covered. */
  readonly handover: Handover
}

export interface RefreshRequest {
  readonly applicationId: ApplicationId
  /** The redirect entries that are registered now. */
  readonly redirectEntries: readonly string[]
  readonly allowedScopes: readonly string[]
  readonly isStrict: boolean
  /** Undefined if not sent: RFC 6749 section 6 has no such parameter, and most clients send none. */
  readonly redirectUri: string | undefined
  /** Space-separated scopes; undefined for all granted ones. */
  readonly scope: string | undefined
}

/** A note in the developers' log about a successful refresh. */
export interface RefreshNote {
  readonly reason: 'redirect_uri_absent' | 'scope_narrowed'
  readonly detail: string
}

export type RefreshDecision =
  | {
      readonly kind: 'renew'
      readonly familyId: TokenFamilyId
      readonly scopes: readonly string[]
      readonly notes: readonly RefreshNote[]
    }
  /** The token was stolen or copied: the whole family is revoked. (RFC 9700 section 4.14.2) */
  | { readonly kind: 'replayed'; readonly familyId: TokenFamilyId; readonly refusal: TokenRefusal }
  | TokenRefusal

/**
 * Decides whether this refresh token gives a new access token now. The plan is checked last: a 403 must mean that everything else
 * was right, and that the same request will work once the plan is active again.
 *
 * @param refreshIdleMs lifetime of an unused refresh token; undefined for no limit
 */
export function judgeRefresh(
  record: RefreshRecord | undefined,
  request: RefreshRequest,
  options: { readonly nowMs: number; readonly refreshIdleMs: number | undefined },
): RefreshDecision {
  if (record === undefined) return refuse('refresh_token_unknown')
  const deadEnd = findDeadEnd(record, request, options)
  if (deadEnd !== undefined) return deadEnd
  const redirectFault = findRedirectFault(record, request)
  if (redirectFault !== undefined) return redirectFault

  const asked = request.scope === undefined ? record.scopes : parseScope(request.scope)
  const scopeFault = findScopeFault(asked, record.scopes)
  if (scopeFault !== undefined) return scopeFault
  const scopes = narrowScopes(asked, request.allowedScopes)
  if (!grantsAnything(scopes) && grantsAnything(asked)) return refuse('scopes_removed')
  if (record.handover !== 'open') {
    return refuse(record.handover === 'hidden' ? 'business_archived' : SUBSCRIPTION_INACTIVE)
  }
  const gone = missingScopes(asked, scopes)
  return {
    kind: 'renew',
    familyId: record.familyId,
    scopes,
    notes: [
      ...(request.redirectUri === undefined ? [REDIRECT_URI_ABSENT] : []),
      ...(gone.length > 0 ? [narrowedNote(gone)] : []),
    ],
  }
}

/** Returns the refusal of an ended token, or of one that this application may not use; undefined if it is valid. */
function findDeadEnd(
  record: RefreshRecord,
  request: RefreshRequest,
  options: { readonly nowMs: number; readonly refreshIdleMs: number | undefined },
): Exclude<RefreshDecision, { kind: 'renew' }> | undefined {
  if (record.applicationId !== request.applicationId) return refuse('refresh_token_of_another_application')
  if (record.isFamilyEnded) return refuse('refresh_token_revoked')
  if (record.isGrantEnded) return refuse('grant_ended')
  if (record.isRetired) {
    return { kind: 'replayed', familyId: record.familyId, refusal: refuse('refresh_token_replayed') }
  }
  if (record.handover === 'gone') return refuse('no_say_in_business')
  if (options.refreshIdleMs !== undefined && options.nowMs - record.restedSinceMs >= options.refreshIdleMs)
    return refuse('refresh_token_idle')
  return undefined
}

function findRedirectFault(record: RefreshRecord, request: RefreshRequest): TokenRefusal | undefined {
  const isLeftOut = request.redirectUri === undefined && !request.isStrict
  const received = record.redirectUri
  const fault = isLeftOut ? undefined : findRedirectUriFault({ received, sent: request.redirectUri })
  return fault ?? findRemovedEntryFault(received, request.redirectEntries)
}

const REDIRECT_URI_ABSENT: RefreshNote = {
  reason: 'redirect_uri_absent',
  detail:
    'redirect_uri was not sent; the interface asks for it, and a strict application is refused without it',
}

function narrowedNote(gone: readonly string[]): RefreshNote {
  return { reason: 'scope_narrowed', detail: `the application may no longer have ${formatScope(gone)}` }
}

function findScopeFault(asked: readonly string[], granted: readonly string[]): TokenRefusal | undefined {
  if (asked.length === 0) return refuse('scope_empty')
  if (unknownScopes(asked).length > 0) return refuse('scope_unknown')
  const wider = missingScopes(asked, granted)
  if (wider.length === 0) return undefined
  return refuse('scope_wider', `scope holds more than was granted: ${formatScope(wider)}`)
}
