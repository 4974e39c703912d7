import type { ColumnType, Generated, Selectable } from 'kysely'
import type {
  AccessToken,
  ApplicationId,
  AuthorizationCode,
  AuthorizationHandle,
  AuthorizationRequestId,
  BusinessId,
  ClientId,
  ClientSecret,
  DigestOf,
  GrantId,
  RefreshToken,
  TokenFamilyId,
  UserId,
} from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Instant, Optional, OptionalInstant } from './columns.ts'
import type {
  AccountMailsTable,
  PasswordResetsTable,
  RecoveryCodesTable,
  SecondFactorsTable,
  UsersTable,
  BrowserSessionsTable,
  SessionAccountsTable,
  KeptPagesTable,
  PasskeysTable,
  SpentChallengesTable,
  ThrottlesTable,
} from './user-tables.ts'

/** The rows of authorization: who signs in, which applications there are, and what was allowed to whom. */
export interface AuthorizationTables {
  readonly users: UsersTable
  readonly memberships: MembershipsTable
  readonly plans: PlansTable
  readonly applications: ApplicationsTable
  readonly application_secrets: ApplicationSecretsTable
  readonly authorization_requests: AuthorizationRequestsTable
  readonly grants: GrantsTable
  readonly grant_exclusions: GrantExclusionsTable
  readonly authorization_codes: AuthorizationCodesTable
  readonly token_families: TokenFamiliesTable
  readonly retired_refresh_tokens: RetiredRefreshTokensTable
  readonly browser_sessions: BrowserSessionsTable
  readonly session_accounts: SessionAccountsTable
  readonly kept_pages: KeptPagesTable
  readonly passkeys: PasskeysTable
  readonly spent_challenges: SpentChallengesTable
  readonly throttles: ThrottlesTable
  readonly account_mails: AccountMailsTable
  readonly password_resets: PasswordResetsTable
  readonly second_factors: SecondFactorsTable
  readonly recovery_codes: RecoveryCodesTable
  readonly application_log: ApplicationLogTable
  readonly grant_usage: GrantUsageTable
}

/** Only an owner or an admin may let an application in. */
export type MembershipRole = 'owner' | 'admin' | 'editor' | 'viewer'

interface MembershipsTable {
  readonly user_id: UserId
  readonly business_id: BusinessId
  readonly role: MembershipRole
  /** The business an unrestricted call without an id means. At most one per user. */
  readonly is_default: Generated<boolean>
  readonly created_at: Instant
}

/** `active`: paid and large enough. `lapsed`: ended. `ineligible`: runs, but does not include applications. */
export type PlanState = 'active' | 'lapsed' | 'ineligible'
export type PlanReason = 'plan_ended' | 'trial_over' | 'payment_failed' | 'plan_too_small'

interface PlansTable {
  readonly business_id: BusinessId
  readonly state: PlanState
  /** For example `Pro`. */
  readonly name: string
  /** Why the state is not `active`; null when it is. */
  readonly reason: Optional<PlanReason>
  /** The day an active plan is paid until. */
  readonly ends_on: Optional<string>
  /** The day a lapsed plan ended. */
  readonly ended_on: Optional<string>
  readonly modified_at: Instant
}

export type TokenRestriction = 'single_business' | 'all_businesses'

interface ApplicationsTable {
  readonly id: ApplicationId
  readonly client_id: ClientId
  readonly owner_user_id: Optional<UserId>
  readonly name: string
  readonly description: Optional<string>
  /** Where a stop page sends people back to. */
  readonly home_page_url: Optional<string>
  readonly logo_url: Optional<string>
  readonly redirect_entries: ColumnType<readonly string[], readonly string[], readonly string[]>
  /** Wire form; what the application may ask for at most. */
  readonly allowed_scopes: string
  /** Wire form; what a person may leave out on the consent page. */
  readonly optional_scopes: Generated<string>
  /** The application's own words for why it asks, by scope value. Written as JSON text. */
  readonly scope_reasons: ColumnType<Readonly<Record<string, string>>, string | undefined, string>
  /** The developer's own JSON. Written as JSON text. */
  readonly extra_data: ColumnType<unknown, string | null | undefined, string | null>
  readonly restriction: TokenRestriction
  readonly access_token_seconds: number
  readonly rotate_refresh_tokens: Generated<boolean>
  /** Integration checks: a refresh without `redirect_uri` is refused. */
  readonly is_strict: Generated<boolean>
  /** `iss` goes with each answer of authorize; null: as the provider's setting says. */
  readonly sends_issuer: Optional<boolean>
  /** Harbour has looked at this application; pages warn about the others. */
  readonly is_checked: Generated<boolean>
  readonly created_at: Instant
  readonly modified_at: Instant
  /** A deleted application stays as a name on the lists of the people who had let it in. */
  readonly deleted_at: OptionalInstant
}

interface ApplicationSecretsTable {
  readonly id: string
  readonly application_id: ApplicationId
  readonly secret_digest: DigestOf<ClientSecret>
  /** The last four characters, to tell two live secrets apart. */
  readonly hint: string
  readonly created_at: Instant
  /** Null for the newest; the moment the overlap ends for an older one. */
  readonly expires_at: OptionalInstant
}

export type ApprovalPrompt = 'auto' | 'force'

/** An authorize request that passed every check and waits for the person. */
interface AuthorizationRequestsTable {
  readonly id: AuthorizationRequestId
  /** Digest of the id in the page's address. */
  readonly handle_digest: DigestOf<AuthorizationHandle>
  readonly application_id: ApplicationId
  /** Where the answer goes, and what the token endpoint compares byte for byte. */
  readonly redirect_uri: string
  readonly scopes: string
  /** Percent-encoded bytes, exactly those received; null when none came. */
  readonly state: Optional<string>
  readonly approval_prompt: ApprovalPrompt
  /** `prompt=login`. */
  readonly asks_password: Generated<boolean>
  /** Not null when `businessId` came. */
  readonly business_parameter: Optional<string>
  /** The uuid in `businessId`, when it is well formed; it may not exist. */
  readonly asked_business_id: Optional<BusinessId>
  readonly code_challenge: Optional<string>
  /** The account chosen on the page. */
  readonly account_user_id: Optional<UserId>
  /** How often the person asked for more time. */
  readonly extensions: Generated<number>
  readonly created_at: Instant
  readonly expires_at: Instant
  readonly answered_at: OptionalInstant
  readonly answer: Optional<'allowed' | 'denied'>
  readonly answer_user_id: Optional<UserId>
  readonly answer_business_id: Optional<BusinessId>
  readonly answer_scopes: Optional<string>
  /** The page's words for a denial, sent as `error_description`. */
  readonly answer_description: Optional<string>
}

export type GrantEnd =
  | 'withdrawn_by_user'
  | 'membership_removed'
  | 'role_changed'
  | 'user_disabled'
  | 'user_deleted'
  | 'application_deleted'
  | 'password_changed'

/**
 * What a person allowed an application, for one business or (null) for all of theirs. One live row for each. A personal
 * token is a grant without an application.
 */
interface GrantsTable {
  readonly id: GrantId
  readonly user_id: UserId
  readonly application_id: Optional<ApplicationId>
  readonly business_id: Optional<BusinessId>
  /** Everything ever allowed since the grant began, wire form. */
  readonly scopes: string
  /** The first time. */
  readonly granted_at: Instant
  /** The last time the person said yes. */
  readonly confirmed_at: Instant
  /** For example `7F2K-91`: of the request that last fetched tokens for it, as both logs and the application have it. */
  readonly receipt_reference: string
  /** For example `Chrome on Mac`. */
  readonly granted_from: Optional<string>
  readonly ended_at: OptionalInstant
  readonly end_reason: Optional<GrantEnd>
}

/** A business that one of its owners took out of somebody else's grant over all businesses. */
interface GrantExclusionsTable {
  readonly grant_id: GrantId
  readonly business_id: BusinessId
  readonly excluded_by: Optional<UserId>
  readonly excluded_at: Instant
}

interface AuthorizationCodesTable {
  readonly code_digest: DigestOf<AuthorizationCode>
  readonly request_id: string
  readonly application_id: ApplicationId
  readonly user_id: UserId
  readonly grant_id: GrantId
  readonly business_id: Optional<BusinessId>
  readonly scopes: string
  readonly redirect_uri: string
  readonly code_challenge: Optional<string>
  /** The family its tokens will have, so that a replay finds them. */
  readonly family_id: TokenFamilyId
  readonly issued_at: Instant
  readonly expires_at: Instant
  readonly consumed_at: OptionalInstant
  readonly revoked_at: OptionalInstant
}

/** Why tokens died before their time. */
export type FamilyEnd = 'revoked' | 'code_replayed' | 'refresh_token_replayed' | GrantEnd

/**
 * Everything that came from one code, with its one access token: a refresh writes the new access token over the old
 * one, so two can never live at once. A token carries the id of its family, which finds the row; the digest proves it.
 * A personal token is a family of its own, without application, code or refresh token.
 */
interface TokenFamiliesTable {
  readonly id: TokenFamilyId
  readonly kind: 'oauth' | 'personal'
  readonly grant_id: GrantId
  readonly application_id: Optional<ApplicationId>
  readonly user_id: UserId
  readonly business_id: Optional<BusinessId>
  /** What the authorization gave; a refresh may narrow one access token, never this. */
  readonly scopes: string
  readonly redirect_uri: Optional<string>
  /** A person's name for a personal token. */
  readonly name: Optional<string>
  readonly created_at: Instant
  readonly ended_at: OptionalInstant
  readonly end_reason: Optional<FamilyEnd>
  readonly access_digest: DigestOf<AccessToken>
  /** The access token before, so that the developers' log can say "replaced by a refresh". */
  readonly replaced_access_digest: Optional<DigestOf<AccessToken>>
  readonly access_scopes: string
  readonly access_issued_at: Instant
  /** Null for a personal token that was made before they had an end. */
  readonly access_expires_at: OptionalInstant
  readonly access_revoked_at: OptionalInstant
  /** Null for a personal token. */
  readonly refresh_digest: Optional<DigestOf<RefreshToken>>
  /** What rotation put `refresh_digest` in the place of; good until that one is first used. */
  readonly previous_refresh_digest: Optional<DigestOf<RefreshToken>>
}

/** Refresh tokens that rotation replaced: anyone who sends one has a copy. */
interface RetiredRefreshTokensTable {
  readonly token_digest: DigestOf<RefreshToken>
  readonly family_id: TokenFamilyId
  readonly retired_at: Instant
}

export type LogEndpoint = 'authorize' | 'token' | 'revoke' | 'graphql'

/** What developers read when a call went wrong. Never a secret, a token or a code. */
interface ApplicationLogTable {
  readonly id: Generated<number>
  readonly application_id: ApplicationId
  readonly at: Instant
  readonly endpoint: LogEndpoint
  readonly outcome: 'ok' | 'refused' | 'failed'
  /** HTTP status of the answer. */
  readonly status: number
  /** The code on the wire, for example `invalid_grant`. */
  readonly error: Optional<string>
  /** Our exact reason, for example `redirect_uri_differs`. */
  readonly reason: Optional<string>
  /** The same in one sentence, for example "redirect_uri differs from the authorize value at character 31". */
  readonly detail: Optional<string>
  readonly grant_id: Optional<GrantId>
  readonly operation_name: Optional<string>
  readonly took_ms: Optional<number>
  readonly request_id: Optional<RequestId>
}

/** Calls with the tokens of a grant, by day (UTC). */
interface GrantUsageTable {
  readonly grant_id: GrantId
  readonly day: string
  readonly calls: number
  /** The calls by quarter of an hour since midnight UTC, for as long as a page needs them. */
  readonly quarters: Optional<readonly number[]>
  readonly last_used_at: Instant
}

export type ApplicationRow = Selectable<ApplicationsTable>
export type AuthorizationRequestRow = Selectable<AuthorizationRequestsTable>
