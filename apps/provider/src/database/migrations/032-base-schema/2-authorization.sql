-- Applications, what they ask for, grants, codes and tokens.

create table applications (
  id uuid primary key,
  client_id text not null unique,
  owner_user_id uuid references users (id),
  name text not null,
  description text,
  -- The address that stop pages send people back to.
  home_page_url text,
  logo_url text,
  redirect_entries text[] not null check (cardinality(redirect_entries) > 0),
  -- The scopes that the application may ask for, in wire form.
  allowed_scopes text not null,
  -- The scopes that a person may leave out on the consent page, in wire form.
  optional_scopes text not null default '',
  -- The application's own explanation of each scope, by scope value. Written as JSON text.
  scope_reasons jsonb not null default '{}',
  -- The developer's own JSON. Written as JSON text.
  extra_data jsonb,
  restriction text not null check (restriction in ('single_business', 'all_businesses')),
  access_token_seconds integer not null check (access_token_seconds > 0),
  rotate_refresh_tokens boolean not null default false,
  -- True if Harbour has reviewed this application; pages warn about the others.
  is_checked boolean not null default false,
  -- True for integration checks: a refresh without `redirect_uri` is refused.
  is_strict boolean not null default false,
  -- True to send `iss` with each answer of authorize; null for the provider's setting.
  sends_issuer boolean,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- A deleted application stays as a name on the lists of the people who had let it in.
  deleted_at timestamptz
);

create index applications_owner on applications (owner_user_id);

create table application_secrets (
  id uuid primary key,
  application_id uuid not null references applications (id) on delete cascade,
  secret_digest text not null unique,
  -- The last four characters of the secret, to distinguish two live ones.
  hint text not null,
  created_at timestamptz not null,
  -- The end of the overlap for an older secret; null for the newest.
  expires_at timestamptz
);

create index application_secrets_application on application_secrets (application_id);

-- An authorize request that passed every check and waits for the person.
create table authorization_requests (
  id uuid primary key,
  -- Digest of the id in the page's address.
  handle_digest text not null unique,
  application_id uuid not null references applications (id) on delete cascade,
  -- The redirect URI of the answer, which the token endpoint compares byte for byte.
  redirect_uri text not null,
  scopes text not null,
  -- `state` as percent-encoded bytes, exactly those received; null if there was none.
  state text,
  approval_prompt text not null check (approval_prompt in ('auto', 'force')),
  -- Not null if `businessId` was sent.
  business_parameter text,
  -- The UUID in `businessId`, if it is well formed; it may not exist.
  asked_business_id uuid,
  code_challenge text,
  -- The account chosen on the page.
  account_user_id uuid,
  -- True for `prompt=login`.
  asks_password boolean not null default false,
  -- The number of times that the person asked for more time.
  extensions integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  answer text check (answer in ('allowed', 'denied')),
  answer_user_id uuid,
  answer_business_id uuid,
  answer_scopes text,
  -- The page's text for a denial, sent as `error_description`.
  answer_description text
);

create index authorization_requests_expiry on authorization_requests (expires_at);

-- A person's approval of an application, for one business or (null) for all of theirs. At most one live row for each. A personal
-- token is a grant without an application.
create table grants (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Null for a personal token.
  application_id uuid references applications (id) on delete cascade,
  business_id uuid references businesses (id) on delete cascade,
  -- All scopes allowed since the grant began, in wire form.
  scopes text not null,
  -- The time of the first approval.
  granted_at timestamptz not null,
  -- The time of the last approval.
  confirmed_at timestamptz not null,
  -- The reference, for example `7F2K-91`, of the request that last fetched tokens; both logs and the application have it.
  receipt_reference text not null,
  -- The browser of the approval, for example `Chrome on Mac`.
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
  -- The id of the family that its tokens will have, so that a replay of the code finds them.
  family_id uuid not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  revoked_at timestamptz
);

create index authorization_codes_grant on authorization_codes (grant_id);

create index authorization_codes_expiry on authorization_codes (expires_at);

-- All tokens that came from one code, of which one access token is live: a refresh overwrites the old one, so two can never be
-- live at once. A token contains the id of its family, which finds the row; the digest proves it. A personal token is a family
-- of its own, without application, code or refresh token.
-- No reference to the grant: the exchange locks the grant itself, more strictly than a reference would.
-- A refresh changes no indexed column and finds room on its page (fillfactor): PostgreSQL then writes one row and no index.
create table token_families (
  id uuid primary key,
  kind text not null check (kind in ('oauth', 'personal')),
  grant_id uuid not null,
  application_id uuid,
  user_id uuid not null,
  business_id uuid,
  -- The scopes of the authorization; a refresh may narrow those of one access token, never these.
  scopes text not null,
  redirect_uri text,
  -- The name that a person gave a personal token.
  name text,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  access_digest text not null,
  -- The previous access token, so that the developers' log can say "replaced by a refresh".
  replaced_access_digest text,
  access_scopes text not null,
  access_issued_at timestamptz not null,
  -- Null for a personal token that was created before these had an end.
  access_expires_at timestamptz,
  access_revoked_at timestamptz,
  -- Null for a personal token.
  refresh_digest text,
  -- The refresh token that rotation replaced by `refresh_digest`; valid until the new one is first used.
  previous_refresh_digest text
) with (fillfactor = 70);

create index token_families_grant on token_families (grant_id);

create index token_families_user on token_families (user_id);

create index token_families_ended on token_families (ended_at) where ended_at is not null;

-- Refresh tokens that rotation replaced: a sender of one has a copy.
create table retired_refresh_tokens (
  token_digest text primary key,
  family_id uuid not null references token_families (id) on delete cascade,
  retired_at timestamptz not null
);

create index retired_refresh_tokens_family on retired_refresh_tokens (family_id);

-- The calls in the developers' log. Never contains a secret, a token or a code.
create table application_log (
  id bigint generated always as identity,
  application_id uuid not null,
  at timestamptz not null,
  endpoint text not null check (endpoint in ('authorize', 'token', 'revoke', 'graphql')),
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  -- HTTP status of the answer.
  status integer not null,
  -- The error code that the caller received, for example `invalid_grant`.
  error text,
  -- Our exact reason, for example `redirect_uri_differs`.
  reason text,
  -- The reason in one sentence, for example "redirect_uri differs from the authorize value at character 31".
  detail text,
  grant_id uuid,
  operation_name text,
  took_ms integer,
  request_id text,
  primary key (application_id, id)
);

-- Rows arrive in order of time, so a summary per block is index enough, and costs nothing to maintain.
create index application_log_at on application_log using brin (at);

-- Calls with the tokens of a grant, by day (UTC).
create table grant_usage (
  grant_id uuid not null references grants (id) on delete cascade,
  day date not null,
  calls integer not null,
  -- The calls by quarter of an hour since midnight UTC, kept for as long as a page needs them.
  quarters integer[],
  last_used_at timestamptz not null,
  primary key (grant_id, day)
);

-- A business that one of its owners excluded from somebody else's grant over all businesses.
create table grant_exclusions (
  grant_id uuid not null references grants (id) on delete cascade,
  business_id uuid not null references businesses (id) on delete cascade,
  excluded_by uuid,
  excluded_at timestamptz not null,
  primary key (grant_id, business_id)
);
