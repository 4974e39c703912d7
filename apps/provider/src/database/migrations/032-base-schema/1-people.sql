-- People, their businesses and plans, and how they sign in.

create table users (
  id uuid primary key,
  -- The email address as typed; unique without regard to case.
  email text not null,
  first_name text,
  last_name text,
  -- The language: `en` or `fr`.
  locale text not null default 'en',
  -- The Argon2id hash in the PHC string format.
  password_hash text not null,
  disabled_at timestamptz,
  -- The time of the last change of the password; null for the first one.
  password_set_at timestamptz,
  -- True after the first correct password; sign-ins in a new browser are mailed from the second one on.
  has_signed_in boolean not null default false,
  -- The time at which a passkey was offered after a sign-in; null if never.
  passkey_offered_at timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null
);

create unique index users_email on users (lower(email));

create table businesses (
  id uuid primary key,
  name text not null,
  is_personal boolean not null default false,
  is_archived boolean not null default false,
  -- The ISO 4217 code of the currency.
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  -- A name of the schema's enum `BusinessTypeValue`.
  type text,
  -- A name of the schema's enum `BusinessSubtypeValue`.
  subtype text,
  organizational_type text check (organizational_type in ('CORPORATION', 'PARTNERSHIP', 'SOLE_PROPRIETORSHIP')),
  -- The IANA name of the time zone.
  timezone text,
  address_line1 text,
  address_line2 text,
  city text,
  -- The ISO 3166-2 code, for example `CA-ON`.
  province_code text,
  -- The ISO 3166-1 alpha-2 code.
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  postal_code text,
  phone text,
  fax text,
  mobile text,
  toll_free text,
  website text,
  is_classic_accounting boolean not null default false,
  is_classic_invoicing boolean not null default false,
  email_send_enabled boolean not null default true,
  -- The color as `#rrggbb`.
  invoice_accent_color text check (invoice_accent_color ~ '^#[0-9a-fA-F]{6}$'),
  invoice_logo_url text,
  created_at timestamptz not null,
  modified_at timestamptz not null
);

create table memberships (
  user_id uuid not null references users (id) on delete cascade,
  business_id uuid not null references businesses (id) on delete cascade,
  -- Only an owner or an admin may let an application in.
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  -- True for the business that an unrestricted call without an id means. At most one per user.
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (user_id, business_id)
);

create unique index memberships_default on memberships (user_id) where is_default;

create index memberships_business on memberships (business_id);

create table plans (
  business_id uuid primary key references businesses (id) on delete cascade,
  -- `active`: paid and large enough. `lapsed`: ended. `ineligible`: runs, but does not include applications.
  state text not null check (state in ('active', 'lapsed', 'ineligible')),
  -- The plan's name, for example `Pro`.
  name text not null,
  -- The reason why the state is not `active`; null if it is.
  reason text check (reason in ('plan_ended', 'trial_over', 'payment_failed', 'plan_too_small')),
  -- The day an active plan is paid until.
  ends_on date,
  -- The day a lapsed plan ended.
  ended_on date,
  modified_at timestamptz not null
);

-- A browser in which one or more people are signed in to the provider.
create table browser_sessions (
  id uuid primary key,
  -- The digest of the cookie.
  cookie_digest text not null unique,
  -- The account last used in this browser.
  current_user_id uuid references users (id) on delete set null,
  -- The IANA name of the time zone, as the browser reported it at sign-in.
  time_zone text,
  -- The browser, "Chrome on Mac", from the `User-Agent` of the last sign-in; null if that names none.
  browser_name text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);

create index browser_sessions_expiry on browser_sessions (expires_at);

create table session_accounts (
  session_id uuid not null references browser_sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  signed_in_at timestamptz not null,
  -- The time at which the password was last typed in this browser: the step-up before "remove all".
  password_checked_at timestamptz not null,
  -- The time of the sign-out; the account is still offered as "signed out - enter password".
  signed_out_at timestamptz,
  primary key (session_id, user_id)
);

create index session_accounts_user on session_accounts (user_id);

-- Counters against the guessing of secrets, shared by every process.
create table throttles (
  -- The counted event, for example `sign-in:address:<digest>`; never an address or an email in the clear.
  key text primary key,
  count integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

create index throttles_window on throttles (window_started_at);

-- The sealed answer to a posted form, until the browser has fetched it.
create table kept_pages (
  id_digest text primary key,
  sealed text not null,
  is_shown_once boolean not null,
  expires_at timestamptz not null
);

create index kept_pages_expiry on kept_pages (expires_at);

-- Mails about accounts that are still to be sent. The row is deleted when its mail was sent.
create table account_mails (
  id uuid primary key,
  kind text not null,
  -- The address typed into a request for a link; its account is looked up when the mail is written.
  typed_address text,
  -- The recipient of every other mail.
  user_id uuid references users on delete cascade,
  -- The browser of a sign-in that the mail reports: "Chrome on Mac".
  browser_name text,
  -- The beginning of the IP address of that sign-in, "203.0.113".
  address_begin text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  check ((typed_address is null) <> (user_id is null))
);

create index account_mails_due on account_mails (due_at);

create index account_mails_user on account_mails (user_id);

-- The one link of an account with which its password can be set.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  token_digest text not null unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);

-- The authenticator app of an account.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- The secret in Base32, sealed for this account.
  sealed_secret text not null,
  -- The mark of the key that it was sealed under.
  key_mark text not null,
  -- The time step of the newest accepted code: neither it nor an older one is accepted again.
  last_step integer,
  -- The time at which it was turned on; null during the setup.
  turned_on_at timestamptz,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_digest text not null,
  used_at timestamptz,
  primary key (user_id, code_digest)
);

-- A passkey (WebAuthn) with which its account can sign in.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The id of the credential in base64url, as the device names it.
  credential_id text not null unique,
  -- The public key as COSE, in base64url.
  public_key text not null,
  -- The device's last signature counter; 0 if it does not count. A `bigint`, which drivers read as text.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_user on passkeys (user_id);

-- Answered challenges, until they expire: none is accepted twice.
create table spent_challenges (
  challenge_digest text primary key,
  expires_at timestamptz not null
);

create index spent_challenges_expiry on spent_challenges (expires_at);
