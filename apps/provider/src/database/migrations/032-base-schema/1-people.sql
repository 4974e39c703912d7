-- People, their businesses and plans, and how they sign in.

create table users (
  id uuid primary key,
  email text not null,
  first_name text,
  last_name text,
  locale text not null default 'en',
  password_hash text not null,
  disabled_at timestamptz,
  password_set_at timestamptz,
  has_signed_in boolean not null default false,
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
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  type text,
  subtype text,
  organizational_type text check (organizational_type in ('CORPORATION', 'PARTNERSHIP', 'SOLE_PROPRIETORSHIP')),
  timezone text,
  address_line1 text,
  address_line2 text,
  city text,
  province_code text,
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
  invoice_accent_color text check (invoice_accent_color ~ '^#[0-9a-fA-F]{6}$'),
  invoice_logo_url text,
  created_at timestamptz not null,
  modified_at timestamptz not null
);

create table memberships (
  user_id uuid not null references users (id) on delete cascade,
  business_id uuid not null references businesses (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  is_default boolean not null default false,
  created_at timestamptz not null,
  primary key (user_id, business_id)
);

create unique index memberships_default on memberships (user_id) where is_default;

create index memberships_business on memberships (business_id);

create table plans (
  business_id uuid primary key references businesses (id) on delete cascade,
  state text not null check (state in ('active', 'lapsed', 'ineligible')),
  name text not null,
  reason text check (reason in ('plan_ended', 'trial_over', 'payment_failed', 'plan_too_small')),
  ends_on date,
  ended_on date,
  modified_at timestamptz not null
);

create table browser_sessions (
  id uuid primary key,
  cookie_digest text not null unique,
  current_user_id uuid references users (id) on delete set null,
  time_zone text,
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
  password_checked_at timestamptz not null,
  signed_out_at timestamptz,
  primary key (session_id, user_id)
);

create index session_accounts_user on session_accounts (user_id);

create table throttles (
  key text primary key,
  count integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);

create index throttles_window on throttles (window_started_at);

-- The answers to posted forms, for the GET after the redirect.
create table kept_pages (
  id_digest text primary key,
  sealed text not null,
  is_shown_once boolean not null,
  expires_at timestamptz not null
);

create index kept_pages_expiry on kept_pages (expires_at);

-- Mails to owners of accounts, and the reset links in them.
create table account_mails (
  id uuid primary key,
  kind text not null,
  typed_address text,
  user_id uuid references users on delete cascade,
  -- Where a sign-in came from that a mail reports.
  browser_name text,
  address_begin text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_at timestamptz not null,
  check ((typed_address is null) <> (user_id is null))
);

create index account_mails_due on account_mails (due_at);

create index account_mails_user on account_mails (user_id);

create table password_resets (
  user_id uuid primary key references users on delete cascade,
  token_digest text not null unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);

-- One-time codes of an authenticator app beside the password.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  sealed_secret text not null,
  key_mark text not null,
  last_step integer,
  turned_on_at timestamptz,
  created_at timestamptz not null
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_digest text not null,
  used_at timestamptz,
  primary key (user_id, code_digest)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_user on passkeys (user_id);

create table spent_challenges (
  challenge_digest text primary key,
  expires_at timestamptz not null
);

create index spent_challenges_expiry on spent_challenges (expires_at);
