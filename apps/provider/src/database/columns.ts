import type { ColumnType } from 'kysely'

/** The type of a `timestamptz` column. */
export type Instant = ColumnType<Date, Date, Date>
export type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
/** A column that may be null, and may be left out of an insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** The reason why a grant ended. */
export type GrantEnd =
  | 'withdrawn_by_user'
  | 'membership_removed'
  | 'role_changed'
  | 'user_disabled'
  | 'user_deleted'
  | 'application_deleted'
  | 'password_changed'

/** The reason why tokens ended early. */
export type FamilyEnd = 'revoked' | 'code_replayed' | 'refresh_token_replayed' | GrantEnd

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
