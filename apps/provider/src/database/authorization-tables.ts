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

/** The tables of authorization: people, applications, and grants. */
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

/** A member's role. Only an owner or an admin may let an application in. */
export type MembershipRole = 'owner' | 'admin' | 'editor' | 'viewer'

interface MembershipsTable {
  readonly user_id: UserId
  readonly business_id: BusinessId
  readonly role: MembershipRole
  /** True for the business that an unrestricted call without an id means. At most one per user. */
  readonly is_default: Generated<boolean>
  readonly created_at: Instant
}

/** `active`: paid and large enough. `lapsed`: ended. `ineligible`: runs, but does not include applications. */
export type PlanState = 'active' | 'lapsed' | 'ineligible'
export type PlanReason = 'plan_ended' | 'trial_over' | 'payment_failed' | 'plan_too_small'

interface PlansTable {
  readonly business_id: BusinessId
  readonly state: PlanState
  /** The plan's name, for example `Pro`. */
  readonly name: string
  /** The reason why the state is not `active`; null if it is. */
  readonly reason: Optional<PlanReason>
  /** The day an active plan is paid until. */
  readonly ends_on: Optional<string>
  /** The day a lapsed plan ended. */
  readonly ended_on: Optional<string>
  readonly modified_at: Instant
}

type TokenRestriction = 'single_business' | 'all_businesses'

interface ApplicationsTable {
  readonly id: ApplicationId
  readonly client_id: ClientId
  readonly owner_user_id: Optional<UserId>
  readonly name: string
  readonly description: Optional<string>
  /** The address that stop pages send people back to. */
  readonly home_page_url: Optional<string>
  readonly logo_url: Optional<string>
  readonly redirect_entries: ColumnType<readonly string[], readonly string[], readonly string[]>
  /** The scopes that the application may ask for, in wire form. */
  readonly allowed_scopes: string
  /** The scopes that a person may leave out on the consent page, in wire form. */
  readonly optional_scopes: Generated<string>
  /** The application's own explanation of each scope, by scope value. Written as JSON text. */
  readonly scope_reasons: ColumnType<Readonly<Record<string, string>>, string | undefined, string>
  /** The developer's own JSON. Written as JSON text. */
  readonly extra_data: ColumnType<unknown, string | null | undefined, string | null>
  readonly restriction: TokenRestriction
  readonly access_token_seconds: number
  readonly rotate_refresh_tokens: Generated<boolean>
  /** True for integration checks: a refresh without `redirect_uri` is refused. */
  readonly is_strict: Generated<boolean>
  /** True to send `iss` with each answer of authorize; null for the provider's setting. */
  readonly sends_issuer: Optional<boolean>
  /** True if Harbour has reviewed this application; pages warn about the others. */
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
  /** The last four characters of the secret, to distinguish two live ones. */
  readonly hint: string
  readonly created_at: Instant
  /** The end of the overlap for an older secret; null for the newest. */
  readonly expires_at: OptionalInstant
}

type ApprovalPrompt = 'auto' | 'force'

/** An authorize request that passed every check and waits for the person. */
interface AuthorizationRequestsTable {
  readonly id: AuthorizationRequestId
  /** Digest of the id in the page's address. */
  readonly handle_digest: DigestOf<AuthorizationHandle>
  readonly application_id: ApplicationId
  /** The redirect URI of the answer, which the token endpoint compares byte for byte. */
  readonly redirect_uri: string
  readonly scopes: string
  /** `state` as percent-encoded bytes, exactly those received; null if there was none. */
  readonly state: Optional<string>
  readonly approval_prompt: ApprovalPrompt
  /** True for `prompt=login`. */
  readonly asks_password: Generated<boolean>
  /** Not null if `businessId` was sent. */
  readonly business_parameter: Optional<string>
  /** The UUID in `businessId`, if it is well formed; it may not exist. */
  readonly asked_business_id: Optional<BusinessId>
  readonly code_challenge: Optional<string>
  /** The account chosen on the page. */
  readonly account_user_id: Optional<UserId>
  /** The number of times that the person asked for more time. */
  readonly extensions: Generated<number>
  readonly created_at: Instant
  readonly expires_at: Instant
  readonly answered_at: OptionalInstant
  readonly answer: Optional<'allowed' | 'denied'>
  readonly answer_user_id: Optional<UserId>
  readonly answer_business_id: Optional<BusinessId>
  readonly answer_scopes: Optional<string>
  /** The page's text for a denial, sent as `error_description`. */
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
 * A person's approval of an application, for one business or (null) for all of theirs. At most one live row for each. A personal
 * token is a grant without an application.
 */
interface GrantsTable {
  readonly id: GrantId
  readonly user_id: UserId
  readonly application_id: Optional<ApplicationId>
  readonly business_id: Optional<BusinessId>
  /** All scopes allowed since the grant began, in wire form. */
  readonly scopes: string
  /** The time of the first approval. */
  readonly granted_at: Instant
  /** The time of the last approval. */
  readonly confirmed_at: Instant
  /** The reference, for example `7F2K-91`, of the request that last fetched tokens; both logs and the application have it. */
  readonly receipt_reference: string
  /** The browser of the approval, for example `Chrome on Mac`. */
  readonly granted_from: Optional<string>
  readonly ended_at: OptionalInstant
  readonly end_reason: Optional<GrantEnd>
}

/** A business that one of its owners excluded from somebody else's grant over all businesses. */
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
  /** The id of the family that its tokens will have, so that a replay of the code finds them. */
  readonly family_id: TokenFamilyId
  readonly issued_at: Instant
  readonly expires_at: Instant
  readonly consumed_at: OptionalInstant
  readonly revoked_at: OptionalInstant
}

/** The reason why tokens ended early. */
export type FamilyEnd = 'revoked' | 'code_replayed' | 'refresh_token_replayed' | GrantEnd

/**
 * All tokens that came from one code, of which one access token is live: a refresh overwrites the old one, so two can never be
 * live at once. A token contains the id of its family, which finds the row; the digest proves it. A personal token is a family
 * of its own, without application, code or refresh token.
 */
interface TokenFamiliesTable {
  readonly id: TokenFamilyId
  readonly kind: 'oauth' | 'personal'
  readonly grant_id: GrantId
  readonly application_id: Optional<ApplicationId>
  readonly user_id: UserId
  readonly business_id: Optional<BusinessId>
  /** The scopes of the authorization; a refresh may narrow those of one access token, never these. */
  readonly scopes: string
  readonly redirect_uri: Optional<string>
  /** The name that a person gave a personal token. */
  readonly name: Optional<string>
  readonly created_at: Instant
  readonly ended_at: OptionalInstant
  readonly end_reason: Optional<FamilyEnd>
  readonly access_digest: DigestOf<AccessToken>
  /** The previous access token, so that the developers' log can say "replaced by a refresh". */
  readonly replaced_access_digest: Optional<DigestOf<AccessToken>>
  readonly access_scopes: string
  readonly access_issued_at: Instant
  /** Null for a personal token that was created before these had an end. */
  readonly access_expires_at: OptionalInstant
  readonly access_revoked_at: OptionalInstant
  /** Null for a personal token. */
  readonly refresh_digest: Optional<DigestOf<RefreshToken>>
  /** The refresh token that rotation replaced by `refresh_digest`; valid until the new one is first used. */
  readonly previous_refresh_digest: Optional<DigestOf<RefreshToken>>
}

/** Refresh tokens that rotation replaced: a sender of one has a copy. */
interface RetiredRefreshTokensTable {
  readonly token_digest: DigestOf<RefreshToken>
  readonly family_id: TokenFamilyId
  readonly retired_at: Instant
}

export type LogEndpoint = 'authorize' | 'token' | 'revoke' | 'graphql'

/** The calls in the developers' log. Never contains a secret, a token or a code. */
interface ApplicationLogTable {
  readonly id: Generated<number>
  readonly application_id: ApplicationId
  readonly at: Instant
  readonly endpoint: LogEndpoint
  readonly outcome: 'ok' | 'refused' | 'failed'
  /** HTTP status of the answer. */
  readonly status: number
  /** The error code that the caller received, for example `invalid_grant`. */
  readonly error: Optional<string>
  /** Our exact reason, for example `redirect_uri_differs`. */
  readonly reason: Optional<string>
  /** The reason in one sentence, for example "redirect_uri differs from the authorize value at character 31". */
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
  /** The calls by quarter of an hour since midnight UTC, kept for as long as a page needs them. */
  readonly quarters: Optional<readonly number[]>
  readonly last_used_at: Instant
}

export type ApplicationRow = Selectable<ApplicationsTable>
export type AuthorizationRequestRow = Selectable<AuthorizationRequestsTable>
