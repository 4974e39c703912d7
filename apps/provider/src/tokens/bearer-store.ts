import { CompiledQuery } from 'kysely'
import { parseScope } from '@counterfoil/oauth/scope'
import type { Clock } from '@counterfoil/service/clock'
import type { Database } from '#database/database.ts'
import type { Bearer } from './bearer.ts'
import { digestOf } from './secret-digest.ts'

export interface BearerStore {
  /**
   * What is this token, now? One statement and nothing cached: a revocation, a withdrawn grant, a removed member and an
   * ended plan all count from the next call on.
   */
  lookUp(token: string): Promise<Bearer>
}

/** Longer than any token of ours; more is not worth a digest. */
const MAX_TOKEN_CHARACTERS = 512

const LOOK_UP = `
  select f.id, f.kind, f.user_id, f.application_id, f.grant_id, f.business_id, f.access_scopes, f.access_expires_at,
    f.ended_at, f.end_reason, f.access_revoked_at, g.ended_at as grant_ended_at, g.end_reason as grant_end_reason,
    u.disabled_at, a.deleted_at,
    f.business_id is null or exists (
      select 1 from memberships m where m.user_id = f.user_id and m.business_id = f.business_id) as is_member,
    p.state as plan_state
  from token_families f
  join users u on u.id = f.user_id
  left join grants g on g.id = f.grant_id
  left join applications a on a.id = f.application_id
  left join plans p on p.business_id = f.business_id
  where f.access_digest = $1`

interface LookedUp {
  readonly id: string
  readonly kind: 'oauth' | 'personal'
  readonly user_id: string
  readonly application_id: string | null
  readonly grant_id: string | null
  readonly business_id: string | null
  readonly access_scopes: string
  readonly access_expires_at: Date | null
  readonly ended_at: Date | null
  readonly end_reason: string | null
  readonly access_revoked_at: Date | null
  readonly grant_ended_at: Date | null
  readonly grant_end_reason: string | null
  readonly disabled_at: Date | null
  readonly deleted_at: Date | null
  readonly is_member: boolean
  readonly plan_state: string | null
}

/** Answers who a Bearer token speaks for. */
export function createBearerStore({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): BearerStore {
  const explainUnknown = async (digest: string): Promise<Bearer> => {
    const replaced = await db
      .selectFrom('token_families')
      .select('application_id')
      .where('replaced_access_digest', '=', digest)
      .executeTakeFirst()
    return replaced === undefined
      ? { kind: 'unknown', reason: 'token_unknown', applicationId: null }
      : { kind: 'revoked', reason: 'token_replaced_by_refresh', applicationId: replaced.application_id }
  }

  return {
    async lookUp(token) {
      if (token.length > MAX_TOKEN_CHARACTERS)
        return { kind: 'unknown', reason: 'token_too_long', applicationId: null }
      const digest = digestOf(token)
      const { rows } = await db.executeQuery<LookedUp>(CompiledQuery.raw(LOOK_UP, [digest]))
      const [row] = rows
      return row === undefined ? await explainUnknown(digest) : judge(row, clock())
    },
  }
}

function judge(row: LookedUp, nowMs: number): Bearer {
  const applicationId = row.application_id
  const revoked = (reason: string): Bearer => ({ kind: 'revoked', reason, applicationId })
  if (row.ended_at !== null) return revoked(`tokens_ended_${row.end_reason ?? 'revoked'}`)
  if (row.access_revoked_at !== null) return revoked('token_revoked')
  if (row.grant_ended_at !== null)
    return revoked(`grant_ended_${row.grant_end_reason ?? 'withdrawn_by_user'}`)
  if (row.deleted_at !== null) return revoked('application_deleted')
  if (row.disabled_at !== null) return revoked('user_disabled')
  if (!row.is_member) return revoked('membership_removed')
  if (row.access_expires_at !== null && row.access_expires_at.getTime() <= nowMs) {
    return { kind: 'expired', reason: 'token_expired', applicationId }
  }
  return {
    kind: 'active',
    tokenKind: row.kind,
    familyId: row.id,
    userId: row.user_id,
    applicationId,
    grantId: row.grant_id,
    businessId: row.business_id,
    scopes: parseScope(row.access_scopes),
    expiresAtMs: row.access_expires_at?.getTime() ?? null,
    planIsActive: row.business_id === null ? null : row.plan_state === 'active',
  }
}
