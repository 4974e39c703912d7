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
  /** As typed; unique without regard to case. */
  readonly email: string
  readonly first_name: Optional<string>
  readonly last_name: Optional<string>
  /** `en` or `fr`. */
  readonly locale: Generated<string>
  /** Argon2id in the PHC string format. */
  readonly password_hash: PasswordHash
  /** When it was changed last; null while it is the first one. */
  readonly password_set_at: OptionalInstant
  readonly disabled_at: OptionalInstant
  /** Whether a password of this account was ever right; a sign-in in a new browser is mailed from the second one on. */
  readonly has_signed_in: Generated<boolean>
  /** When a passkey was offered after a sign-in; null while it never was. */
  readonly passkey_offered_at: OptionalInstant
  readonly created_at: Instant
  readonly modified_at: Instant
}

/** A browser in which one or more people are signed in to the provider. */
export interface BrowserSessionsTable {
  readonly id: BrowserSessionId
  /** Digest of the cookie. */
  readonly cookie_digest: DigestOf<BrowserKey>
  /** The account last used here. */
  readonly current_user_id: Optional<UserId>
  /** "Chrome on Mac", from its `User-Agent` at the last sign-in; null if it names neither. */
  readonly browser_name: Optional<string>
  /** IANA name, as the browser reported it at sign-in. */
  readonly time_zone: Optional<string>
  readonly created_at: Instant
  readonly last_seen_at: Instant
  readonly expires_at: Instant
}

export interface SessionAccountsTable {
  readonly session_id: BrowserSessionId
  readonly user_id: UserId
  readonly signed_in_at: Instant
  /** When the password was last typed here: the step-up before "remove all". */
  readonly password_checked_at: Instant
  /** Signed out, but still offered as "signed out - enter password". */
  readonly signed_out_at: OptionalInstant
}

/** What a form was answered with, sealed, until the browser has come for it. */
export interface KeptPagesTable {
  readonly id_digest: string
  readonly sealed: string
  readonly is_shown_once: boolean
  readonly expires_at: Instant
}

/** Counters that slow guessing down, shared by every process. */
export interface ThrottlesTable {
  /** What is counted, for example `sign-in:address:<digest>`; never an address or an email in the clear. */
  readonly key: string
  readonly count: number
  readonly window_started_at: Instant
  readonly blocked_until: OptionalInstant
}

/** What a mail to the owner of an account is about. */
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

/** Mails about accounts that are still to be sent. A row goes with its mail. */
export interface AccountMailsTable {
  readonly id: string
  readonly kind: AccountMailKind
  /** As somebody typed it who asks for a link: whether it is anybody's is looked up when the mail is written. */
  readonly typed_address: Optional<string>
  /** Whom everything else goes to. */
  readonly user_id: Optional<UserId>
  /** Of a sign-in in a new browser: "Chrome on Mac". */
  readonly browser_name: Optional<string>
  /** Of the same: how the address begins that it came from, "203.0.113". */
  readonly address_begin: Optional<string>
  readonly attempts: Generated<number>
  readonly due_at: Instant
  readonly created_at: Instant
}

/** The one link of an account that sets its password. */
export interface PasswordResetsTable {
  readonly user_id: UserId
  readonly token_digest: DigestOf<PasswordResetToken>
  readonly requested_at: Instant
  readonly expires_at: Instant
}

/** The app that shows codes for an account. */
export interface SecondFactorsTable {
  readonly user_id: UserId
  /** Base32, sealed for this account. */
  readonly sealed_secret: string
  /** Of the secret of ours that it was sealed under. */
  readonly key_mark: string
  /** The time step of the newest code that was taken: neither it nor an older one is taken again. */
  readonly last_step: Optional<number>
  /** Null while it is being set up. */
  readonly turned_on_at: OptionalInstant
  readonly created_at: Instant
}

export interface RecoveryCodesTable {
  readonly user_id: UserId
  readonly code_digest: DigestOf<RecoveryCode>
  readonly used_at: OptionalInstant
}

/** A passkey (WebAuthn) that signs its account in. */
export interface PasskeysTable {
  readonly id: PasskeyId
  readonly user_id: UserId
  /** Base64url, as the device names it. */
  readonly credential_id: string
  /** COSE, in base64url. */
  readonly public_key: string
  /** Of signatures, as the device reported it last; 0 where it counts none. A `bigint`, which drivers read as text. */
  readonly counter: ColumnType<string, number, number>
  readonly name: string
  readonly created_at: Instant
  readonly last_used_at: OptionalInstant
}

/** Challenges that were answered, until they end: none is answered twice. */
export interface SpentChallengesTable {
  readonly challenge_digest: DigestOf<PasskeyChallenge>
  readonly expires_at: Instant
}
