-- Applications, what they ask for, grants, codes and tokens.

create table applications (
  id uuid primary key,
  client_id text not null unique,
  owner_user_id uuid references users (id),
  name text not null,
  description text,
  home_page_url text,
  logo_url text,
  redirect_entries text[] not null check (cardinality(redirect_entries) > 0),
  allowed_scopes text not null,
  optional_scopes text not null default '',
  scope_reasons jsonb not null default '{}',
  extra_data jsonb,
  restriction text not null check (restriction in ('single_business', 'all_businesses')),
  access_token_seconds integer not null check (access_token_seconds > 0),
  rotate_refresh_tokens boolean not null default false,
  is_checked boolean not null default false,
  -- Asks for redirect_uri at a refresh.
  is_strict boolean not null default false,
  -- Null: as the provider does by default.
  sends_issuer boolean,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  deleted_at timestamptz
);

create index applications_owner on applications (owner_user_id);

create table application_secrets (
  id uuid primary key,
  application_id uuid not null references applications (id) on delete cascade,
  secret_digest text not null unique,
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);

create index application_secrets_application on application_secrets (application_id);

create table authorization_requests (
  id uuid primary key,
  handle_digest text not null unique,
  application_id uuid not null references applications (id) on delete cascade,
  redirect_uri text not null,
  scopes text not null,
  state text,
  approval_prompt text not null check (approval_prompt in ('auto', 'force')),
  business_parameter text,
  asked_business_id uuid,
  code_challenge text,
  account_user_id uuid,
  asks_password boolean not null default false,
  extensions integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  answer text check (answer in ('allowed', 'denied')),
  answer_user_id uuid,
  answer_business_id uuid,
  answer_scopes text,
  answer_description text
);

create index authorization_requests_expiry on authorization_requests (expires_at);

create table grants (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Null for a personal token.
  application_id uuid references applications (id) on delete cascade,
  business_id uuid references businesses (id) on delete cascade,
  scopes text not null,
  granted_at timestamptz not null,
  confirmed_at timestamptz not null,
  receipt_reference text not null,
  granted_from text,
  ended_at timestamptz,
  end_reason text
);

create unique index grants_live on grants (
  user_id, application_id, coalesce(business_id, '00000000-0000-0000-0000-000000000000'::uuid)
) where ended_at is null;

create index grants_application on grants (application_id);

create index grants_business on grants (business_id);

create table authorization_codes (
  code_digest text primary key,
  request_id uuid not null,
  application_id uuid not null references applications (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  grant_id uuid not null references grants (id) on delete cascade,
  business_id uuid,
  scopes text not null,
  redirect_uri text not null,
  code_challenge text,
  family_id uuid not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  revoked_at timestamptz
);

create index authorization_codes_grant on authorization_codes (grant_id);

create index authorization_codes_expiry on authorization_codes (expires_at);

-- No reference to the grant: the exchange locks the grant itself, more strictly than a reference would.
-- A refresh changes no indexed column and finds room on its page (fillfactor): PostgreSQL then writes one row and no index.
create table token_families (
  id uuid primary key,
  kind text not null check (kind in ('oauth', 'personal')),
  grant_id uuid not null,
  application_id uuid,
  user_id uuid not null,
  business_id uuid,
  scopes text not null,
  redirect_uri text,
  name text,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  access_digest text not null,
  replaced_access_digest text,
  access_scopes text not null,
  access_issued_at timestamptz not null,
  access_expires_at timestamptz,
  access_revoked_at timestamptz,
  refresh_digest text,
  previous_refresh_digest text
) with (fillfactor = 70);

create index token_families_grant on token_families (grant_id);

create index token_families_user on token_families (user_id);

create index token_families_ended on token_families (ended_at) where ended_at is not null;

create table retired_refresh_tokens (
  token_digest text primary key,
  family_id uuid not null references token_families (id) on delete cascade,
  retired_at timestamptz not null
);

create index retired_refresh_tokens_family on retired_refresh_tokens (family_id);

create table application_log (
  id bigint generated always as identity,
  application_id uuid not null,
  at timestamptz not null,
  endpoint text not null check (endpoint in ('authorize', 'token', 'revoke', 'graphql')),
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  status integer not null,
  error text,
  reason text,
  detail text,
  grant_id uuid,
  operation_name text,
  took_ms integer,
  request_id text,
  primary key (application_id, id)
);

-- Rows arrive in order of time, so a summary per block is index enough, and costs nothing to maintain.
create index application_log_at on application_log using brin (at);

create table grant_usage (
  grant_id uuid not null references grants (id) on delete cascade,
  day date not null,
  calls integer not null,
  -- Of quarters of an hour, so that a page can count days in the zone of whoever reads.
  quarters integer[],
  last_used_at timestamptz not null,
  primary key (grant_id, day)
);

-- Businesses that an owner excluded from somebody else's grant over all businesses.
create table grant_exclusions (
  grant_id uuid not null references grants (id) on delete cascade,
  business_id uuid not null references businesses (id) on delete cascade,
  excluded_by uuid,
  excluded_at timestamptz not null,
  primary key (grant_id, business_id)
);
