import { formatScope } from '@counterfoil/oauth/scope'
import type { ApplicationDraft } from './application.ts'

/** A draft, or a part of one, as columns of its row. */
export function columnsOf(draft: ApplicationDraft): ReturnType<typeof allColumns>
export function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>>
export function columnsOf(draft: Partial<ApplicationDraft>): Partial<ReturnType<typeof allColumns>> {
  const columns = allColumns(draft as ApplicationDraft)
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function allColumns(draft: ApplicationDraft) {
  const scope = (values: readonly string[] | undefined) =>
    (values === undefined ? undefined : formatScope(values)) as string
  return {
    name: draft.name,
    description: draft.description,
    home_page_url: draft.homePageUrl,
    logo_url: draft.logoUrl,
    owner_user_id: draft.ownerUserId,
    redirect_entries: draft.redirectEntries,
    allowed_scopes: scope(draft.allowedScopes),
    optional_scopes: scope(draft.optionalScopes),
    scope_reasons: draft.scopeReasons === undefined ? undefined : JSON.stringify(draft.scopeReasons),
    restriction: draft.restriction,
    access_token_seconds: draft.accessTokenSeconds,
    rotate_refresh_tokens: draft.rotateRefreshTokens,
    is_strict: draft.isStrict,
    sends_issuer: draft.sendsIssuer,
    is_checked: draft.isChecked,
  }
}
