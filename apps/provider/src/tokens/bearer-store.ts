import { narrowScopes, parseScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/values/clock'
import type {
  AccessToken,
  ApplicationId,
  BusinessId,
  DigestOf,
  GrantId,
  UserId,
} from '@counterfoil/oauth/ids'
import { judgeHandover, type CannotChooseReason } from '#businesses/business-access.ts'
import { standingSql } from '#businesses/handover-sql.ts'
import type { RunStatement } from '#database/statement.ts'
import type { Bearer } from './bearer.ts'
import { digestOf, familyIdOf, isSameDigest } from '#crypto/secrets.ts'

// Statements that take access away mark the ended families in the same transaction (`token-statements.ts`).
const LOOK_UP = `
  select kind, user_id, application_id, grant_id, business_id, access_digest, replaced_access_digest, access_scopes,
    (select a.allowed_scopes from applications a where a.id = f.application_id) as allowed_scopes,
    (extract(epoch from access_expires_at) * 1000)::float8 as expires_at_ms,
    access_revoked_at is not null as is_access_revoked,
    case when ended_at is not null then coalesce(end_reason, 'revoked') end as end_reason,
    case when f.kind = 'oauth' and f.business_id is not null then ${standingSql({ userId: 'f.user_id', businessId: 'f.business_id' })} end as standing
  from token_families f
  where id = $1`

interface LookedUp {
  readonly kind: 'oauth' | 'personal'
  readonly user_id: UserId
  readonly application_id: ApplicationId | null
  readonly grant_id: GrantId
  readonly business_id: BusinessId | null
  readonly access_digest: DigestOf<AccessToken>
  readonly replaced_access_digest: DigestOf<AccessToken> | null
  readonly access_scopes: string
  /** The scopes that its application may have now; null for a personal token. */
  readonly allowed_scopes: string | null
  readonly expires_at_ms: number | null
  readonly is_access_revoked: boolean
  readonly end_reason: string | null
  /** Null for a token of all businesses, and for a personal token. */
  readonly standing: 'can' | CannotChooseReason | null
}

/** The most scope lists that are cached: many tokens have the same few. */
const MAX_KEPT_SCOPES = 500

/** Looks up the account, scopes and businesses of Bearer tokens. */
export function createBearerStore(options: { readonly run: RunStatement; readonly clock: Clock }) {
  const { run, clock } = options
  const kept = new Map<string, readonly string[]>()
  const scopesOf = ({ access_scopes: granted, allowed_scopes: allowed }: LookedUp): readonly string[] => {
    const key = `${granted}\n${allowed ?? ''}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const scopes = Object.freeze(
      allowed === null ? parseScope(granted) : narrowScopes(parseScope(granted), parseScope(allowed)),
    )
    if (kept.size < MAX_KEPT_SCOPES) kept.set(key, scopes)
    return scopes
  }

  return {
    /**
     * Returns the current state of a token. One statement by primary key without a cache: a revocation, a withdrawn grant, a
     * removed or demoted member, a closed account, an ended plan and a scope taken from the application apply from the next call.
     */
    async lookUp(token: string): Promise<Bearer> {
      const familyId = familyIdOf(token)
      if (familyId === undefined) return { kind: 'unknown', reason: 'token_unknown', applicationId: null }
      const [row] = await run<LookedUp>(LOOK_UP, [familyId])
      if (row === undefined) return { kind: 'unknown', reason: 'token_unknown', applicationId: null }

      const dead = findDeath(row, digestOf(token as AccessToken), clock())
      if (dead !== undefined) return dead
      return {
        kind: 'active',
        tokenKind: row.kind,
        familyId,
        userId: row.user_id,
        applicationId: row.application_id,
        grantId: row.grant_id,
        businessId: row.business_id,
        scopes: scopesOf(row),
        expiresAtMs: row.expires_at_ms,
        planIsActive: row.standing === null ? null : judgeHandover(row.standing) !== 'plan_inactive',
      }
    },
  }
}

function findDeath(row: LookedUp, digest: DigestOf<AccessToken>, nowMs: number): Bearer | undefined {
  const applicationId = row.application_id
  if (!isSameDigest(row.access_digest, digest)) {
    const wasReplaced =
      row.replaced_access_digest !== null && isSameDigest(row.replaced_access_digest, digest)
    return wasReplaced
      ? { kind: 'revoked', reason: 'token_replaced_by_refresh', applicationId }
      : { kind: 'unknown', reason: 'token_unknown', applicationId: null }
  }
  if (row.end_reason !== null)
    return { kind: 'revoked', reason: `tokens_ended_${row.end_reason}`, applicationId }
  if (row.is_access_revoked) return { kind: 'revoked', reason: 'token_revoked', applicationId }
  if (row.standing !== null && judgeHandover(row.standing) === 'gone')
    return { kind: 'revoked', reason: 'no_say_in_business', applicationId }
  if (row.expires_at_ms !== null && row.expires_at_ms <= nowMs) {
    return { kind: 'expired', reason: 'token_expired', applicationId }
  }
  return undefined
}
