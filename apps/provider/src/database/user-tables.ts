import type { ColumnType, Generated } from 'kysely'
import type {
  BrowserKey,
  BrowserSessionId,
  DigestOf,
  PasskeyChallenge,
  PasskeyId,
  PasswordHash,
  PasswordResetToken,
  RecoveryCode,
  UserId,
} from '@counterfoil/oauth/ids'
import type { Instant, Optional, OptionalInstant } from './columns.ts'

export interface UsersTable {
  readonly id: UserId
  /** The email address as typed; unique without regard to case. */
  readonly email: string
  readonly first_name: Optional<string>
  readonly last_name: Optional<string>
  /** The language: `en` or `fr`. */
  readonly locale: Generated<string>
  /** The Argon2id hash in the PHC string format. */
  readonly password_hash: PasswordHash
  /** The time of the last change of the password; null for the first one. */
  readonly password_set_at: OptionalInstant
  readonly disabled_at: OptionalInstant
  /** True after the first correct password; sign-ins in a new browser are mailed from the second one on. */
  readonly has_signed_in: Generated<boolean>
  /** The time at which a passkey was offered after a sign-in; null if never. */
  readonly passkey_offered_at: OptionalInstant
  readonly created_at: Instant
  readonly modified_at: Instant
}

/** A browser in which one or more people are signed in to the provider. */
export interface BrowserSessionsTable {
  readonly id: BrowserSessionId
  /** The digest of the cookie. */
  readonly cookie_digest: DigestOf<BrowserKey>
  /** The account last used in this browser. */
  readonly current_user_id: Optional<UserId>
  /** The browser, "Chrome on Mac", from the `User-Agent` of the last sign-in; null if that names none. */
  readonly browser_name: Optional<string>
  /** The IANA name of the time zone, as the browser reported it at sign-in. */
  readonly time_zone: Optional<string>
  readonly created_at: Instant
  readonly last_seen_at: Instant
  readonly expires_at: Instant
}

export interface SessionAccountsTable {
  readonly session_id: BrowserSessionId
  readonly user_id: UserId
  readonly signed_in_at: Instant
  /** The time at which the password was last typed in this browser: the step-up before "remove all". */
  readonly password_checked_at: Instant
  /** The time of the sign-out; the account is still offered as "signed out - enter password". */
  readonly signed_out_at: OptionalInstant
}

/** The sealed answer to a posted form, until the browser has fetched it. */
export interface KeptPagesTable {
  readonly id_digest: string
  readonly sealed: string
  readonly is_shown_once: boolean
  readonly expires_at: Instant
}

/** Counters against the guessing of secrets, shared by every process. */
export interface ThrottlesTable {
  /** The counted event, for example `sign-in:address:<digest>`; never an address or an email in the clear. */
  readonly key: string
  readonly count: number
  readonly window_started_at: Instant
  readonly blocked_until: OptionalInstant
}

/** The subject of a mail to the owner of an account. */
export type AccountMailKind =
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_renewed'
  | 'new_browser'
  | 'personal_token_made'
  | 'passkey_added'
  | 'passkey_removed'

/** Mails about accounts that are still to be sent. The row is deleted when its mail was sent. */
export interface AccountMailsTable {
  readonly id: string
  readonly kind: AccountMailKind
  /** The address typed into a request for a link; its account is looked up when the mail is written. */
  readonly typed_address: Optional<string>
  /** The recipient of every other mail. */
  readonly user_id: Optional<UserId>
  /** The browser of a sign-in that the mail reports: "Chrome on Mac". */
  readonly browser_name: Optional<string>
  /** The beginning of the IP address of that sign-in, "203.0.113". */
  readonly address_begin: Optional<string>
  readonly attempts: Generated<number>
  readonly due_at: Instant
  readonly created_at: Instant
}

/** The one link of an account with which its password can be set. */
export interface PasswordResetsTable {
  readonly user_id: UserId
  readonly token_digest: DigestOf<PasswordResetToken>
  readonly requested_at: Instant
  readonly expires_at: Instant
}

/** The authenticator app of an account. */
export interface SecondFactorsTable {
  readonly user_id: UserId
  /** The secret in Base32, sealed for this account. */
  readonly sealed_secret: string
  /** The mark of the key that it was sealed under. */
  readonly key_mark: string
  /** The time step of the newest accepted code: neither it nor an older one is accepted again. */
  readonly last_step: Optional<number>
  /** The time at which it was turned on; null during the setup. */
  readonly turned_on_at: OptionalInstant
  readonly created_at: Instant
}

export interface RecoveryCodesTable {
  readonly user_id: UserId
  readonly code_digest: DigestOf<RecoveryCode>
  readonly used_at: OptionalInstant
}

/** A passkey (WebAuthn) with which its account can sign in. */
export interface PasskeysTable {
  readonly id: PasskeyId
  readonly user_id: UserId
  /** The id of the credential in base64url, as the device names it. */
  readonly credential_id: string
  /** The public key as COSE, in base64url. */
  readonly public_key: string
  /** The device's last signature counter; 0 if it does not count. A `bigint`, which drivers read as text. */
  readonly counter: ColumnType<string, number, number>
  readonly name: string
  readonly created_at: Instant
  readonly last_used_at: OptionalInstant
}

/** Answered challenges, until they expire: none is accepted twice. */
export interface SpentChallengesTable {
  readonly challenge_digest: DigestOf<PasskeyChallenge>
  readonly expires_at: Instant
}
