import { CompiledQuery } from 'kysely'
import { parseScope } from '@counterfoil/oauth/scope'
import type { Database } from '#database/database.ts'
import type { FamilyEnd } from '#database/tables.ts'
import type { CodeRecord } from './redeem-code.ts'
import type { RefreshRecord } from './refresh-grant.ts'

/** The application that says it is calling, as far as the token endpoint needs to know it. */
export interface CallingClient {
  readonly applicationId: string
  /** Of every live secret. */
  readonly secretDigests: readonly string[]
  readonly accessTokenSeconds: number
  readonly rotatesRefreshTokens: boolean
}

export interface IssuedTokens {
  readonly grantId: string
  readonly userId: string
  readonly businessId: string | null
  readonly scope: string
}

export type RevocableToken = {
  readonly kind: 'access' | 'refresh'
  readonly familyId: string
  readonly grantId: string | null
  /** Null for a personal token. */
  readonly applicationId: string | null
}

/**
 * Codes and tokens. Every change is one statement, so that it happens whole or not at all, and once, however many
 * processes try. A statement that finds nothing left to change answers undefined.
 */
export interface TokenStore {
  /** Undefined when no application has this client id. */
  loadForCode(
    clientId: string,
    codeDigest: string,
    now: Date,
  ): Promise<{ client: CallingClient; code: CodeRecord | undefined } | undefined>
  /** Spends the code and issues its first tokens. */
  exchange(options: {
    readonly codeDigest: string
    readonly applicationId: string
    readonly accessDigest: string
    readonly refreshDigest: string
    readonly accessExpiresAt: Date
    readonly now: Date
  }): Promise<IssuedTokens | undefined>
  loadForRefresh(
    clientId: string,
    refreshDigest: string,
    now: Date,
  ): Promise<
    | {
        client: CallingClient
        refresh: (RefreshRecord & { readonly familyId: string; readonly grantId: string }) | undefined
      }
    | undefined
  >
  /** Puts a new access token over the old one. `successorDigest`: the refresh token that rotation puts in place. */
  renew(options: {
    readonly refreshDigest: string
    readonly successorDigest: string | undefined
    readonly accessDigest: string
    readonly scope: string
    readonly accessExpiresAt: Date
    readonly now: Date
  }): Promise<IssuedTokens | undefined>
  loadForRevocation(
    clientId: string,
    tokenDigest: string,
    now: Date,
  ): Promise<{ client: CallingClient; token: RevocableToken | undefined } | undefined>
  /** Ends a family: its access token, its refresh tokens, and what its code could still give. */
  endFamily(familyId: string, reason: FamilyEnd, now: Date): Promise<void>
  /** Ends one access token; the refresh token lives on. Does nothing when a refresh has replaced it meanwhile. */
  revokeAccess(familyId: string, accessDigest: string, now: Date): Promise<void>
}

const CLIENT_COLUMNS = `a.id as calling_id, a.access_token_seconds, a.rotate_refresh_tokens,
  (select string_agg(s.secret_digest, ' ') from application_secrets s
    where s.application_id = a.id and (s.expires_at is null or s.expires_at > $3)) as secret_digests`

const LOAD_FOR_CODE = `
  select ${CLIENT_COLUMNS},
    c.application_id, c.family_id, c.redirect_uri, c.code_challenge, c.expires_at, c.consumed_at, c.revoked_at,
    g.ended_at as grant_ended_at, u.disabled_at
  from applications a
  left join authorization_codes c on c.code_digest = $2
  left join grants g on g.id = c.grant_id
  left join users u on u.id = c.user_id
  where a.client_id = $1 and a.deleted_at is null`

const EXCHANGE = `
  with spent as (
    update authorization_codes set consumed_at = $5
    where code_digest = $1 and application_id = $2 and consumed_at is null and revoked_at is null and expires_at > $5
    returning family_id, grant_id, application_id, user_id, business_id, scopes, redirect_uri
  ), family as (
    insert into token_families (id, kind, grant_id, application_id, user_id, business_id, scopes, redirect_uri, created_at,
      access_digest, access_scopes, access_issued_at, access_expires_at)
    select family_id, 'oauth', grant_id, application_id, user_id, business_id, scopes, redirect_uri, $5,
      $3, scopes, $5, $6
    from spent
    returning id, grant_id, user_id, business_id, scopes
  ), refresh as (
    insert into refresh_tokens (token_digest, family_id, issued_at) select $4, id, $5 from family
  )
  select grant_id, user_id, business_id, scopes from family`

const LOAD_FOR_REFRESH = `
  select ${CLIENT_COLUMNS},
    r.issued_at, r.last_used_at, r.retired_at,
    f.id as family_id, f.grant_id, f.application_id, f.scopes, f.redirect_uri, f.ended_at,
    g.ended_at as grant_ended_at, u.disabled_at,
    case when f.business_id is not null
      then exists (select 1 from plans p where p.business_id = f.business_id and p.state = 'active')
      else exists (select 1 from memberships m join plans p on p.business_id = m.business_id
        where m.user_id = f.user_id and p.state = 'active')
    end as is_plan_active
  from applications a
  left join refresh_tokens r on r.token_digest = $2
  left join token_families f on f.id = r.family_id
  left join grants g on g.id = f.grant_id
  left join users u on u.id = f.user_id
  where a.client_id = $1 and a.deleted_at is null`

// The family's row is the lock: whoever writes it last has the one access token, and an ended family stays ended.
const RENEW = `
  with renewed as (
    update token_families f set replaced_access_digest = f.access_digest, access_digest = $2, access_scopes = $3,
      access_issued_at = $4, access_expires_at = $5, access_revoked_at = null
    from refresh_tokens r
    where r.token_digest = $1 and r.retired_at is null and f.id = r.family_id and f.ended_at is null
    returning f.id, f.grant_id, f.user_id, f.business_id, f.access_scopes
  ), used as (
    update refresh_tokens set last_used_at = $4
    where token_digest = $1 and exists (select 1 from renewed)
  )
  select grant_id, user_id, business_id, access_scopes as scopes from renewed`

const RENEW_AND_ROTATE = `
  with renewed as (
    update token_families f set replaced_access_digest = f.access_digest, access_digest = $2, access_scopes = $3,
      access_issued_at = $4, access_expires_at = $5, access_revoked_at = null
    from refresh_tokens r
    where r.token_digest = $1 and r.retired_at is null and f.id = r.family_id and f.ended_at is null
    returning f.id, f.grant_id, f.user_id, f.business_id, f.access_scopes
  ), used as (
    update refresh_tokens set last_used_at = $4, successor_digest = $6
    where token_digest = $1 and exists (select 1 from renewed)
  ), previous as (
    update refresh_tokens set retired_at = $4
    where successor_digest = $1 and retired_at is null and exists (select 1 from renewed)
  ), successor as (
    insert into refresh_tokens (token_digest, family_id, issued_at)
    select $6, id, $4 from renewed
    on conflict (token_digest) do nothing
  )
  select grant_id, user_id, business_id, access_scopes as scopes from renewed`

const LOAD_FOR_REVOCATION = `
  select ${CLIENT_COLUMNS},
    f.id as family_id, f.grant_id, f.application_id, f.access_digest = $2 as is_access
  from applications a
  left join token_families f on f.id = coalesce(
    (select id from token_families where access_digest = $2),
    (select family_id from refresh_tokens where token_digest = $2))
  where a.client_id = $1 and a.deleted_at is null`

interface ClientColumns {
  readonly calling_id: string
  readonly access_token_seconds: number
  readonly rotate_refresh_tokens: boolean
  readonly secret_digests: string | null
}

export function createTokenStore({ db }: { readonly db: Database }): TokenStore {
  const first = async <Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows[0]
  }
  const issued = (
    row: { grant_id: string; user_id: string; business_id: string | null; scopes: string } | undefined,
  ) =>
    row === undefined
      ? undefined
      : { grantId: row.grant_id, userId: row.user_id, businessId: row.business_id, scope: row.scopes }

  return {
    async loadForCode(clientId, codeDigest, now) {
      const row = await first<ClientColumns & CodeColumns>(LOAD_FOR_CODE, [clientId, codeDigest, now])
      return row === undefined ? undefined : { client: readClient(row), code: readCode(row) }
    },
    async exchange({ codeDigest, applicationId, accessDigest, refreshDigest, accessExpiresAt, now }) {
      return issued(
        await first(EXCHANGE, [codeDigest, applicationId, accessDigest, refreshDigest, now, accessExpiresAt]),
      )
    },
    async loadForRefresh(clientId, refreshDigest, now) {
      const row = await first<ClientColumns & RefreshColumns>(LOAD_FOR_REFRESH, [
        clientId,
        refreshDigest,
        now,
      ])
      return row === undefined ? undefined : { client: readClient(row), refresh: readRefresh(row) }
    },
    async renew({ refreshDigest, successorDigest, accessDigest, scope, accessExpiresAt, now }) {
      const values = [refreshDigest, accessDigest, scope, now, accessExpiresAt]
      return successorDigest === undefined
        ? issued(await first(RENEW, values))
        : issued(await first(RENEW_AND_ROTATE, [...values, successorDigest]))
    },
    async loadForRevocation(clientId, tokenDigest, now) {
      const row = await first<
        ClientColumns & {
          family_id: string | null
          grant_id: string | null
          application_id: string | null
          is_access: boolean | null
        }
      >(LOAD_FOR_REVOCATION, [clientId, tokenDigest, now])
      if (row === undefined) return undefined
      const token =
        row.family_id === null
          ? undefined
          : {
              kind: row.is_access === true ? ('access' as const) : ('refresh' as const),
              familyId: row.family_id,
              grantId: row.grant_id,
              applicationId: row.application_id,
            }
      return { client: readClient(row), token }
    },
    async endFamily(familyId, reason, now) {
      await db
        .updateTable('token_families')
        .set({ ended_at: now, end_reason: reason })
        .where('id', '=', familyId)
        .where('ended_at', 'is', null)
        .execute()
    },
    async revokeAccess(familyId, accessDigest, now) {
      await db
        .updateTable('token_families')
        .set({ access_revoked_at: now })
        .where('id', '=', familyId)
        .where('access_digest', '=', accessDigest)
        .where('access_revoked_at', 'is', null)
        .execute()
    },
  }
}

function readClient(row: ClientColumns): CallingClient {
  return {
    applicationId: row.calling_id,
    secretDigests: row.secret_digests?.split(' ') ?? [],
    accessTokenSeconds: row.access_token_seconds,
    rotatesRefreshTokens: row.rotate_refresh_tokens,
  }
}

interface CodeColumns {
  readonly application_id: string | null
  readonly family_id: string | null
  readonly redirect_uri: string | null
  readonly code_challenge: string | null
  readonly expires_at: Date | null
  readonly consumed_at: Date | null
  readonly revoked_at: Date | null
  readonly grant_ended_at: Date | null
  readonly disabled_at: Date | null
}

function readCode(row: CodeColumns): CodeRecord | undefined {
  if (
    row.application_id === null ||
    row.family_id === null ||
    row.redirect_uri === null ||
    row.expires_at === null
  ) {
    return undefined
  }
  return {
    applicationId: row.application_id,
    familyId: row.family_id,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    expiresAtMs: row.expires_at.getTime(),
    isConsumed: row.consumed_at !== null,
    isRevoked: row.revoked_at !== null,
    isGrantEnded: row.grant_ended_at !== null || row.disabled_at !== null,
  }
}

interface RefreshColumns {
  readonly issued_at: Date | null
  readonly last_used_at: Date | null
  readonly retired_at: Date | null
  readonly family_id: string | null
  readonly grant_id: string | null
  readonly application_id: string | null
  readonly scopes: string | null
  readonly redirect_uri: string | null
  readonly ended_at: Date | null
  readonly grant_ended_at: Date | null
  readonly disabled_at: Date | null
  readonly is_plan_active: boolean
}

function readRefresh(
  row: RefreshColumns,
): (RefreshRecord & { familyId: string; grantId: string }) | undefined {
  const { issued_at, family_id, grant_id, application_id, scopes, redirect_uri } = row
  if (issued_at === null || family_id === null || grant_id === null) return undefined
  if (application_id === null || scopes === null || redirect_uri === null) return undefined
  return {
    familyId: family_id,
    grantId: grant_id,
    applicationId: application_id,
    scopes: parseScope(scopes),
    redirectUri: redirect_uri,
    issuedAtMs: issued_at.getTime(),
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    isRetired: row.retired_at !== null,
    isFamilyEnded: row.ended_at !== null,
    isGrantEnded: row.grant_ended_at !== null || row.disabled_at !== null,
    isPlanActive: row.is_plan_active,
  }
}
