import type {
  AccessToken,
  ApplicationId,
  BusinessId,
  DigestOf,
  GrantId,
  RefreshToken,
  TokenFamilyId,
  UserId,
} from '@counterfoil/oauth/ids'
import type { CannotChooseReason } from '#businesses/business-access.ts'
import { coversAnySql, standingSql } from '#businesses/handover-sql.ts'

/**
 * SQL of the token and revoke endpoints. A call runs one `load…` statement, which reads all data by primary keys, then decides in
 * TypeScript, then runs one statement that carries the decision out.
 *
 * Parameters of `load…`: `$1` client id, `$2` now, `$3` the code digest or family id.
 */

export interface ClientColumns {
  readonly calling_id: ApplicationId
  readonly access_token_seconds: number
  readonly rotate_refresh_tokens: boolean
  readonly is_strict: boolean
  readonly redirect_entries: readonly string[]
  readonly allowed_scopes: string
  readonly secret_digests: string | null
}

/** The row of a statement that issues tokens. */
export interface IssuedTokens {
  readonly familyId: TokenFamilyId
  readonly grantId: GrantId
  readonly userId: UserId
  readonly businessId: BusinessId | null
  readonly scope: string
}

/** All null if there is no such code. */
export interface CodeColumns {
  readonly application_id: ApplicationId | null
  readonly family_id: TokenFamilyId | null
  readonly redirect_uri: string | null
  readonly scopes: string | null
  readonly code_challenge: string | null
  readonly expires_at_ms: number | null
  readonly is_consumed: boolean
  readonly is_revoked: boolean
}

/** All null if there is no such family. */
export interface FamilyColumns {
  readonly family_id: TokenFamilyId | null
  readonly grant_id: GrantId | null
  readonly application_id: ApplicationId | null
  readonly scopes: string | null
  readonly redirect_uri: string | null
  readonly rested_since_ms: number | null
  readonly end_reason: string | null
  readonly access_digest: DigestOf<AccessToken> | null
  readonly refresh_digest: DigestOf<RefreshToken> | null
  readonly previous_refresh_digest: DigestOf<RefreshToken> | null
  /** Null if there is no such family, or the statement does not read it. */
  readonly standing: 'can' | CannotChooseReason | null
}

const CLIENT_COLUMNS = `a.id as calling_id, a.access_token_seconds, a.rotate_refresh_tokens, a.is_strict,
  a.redirect_entries, a.allowed_scopes,
  (select string_agg(s.secret_digest, ' ') from application_secrets s
    where s.application_id = a.id and (s.expires_at is null or s.expires_at > $2)) as secret_digests`

const FAMILY_COLUMNS = `f.id as family_id, f.grant_id, f.application_id, f.scopes, f.redirect_uri,
  (extract(epoch from f.access_issued_at) * 1000)::float8 as rested_since_ms,
  case when f.ended_at is not null then coalesce(f.end_reason, 'revoked') end as end_reason,
  f.access_digest, f.refresh_digest, f.previous_refresh_digest`

const ISSUED_COLUMNS = `id as "familyId", grant_id as "grantId", user_id as "userId", business_id as "businessId",
  access_scopes as scope`

export const CODE_STATEMENTS = {
  load: `
    select ${CLIENT_COLUMNS},
      c.application_id, c.family_id, c.redirect_uri, c.scopes, c.code_challenge,
      (extract(epoch from c.expires_at) * 1000)::float8 as expires_at_ms,
      c.consumed_at is not null as is_consumed, c.revoked_at is not null as is_revoked
    from applications a
    left join authorization_codes c on c.code_digest = $3
    where a.client_id = $1 and a.deleted_at is null`,

  // The family keeps all granted scopes; the access token gets those the application may still have ($7). The grant is locked
  // before the code, as in every statement that ends a grant: such a statement waits for this family and ends it too, or has ended
  // the grant, and then the code is not consumed. Two codes of one grant wait for each other, because both write the reference ($8)
  // of their request to it: the one that the application can show its user.
  exchange: `
    with granted as (
      select g.id from authorization_codes c join grants g on g.id = c.grant_id
      where c.code_digest = $1 and g.ended_at is null
      for no key update of g
    ), spent as (
      update authorization_codes c set consumed_at = $5
      from granted
      where c.code_digest = $1 and c.grant_id = granted.id and c.application_id = $2
        and c.consumed_at is null and c.revoked_at is null and c.expires_at > $5
      returning c.family_id, c.grant_id, c.application_id, c.user_id, c.business_id, c.scopes, c.redirect_uri
    ), noted as (
      update grants g set receipt_reference = $8 from spent where g.id = spent.grant_id
    )
    insert into token_families (id, kind, grant_id, application_id, user_id, business_id, scopes, redirect_uri, created_at,
      access_digest, access_scopes, access_issued_at, access_expires_at, refresh_digest)
    select family_id, 'oauth', grant_id, application_id, user_id, business_id, scopes, redirect_uri, $5,
      $3, $7, $5, $6, $4
    from spent
    returning ${ISSUED_COLUMNS}`,
} as const

export const FAMILY_STATEMENTS = {
  loadForRefresh: `
    select ${CLIENT_COLUMNS}, ${FAMILY_COLUMNS},
      case when f.business_id is not null then ${standingSql({ userId: 'f.user_id', businessId: 'f.business_id' })}
        when ${coversAnySql({ userId: 'f.user_id', grantId: 'f.grant_id' })} then 'can' else 'covers_none' end as standing
    from applications a
    left join token_families f on f.id = $3::uuid
    where a.client_id = $1 and a.deleted_at is null`,

  loadForRevocation: `
    select ${CLIENT_COLUMNS}, ${FAMILY_COLUMNS}, null as standing
    from applications a
    left join token_families f on f.id = $3::uuid
    where a.client_id = $1 and a.deleted_at is null`,

  findRetired: `select 1 as found from retired_refresh_tokens where token_digest = $1 and family_id = $2`,

  // The row is the lock: the last writer has the one access token, and an ended family stays ended. Using the newest refresh token
  // drops the previous one, which an earlier rotation may have left.
  renew: `
    update token_families set replaced_access_digest = access_digest, access_digest = $3, access_scopes = $4,
      access_issued_at = $5, access_expires_at = $6, access_revoked_at = null,
      previous_refresh_digest = case when refresh_digest = $2 then null else previous_refresh_digest end
    where id = $1 and ended_at is null and (refresh_digest = $2 or previous_refresh_digest = $2)
    returning ${ISSUED_COLUMNS}`,

  // The newest token makes its successor ($7) the newest and retires the previous token. If the previous token is sent again
  // because a response was lost, its successor is kept if it is one of those known here ($8, one for each secret), whichever
  // process issued it. An unknown successor may be on its way to the client from a process with another secret; $7 replaces it only
  // if it was issued before $9, when nobody can be waiting for it any more.
  renewAndRotate: `
    with retired as (
      insert into retired_refresh_tokens (token_digest, family_id, retired_at)
      select previous_refresh_digest, id, $5::timestamptz from token_families
      where id = $1 and refresh_digest = $2 and previous_refresh_digest is not null and ended_at is null
      union all
      select refresh_digest, id, $5::timestamptz from token_families
      where id = $1 and previous_refresh_digest = $2 and refresh_digest <> all($8::text[])
        and access_issued_at <= $9::timestamptz and ended_at is null
      on conflict (token_digest) do nothing
    )
    update token_families set replaced_access_digest = access_digest, access_digest = $3, access_scopes = $4,
      access_issued_at = $5, access_expires_at = $6, access_revoked_at = null,
      previous_refresh_digest = case when refresh_digest = $2 then refresh_digest else previous_refresh_digest end,
      refresh_digest = case when refresh_digest = any($8::text[]) then refresh_digest else $7 end
    where id = $1 and ended_at is null and (refresh_digest = $2 or (previous_refresh_digest = $2
      and (refresh_digest = any($8::text[]) or access_issued_at <= $9::timestamptz)))
    returning ${ISSUED_COLUMNS}, refresh_digest as "refreshDigest"`,

  end: `update token_families set ended_at = $3, end_reason = $2 where id = $1 and ended_at is null`,

  revokeAccess: `
    update token_families set access_revoked_at = $3
    where id = $1 and access_digest = $2 and access_revoked_at is null`,
} as const
