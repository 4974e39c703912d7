import type { ApplicationId, BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'

/** The caller and the reach of the token. All ids are bare UUIDs. */
export type Viewer = {
  readonly userId: UserId
  /** Null for a personal token. */
  readonly applicationId: ApplicationId | null
  readonly scopes: readonly string[]
  readonly reach: Reach
}

/**
 * The businesses that a token can access. Every query starts from this, in SQL.
 *
 * - `one`: the token is restricted to that business; `planIsActive` is false while only its plan blocks the access.
 * - `eligible`: every business that the user may share at this call and that was not excluded from the grant.
 * - `member`: for a personal token: every business that the user is a member of, or the chosen one, unless it was excluded from
 *   the grant.
 */
export type Reach =
  | { readonly kind: 'one'; readonly businessId: BusinessId; readonly planIsActive: boolean }
  | { readonly kind: 'eligible'; readonly grantId: GrantId }
  | { readonly kind: 'member'; readonly grantId: GrantId; readonly businessId: BusinessId | null }

/** The part of a context that {@link guardSchema} uses. */
export type HasViewer = { readonly viewer: Viewer | undefined }

/** Returns the caller of a resolver. Throws if there is none: the resolver must not have run, which is our fault. */
export function viewerOf(context: HasViewer): Viewer {
  if (context.viewer === undefined) throw new Error('A resolver was reached without a token')
  return context.viewer
}
