CREATE FUNCTION public.begin_books(begun uuid, currency text, begun_at timestamp with time zone) RETURNS void
    LANGUAGE sql
    AS $$
    insert into book_settings (business_id) values (begun) on conflict do nothing;
    insert into accounts
      (business_id, id, system_key, name, name_key, description, currency_code, subtype, type, can_archive, created_at, modified_at)
    select begun, (floor(extract(epoch from begun_at) * 1000)::bigint << 21) + chart.position,
      chart.system_key, chart.name, lower(chart.name), chart.description, currency, chart.subtype, chart.type,
      chart.can_archive, begun_at, begun_at
    from (values
      (1, null, 'Cash on Hand', 'Notes and coins, and money that is on its way to the bank.', 'CASH_AND_BANK', 'ASSET', true),
      (2, 'RECEIVABLE:' || currency, 'Accounts Receivable', 'What customers still have to pay on invoices.', 'RECEIVABLE_INVOICES', 'ASSET', false),
      (3, 'CREDITS:' || currency, 'Customer Credits', 'What customers paid ahead.', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false),
      (4, null, 'Sales', 'What customers are charged for goods and services.', 'INCOME', 'INCOME', true),
      (5, 'DISCOUNTS', 'Discounts', 'Reductions given on invoices; they lower income.', 'DISCOUNTS', 'INCOME', false),
      (6, null, 'Uncategorized Income', 'Money received for which nobody has said yet what it was.', 'UNCATEGORIZED_INCOME', 'INCOME', false),
      (7, 'FX_GAIN', 'Gain on Foreign Exchange', 'Gained because a rate changed between an invoice and its payment.', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false),
      (8, null, 'Cost of Goods Sold', 'What the goods cost that were sold.', 'COST_OF_GOODS_SOLD', 'EXPENSE', true),
      (9, null, 'Advertising', 'Advertisements, printed matter, fairs.', 'EXPENSE', 'EXPENSE', true),
      (10, null, 'Bank Charges', 'Fees of bank accounts and transfers.', 'EXPENSE', 'EXPENSE', true),
      (11, null, 'Insurance', 'Premiums of the business.', 'EXPENSE', 'EXPENSE', true),
      (12, null, 'Office Supplies', 'Paper, ink and small equipment.', 'EXPENSE', 'EXPENSE', true),
      (13, null, 'Professional Fees', 'Accountants, lawyers, consultants.', 'EXPENSE', 'EXPENSE', true),
      (14, null, 'Rent', 'Offices, shops, workshops.', 'EXPENSE', 'EXPENSE', true),
      (15, null, 'Software and Subscriptions', 'Programs, hosting, memberships.', 'EXPENSE', 'EXPENSE', true),
      (16, null, 'Travel', 'Journeys, hotels, meals on the way.', 'EXPENSE', 'EXPENSE', true),
      (17, null, 'Utilities', 'Electricity, water, heating, telephone, internet.', 'EXPENSE', 'EXPENSE', true),
      (18, null, 'Vehicle', 'Fuel, repairs, parking, leases.', 'EXPENSE', 'EXPENSE', true),
      (19, null, 'Wages', 'What employees earn.', 'PAYROLL_EXPENSES', 'EXPENSE', true),
      (20, null, 'Payment Processing Fees', 'What taking cards and transfers costs.', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true),
      (21, null, 'Uncategorized Expense', 'Money paid for which nobody has said yet what it was.', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false),
      (22, 'FX_LOSS', 'Loss on Foreign Exchange', 'Lost because a rate changed between an invoice and its payment.', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false),
      (23, null, 'Owner Investments and Drawings', 'What owners put in and take out.', 'NON_RETAINED_EARNINGS', 'EQUITY', true)
    ) as chart (position, system_key, name, description, subtype, type, can_archive)
    on conflict do nothing
  $$;
CREATE FUNCTION public.begin_books_of_new_business() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    perform begin_books(new.id, new.currency_code, new.created_at);
    return null;
  end $$;
CREATE FUNCTION public.refuse_change_of_books() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    -- The books go with their business, and only so.
    if tg_op = 'DELETE' and not exists (select 1 from businesses where id = old.business_id) then return old; end if;
    raise exception 'What was entered in the books is never changed: reverse it' using errcode = 'integrity_constraint_violation';
  end $$;
CREATE FUNCTION public.refuse_unbalanced_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (
      select 1 from added group by business_id, entry_id
      having sum(base_amount) filter (where book in (0, 1)) <> 0 or sum(base_amount) filter (where book in (0, 2)) <> 0
    ) then
      raise exception 'An entry does not balance' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end $$;
CREATE TABLE public.accounts (
    business_id uuid NOT NULL,
    id bigint NOT NULL,
    system_key text,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    description text,
    display_id text,
    currency_code text NOT NULL,
    subtype text NOT NULL,
    type text NOT NULL,
    can_archive boolean NOT NULL,
    is_archived boolean DEFAULT false NOT NULL,
    sequence integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    modified_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT accounts_check CHECK (((system_key IS NULL) OR (NOT can_archive))),
    CONSTRAINT accounts_check1 CHECK ((can_archive OR (NOT is_archived))),
    CONSTRAINT accounts_currency_code_check CHECK ((currency_code ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT accounts_description_check CHECK ((char_length(description) <= 2000)),
    CONSTRAINT accounts_display_id_check CHECK ((char_length(display_id) <= 50)),
    CONSTRAINT accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 300))),
    CONSTRAINT accounts_type_check CHECK ((type = ANY (ARRAY['ASSET'::text, 'EQUITY'::text, 'EXPENSE'::text, 'INCOME'::text, 'LIABILITY'::text])))
);
CREATE TABLE public.application_log (
    id bigint NOT NULL,
    application_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    endpoint text NOT NULL,
    outcome text NOT NULL,
    status integer NOT NULL,
    error text,
    reason text,
    detail text,
    grant_id uuid,
    operation_name text,
    took_ms integer,
    request_id text,
    CONSTRAINT application_log_endpoint_check CHECK ((endpoint = ANY (ARRAY['authorize'::text, 'token'::text, 'revoke'::text, 'graphql'::text]))),
    CONSTRAINT application_log_outcome_check CHECK ((outcome = ANY (ARRAY['ok'::text, 'refused'::text, 'failed'::text])))
);
ALTER TABLE public.application_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.application_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.application_secrets (
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    secret_digest text NOT NULL,
    hint text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE public.applications (
    id uuid NOT NULL,
    client_id text NOT NULL,
    owner_user_id uuid,
    name text NOT NULL,
    description text,
    home_page_url text,
    logo_url text,
    redirect_entries text[] NOT NULL,
    allowed_scopes text NOT NULL,
    optional_scopes text DEFAULT ''::text NOT NULL,
    scope_reasons jsonb DEFAULT '{}'::jsonb NOT NULL,
    extra_data jsonb,
    restriction text NOT NULL,
    access_token_seconds integer NOT NULL,
    rotate_refresh_tokens boolean DEFAULT false NOT NULL,
    is_checked boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    is_strict boolean DEFAULT false NOT NULL,
    CONSTRAINT applications_access_token_seconds_check CHECK ((access_token_seconds > 0)),
    CONSTRAINT applications_redirect_entries_check CHECK ((cardinality(redirect_entries) > 0)),
    CONSTRAINT applications_restriction_check CHECK ((restriction = ANY (ARRAY['single_business'::text, 'all_businesses'::text])))
);
CREATE TABLE public.authorization_codes (
    code_digest text NOT NULL,
    request_id uuid NOT NULL,
    application_id uuid NOT NULL,
    user_id uuid NOT NULL,
    grant_id uuid NOT NULL,
    business_id uuid,
    scopes text NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text,
    family_id uuid NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    consumed_at timestamp with time zone,
    revoked_at timestamp with time zone
);
CREATE TABLE public.authorization_requests (
    id uuid NOT NULL,
    handle_digest text NOT NULL,
    application_id uuid NOT NULL,
    redirect_uri text NOT NULL,
    scopes text NOT NULL,
    state text,
    approval_prompt text NOT NULL,
    business_parameter text,
    asked_business_id uuid,
    code_challenge text,
    account_user_id uuid,
    extensions integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    answered_at timestamp with time zone,
    answer text,
    answer_user_id uuid,
    answer_business_id uuid,
    answer_scopes text,
    answer_description text,
    CONSTRAINT authorization_requests_answer_check CHECK ((answer = ANY (ARRAY['allowed'::text, 'denied'::text]))),
    CONSTRAINT authorization_requests_approval_prompt_check CHECK ((approval_prompt = ANY (ARRAY['auto'::text, 'force'::text])))
);
CREATE TABLE public.book_settings (
    business_id uuid NOT NULL
);
CREATE TABLE public.browser_sessions (
    id uuid NOT NULL,
    cookie_digest text NOT NULL,
    current_user_id uuid,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    time_zone text
);
CREATE TABLE public.businesses (
    id uuid NOT NULL,
    name text NOT NULL,
    is_personal boolean DEFAULT false NOT NULL,
    is_archived boolean DEFAULT false NOT NULL,
    currency_code text NOT NULL,
    type text,
    subtype text,
    organizational_type text,
    timezone text,
    address_line1 text,
    address_line2 text,
    city text,
    province_code text,
    country_code text,
    postal_code text,
    phone text,
    fax text,
    mobile text,
    toll_free text,
    website text,
    is_classic_accounting boolean DEFAULT false NOT NULL,
    is_classic_invoicing boolean DEFAULT false NOT NULL,
    email_send_enabled boolean DEFAULT true NOT NULL,
    invoice_accent_color text,
    invoice_logo_url text,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL,
    CONSTRAINT businesses_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT businesses_currency_code_check CHECK ((currency_code ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT businesses_invoice_accent_color_check CHECK ((invoice_accent_color ~ '^#[0-9a-fA-F]{6}$'::text)),
    CONSTRAINT businesses_organizational_type_check CHECK ((organizational_type = ANY (ARRAY['CORPORATION'::text, 'PARTNERSHIP'::text, 'SOLE_PROPRIETORSHIP'::text])))
);
CREATE TABLE public.entries (
    business_id uuid NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    description text,
    notes text,
    document_kind text,
    document_id bigint,
    user_id uuid,
    application_id uuid,
    external_id text,
    request_digest text,
    reverses_id bigint,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.grant_exclusions (
    grant_id uuid NOT NULL,
    business_id uuid NOT NULL,
    excluded_by uuid,
    excluded_at timestamp with time zone NOT NULL
);
CREATE TABLE public.grant_usage (
    grant_id uuid NOT NULL,
    day date NOT NULL,
    calls integer NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    quarters integer[]
);
CREATE TABLE public.grants (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    application_id uuid NOT NULL,
    business_id uuid,
    scopes text NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone NOT NULL,
    receipt_reference text NOT NULL,
    granted_from text,
    ended_at timestamp with time zone,
    end_reason text
);
CREATE TABLE public.kept_pages (
    id_digest text NOT NULL,
    sealed text NOT NULL,
    is_shown_once boolean NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.memberships (
    user_id uuid NOT NULL,
    business_id uuid NOT NULL,
    role text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'editor'::text, 'viewer'::text])))
);
CREATE TABLE public.plans (
    business_id uuid NOT NULL,
    state text NOT NULL,
    name text NOT NULL,
    reason text,
    ends_on date,
    ended_on date,
    modified_at timestamp with time zone NOT NULL,
    CONSTRAINT plans_reason_check CHECK ((reason = ANY (ARRAY['plan_ended'::text, 'trial_over'::text, 'payment_failed'::text, 'plan_too_small'::text]))),
    CONSTRAINT plans_state_check CHECK ((state = ANY (ARRAY['active'::text, 'lapsed'::text, 'ineligible'::text])))
);
CREATE TABLE public.postings (
    business_id uuid NOT NULL,
    entry_id bigint NOT NULL,
    "position" integer NOT NULL,
    account_id bigint NOT NULL,
    day date NOT NULL,
    book smallint DEFAULT 0 NOT NULL,
    amount bigint NOT NULL,
    base_amount bigint NOT NULL,
    customer_id bigint,
    document_id bigint,
    CONSTRAINT postings_amount_check CHECK ((abs(amount) <= '1000000000000000'::bigint)),
    CONSTRAINT postings_base_amount_check CHECK ((abs(base_amount) <= '1000000000000000'::bigint)),
    CONSTRAINT postings_book_check CHECK ((book = ANY (ARRAY[0, 1, 2])))
);
CREATE TABLE public.retired_refresh_tokens (
    token_digest text NOT NULL,
    family_id uuid NOT NULL,
    retired_at timestamp with time zone NOT NULL
);
CREATE TABLE public.session_accounts (
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    signed_in_at timestamp with time zone NOT NULL,
    password_checked_at timestamp with time zone NOT NULL,
    signed_out_at timestamp with time zone
);
CREATE TABLE public.throttles (
    key text NOT NULL,
    count integer NOT NULL,
    window_started_at timestamp with time zone NOT NULL,
    blocked_until timestamp with time zone
);
CREATE TABLE public.token_families (
    id uuid NOT NULL,
    kind text NOT NULL,
    grant_id uuid,
    application_id uuid,
    user_id uuid NOT NULL,
    business_id uuid,
    scopes text NOT NULL,
    redirect_uri text,
    name text,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    access_digest text NOT NULL,
    replaced_access_digest text,
    access_scopes text NOT NULL,
    access_issued_at timestamp with time zone NOT NULL,
    access_expires_at timestamp with time zone,
    access_revoked_at timestamp with time zone,
    refresh_digest text,
    previous_refresh_digest text,
    CONSTRAINT token_families_check CHECK (((kind = 'oauth'::text) = (grant_id IS NOT NULL))),
    CONSTRAINT token_families_kind_check CHECK ((kind = ANY (ARRAY['oauth'::text, 'personal'::text])))
)
WITH (fillfactor='70');
CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    first_name text,
    last_name text,
    locale text DEFAULT 'en'::text NOT NULL,
    password_hash text NOT NULL,
    disabled_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    modified_at timestamp with time zone NOT NULL
);
INSERT INTO public.accounts VALUES
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'CAD', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559746, 'RECEIVABLE:CAD', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'CAD', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559747, 'CREDITS:CAD', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'CAD', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'CAD', 'INCOME', 'INCOME', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'CAD', 'DISCOUNTS', 'INCOME', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'CAD', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'CAD', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'CAD', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'CAD', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'CAD', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3527108917926559767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'CAD', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2023-04-18 22:23:13.097+00', '2023-04-18 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'USD', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959746, 'RECEIVABLE:USD', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'USD', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959747, 'CREDITS:USD', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'USD', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'USD', 'INCOME', 'INCOME', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'USD', 'DISCOUNTS', 'INCOME', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'USD', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'USD', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'USD', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'USD', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'USD', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'USD', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'USD', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 3655394222348959767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'USD', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2025-03-26 22:23:13.097+00', '2025-03-26 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'EUR', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159746, 'RECEIVABLE:EUR', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'EUR', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159747, 'CREDITS:EUR', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'EUR', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'EUR', 'INCOME', 'INCOME', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'EUR', 'DISCOUNTS', 'INCOME', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'EUR', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'EUR', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'EUR', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'EUR', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'EUR', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'EUR', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'EUR', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'EUR', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 3682392118336159767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'EUR', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2025-08-22 22:23:13.097+00', '2025-08-22 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'CAD', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559746, 'RECEIVABLE:CAD', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'CAD', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559747, 'CREDITS:CAD', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'CAD', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'CAD', 'INCOME', 'INCOME', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'CAD', 'DISCOUNTS', 'INCOME', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'CAD', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'CAD', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'CAD', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'CAD', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'CAD', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 3747259546278559767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'CAD', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2026-08-15 22:23:13.097+00', '2026-08-15 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'USD', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159746, 'RECEIVABLE:USD', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'USD', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159747, 'CREDITS:USD', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'USD', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'USD', 'INCOME', 'INCOME', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'USD', 'DISCOUNTS', 'INCOME', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'USD', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'USD', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'USD', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'USD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'USD', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'USD', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'USD', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'USD', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 3724972692544159767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'USD', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2026-04-14 22:23:13.097+00', '2026-04-14 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'CAD', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159746, 'RECEIVABLE:CAD', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'CAD', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159747, 'CREDITS:CAD', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'CAD', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'CAD', 'INCOME', 'INCOME', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'CAD', 'DISCOUNTS', 'INCOME', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'CAD', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'CAD', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'CAD', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'CAD', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'CAD', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 3758493570112159767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'CAD', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2026-10-16 22:23:13.097+00', '2026-10-16 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159745, NULL, 'Cash on Hand', 'cash on hand', 'Notes and coins, and money that is on its way to the bank.', NULL, 'CAD', 'CASH_AND_BANK', 'ASSET', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159746, 'RECEIVABLE:CAD', 'Accounts Receivable', 'accounts receivable', 'What customers still have to pay on invoices.', NULL, 'CAD', 'RECEIVABLE_INVOICES', 'ASSET', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159747, 'CREDITS:CAD', 'Customer Credits', 'customer credits', 'What customers paid ahead.', NULL, 'CAD', 'SYSTEM_CUSTOMER_CREDITS', 'LIABILITY', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159748, NULL, 'Sales', 'sales', 'What customers are charged for goods and services.', NULL, 'CAD', 'INCOME', 'INCOME', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159749, 'DISCOUNTS', 'Discounts', 'discounts', 'Reductions given on invoices; they lower income.', NULL, 'CAD', 'DISCOUNTS', 'INCOME', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159750, NULL, 'Uncategorized Income', 'uncategorized income', 'Money received for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_INCOME', 'INCOME', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159751, 'FX_GAIN', 'Gain on Foreign Exchange', 'gain on foreign exchange', 'Gained because a rate changed between an invoice and its payment.', NULL, 'CAD', 'GAIN_ON_FOREIGN_EXCHANGE', 'INCOME', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159752, NULL, 'Cost of Goods Sold', 'cost of goods sold', 'What the goods cost that were sold.', NULL, 'CAD', 'COST_OF_GOODS_SOLD', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159753, NULL, 'Advertising', 'advertising', 'Advertisements, printed matter, fairs.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159754, NULL, 'Bank Charges', 'bank charges', 'Fees of bank accounts and transfers.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159755, NULL, 'Insurance', 'insurance', 'Premiums of the business.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159756, NULL, 'Office Supplies', 'office supplies', 'Paper, ink and small equipment.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159757, NULL, 'Professional Fees', 'professional fees', 'Accountants, lawyers, consultants.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159758, NULL, 'Rent', 'rent', 'Offices, shops, workshops.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159759, NULL, 'Software and Subscriptions', 'software and subscriptions', 'Programs, hosting, memberships.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159760, NULL, 'Travel', 'travel', 'Journeys, hotels, meals on the way.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159761, NULL, 'Utilities', 'utilities', 'Electricity, water, heating, telephone, internet.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159762, NULL, 'Vehicle', 'vehicle', 'Fuel, repairs, parking, leases.', NULL, 'CAD', 'EXPENSE', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159763, NULL, 'Wages', 'wages', 'What employees earn.', NULL, 'CAD', 'PAYROLL_EXPENSES', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159764, NULL, 'Payment Processing Fees', 'payment processing fees', 'What taking cards and transfers costs.', NULL, 'CAD', 'PAYMENT_PROCESSING_FEES', 'EXPENSE', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159765, NULL, 'Uncategorized Expense', 'uncategorized expense', 'Money paid for which nobody has said yet what it was.', NULL, 'CAD', 'UNCATEGORIZED_EXPENSE', 'EXPENSE', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159766, 'FX_LOSS', 'Loss on Foreign Exchange', 'loss on foreign exchange', 'Lost because a rate changed between an invoice and its payment.', NULL, 'CAD', 'LOSS_ON_FOREIGN_EXCHANGE', 'EXPENSE', false, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 3690545845312159767, NULL, 'Owner Investments and Drawings', 'owner investments and drawings', 'What owners put in and take out.', NULL, 'CAD', 'NON_RETAINED_EARNINGS', 'EQUITY', true, false, 1, '2025-10-06 22:23:13.097+00', '2025-10-06 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764835360996065280, NULL, 'Till at the Café', 'till at the cafe', 'Front desk', '1010', 'CAD', 'CASH_AND_BANK', 'ASSET', true, false, 2, '2026-11-20 22:23:14.64+00', '2026-11-20 22:23:14.865+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764835361302249472, NULL, 'Old Loan', 'old loan', NULL, NULL, 'CAD', 'LOANS', 'LIABILITY', true, true, 2, '2026-11-20 22:23:14.786+00', '2026-11-20 22:23:15.02+00');
INSERT INTO public.application_log OVERRIDING SYSTEM VALUE VALUES
	(1, 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '2026-11-20 22:23:14.291+00', 'authorize', 'ok', 303, NULL, 'asked_the_person', NULL, NULL, NULL, NULL, '8jqIfQWxBHaX4yXMm0LPZg'),
	(2, 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '2026-11-20 22:23:14.466+00', 'token', 'ok', 200, NULL, NULL, NULL, '06131a54-3a1f-4f95-b306-b762f2c7fde7', 'authorization_code', 15, 'OtMmGV9D-Vi8qttRcZZPqw'),
	(3, 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '2026-11-20 22:23:14.687+00', 'graphql', 'ok', 200, NULL, NULL, NULL, '06131a54-3a1f-4f95-b306-b762f2c7fde7', NULL, 181, 'tbGFBcJagMpiTzgJKRH4YQ'),
	(4, 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '2026-11-20 22:23:14.796+00', 'graphql', 'ok', 200, NULL, NULL, NULL, '06131a54-3a1f-4f95-b306-b762f2c7fde7', NULL, 106, '72N81rMzvUyM7n5AJqGlUQ'),
	(5, 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '2026-11-20 22:23:14.907+00', 'graphql', 'ok', 200, NULL, NULL, NULL, '06131a54-3a1f-4f95-b306-b762f2c7fde7', NULL, 103, 'ainE53OKarEETdD8TSwluA'),
	(6, 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '2026-11-20 22:23:15.023+00', 'graphql', 'ok', 200, NULL, NULL, NULL, '06131a54-3a1f-4f95-b306-b762f2c7fde7', NULL, 111, 'UcE7Y-SVATur5dwdmkT6kg');
INSERT INTO public.application_secrets VALUES
	('27be7d9b-f4b5-4bd1-b27e-b311227fa048', 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '090HE8S7ePPUJ7lSF_oepB8FwhaHbopiyMucC559_QQ', '6rUU', '2026-11-20 22:23:13.895+00', NULL);
INSERT INTO public.applications VALUES
	('c7adb7d6-790c-4a23-b329-a5f3700f6235', '998a7850b17c356bbeccb9dab4eeaefd2076fe94', NULL, 'Ledger Pal', NULL, NULL, NULL, '{http://app.example/callback}', 'user:* business:* account:*', '', '{}', NULL, 'single_business', 7200, false, true, '2026-11-20 22:23:13.895+00', '2026-11-20 22:23:13.895+00', NULL, false);
INSERT INTO public.authorization_codes VALUES
	('Q-PGHdozr-x68nRkVk0PiNvJuPZeHrFRglgaVjXH9no', 'd3c0f6e8-7bb4-4f00-b86f-e7b1a02531d5', 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', '06131a54-3a1f-4f95-b306-b762f2c7fde7', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'account:* business:read user:read', 'http://app.example/callback', NULL, '4ff1c20c-4957-4c29-a0b5-a64081bc24c6', '2026-11-20 22:23:14.371+00', '2026-11-20 22:33:14.371+00', '2026-11-20 22:23:14.451+00', NULL);
INSERT INTO public.authorization_requests VALUES
	('d3c0f6e8-7bb4-4f00-b86f-e7b1a02531d5', 'm70bX7J8RHZvtPwD57FBnRvnkJRecmz4EGllFqj6R30', 'c7adb7d6-790c-4a23-b329-a5f3700f6235', 'http://app.example/callback', 'user:read business:read account:*', 's', 'force', NULL, NULL, NULL, NULL, 0, '2026-11-20 22:23:14.233+00', '2026-11-20 22:38:14.233+00', '2026-11-20 22:23:14.371+00', 'allowed', '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'account:* business:read user:read', NULL);
INSERT INTO public.book_settings VALUES
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07');
INSERT INTO public.businesses VALUES
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'Northwind Trading', false, false, 'CAD', 'PRODUCT_PROVIDER', 'WHOLESALE_DISTRIBUTION_SALES', 'CORPORATION', 'America/Toronto', '219 Carlaw Avenue', 'Unit 304', 'Toronto', 'CA-ON', 'CA', 'M4M 2S1', '+1 416 555 0142', '+1 416 555 0143', NULL, '+1 833 555 0142', 'https://northwind.example', false, false, true, '#1f6f8b', NULL, '2023-04-18 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 'Harbour Lane Bakery', false, false, 'USD', 'RETAILERS_AND_RESELLERS', 'RESTAURANT_CATERER_BAR', 'PARTNERSHIP', 'America/Los_Angeles', '1834 SE Division Street', NULL, 'Portland', 'US-OR', 'US', '97202', '+1 503 555 0187', NULL, '+1 971 555 0119', NULL, 'https://harbourlanebakery.example', false, false, true, '#b4552d', NULL, '2025-03-26 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 'Fern & Co', false, false, 'EUR', 'CONSULTANTS_PROFESSIONALS', 'DESIGN_ARCHITECTURE_ENGINEERING', 'CORPORATION', 'Europe/Paris', '14 rue des Capucins', 'Bâtiment B', 'Lyon', 'FR-69', 'FR', '69001', '+33 4 55 50 01 63', NULL, NULL, NULL, 'https://fern-and-co.example', false, false, true, '#2f6b3c', NULL, '2025-08-22 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 'Maya Chen Photography', true, false, 'CAD', 'ARTISTS_PHOTOGRAPHERS_CREATIVE', 'ARTISTS_PHOTOGRAPHERS_CREATIVE__PHOTOGRAPHER', 'SOLE_PROPRIETORSHIP', 'America/Vancouver', '88 East Pender Street', NULL, 'Vancouver', 'CA-BC', 'CA', 'V6A 1T1', '+1 604 555 0171', NULL, '+1 604 555 0172', NULL, NULL, false, false, true, '#7a4b9a', NULL, '2026-08-15 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 'Okafor Plumbing & Heating', false, false, 'USD', 'SERVICE_PROVIDER', 'CONSTRUCTION_HOME_IMPROVEMENT__CONTRACTOR', 'CORPORATION', 'America/Chicago', '2750 North Milwaukee Avenue', 'Suite 2', 'Chicago', 'US-IL', 'US', '60647', '+1 312 555 0138', NULL, NULL, '+1 888 555 0138', 'https://okafor-plumbing.example', false, false, true, '#24527a', NULL, '2026-04-14 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 'Atelier Tremblay', false, false, 'CAD', 'PRODUCT_PROVIDER', 'PRODUCT_PROVIDER__MANUFACTURER', 'SOLE_PROPRIETORSHIP', 'America/Montreal', '5425 rue de Bordeaux', 'Local 210', 'Montréal', 'CA-QC', 'CA', 'H2H 2P9', '+1 514 555 0155', NULL, NULL, NULL, 'https://atelier-tremblay.example', false, false, true, '#8a3b2a', NULL, '2026-10-16 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 'Studio Yoga Laurier', false, false, 'CAD', 'SERVICE_PROVIDER', 'SERVICE_PROVIDER__FITNESS', 'PARTNERSHIP', 'America/Montreal', '120 avenue Laurier Ouest', NULL, 'Montréal', 'CA-QC', 'CA', 'H2T 2N7', '+1 514 555 0199', NULL, NULL, NULL, NULL, false, false, true, '#3c6e71', NULL, '2025-10-06 22:23:13.097+00', '2026-11-20 22:23:13.097+00');
INSERT INTO public.entries VALUES
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000001, 'DEPOSIT', '2026-10-31', 'Takings', NULL, NULL, NULL, '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', NULL, NULL, NULL, NULL, '2026-10-31 12:00:00+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000002, 'DEPOSIT', '2026-11-01', 'Takings', NULL, NULL, NULL, '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', NULL, NULL, NULL, NULL, '2026-11-01 12:00:00+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000003, 'REVERSAL', '2026-11-01', 'Takings', NULL, NULL, NULL, '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', NULL, NULL, NULL, 3764000000000000002, '2026-11-02 12:00:00+00');
INSERT INTO public.grant_usage VALUES
	('06131a54-3a1f-4f95-b306-b762f2c7fde7', '2026-11-20', 4, '2026-11-20 22:23:15.023+00', '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4}');
INSERT INTO public.grants VALUES
	('06131a54-3a1f-4f95-b306-b762f2c7fde7', '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'c7adb7d6-790c-4a23-b329-a5f3700f6235', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'account:* business:read user:read', '2026-11-20 22:23:14.371+00', '2026-11-20 22:23:14.371+00', 'Y66R-9Y', NULL, NULL, NULL);
INSERT INTO public.kysely_migration VALUES
	('001-first-tables', '2026-11-20T22:23:13.060Z'),
	('002-time-zone-of-a-browser', '2026-11-20T22:23:13.061Z'),
	('003-businesses-out-of-a-grant', '2026-11-20T22:23:13.063Z'),
	('004-strict-applications', '2026-11-20T22:23:13.064Z'),
	('005-kept-pages', '2026-11-20T22:23:13.070Z'),
	('006-quarters-of-use', '2026-11-20T22:23:13.072Z'),
	('007-chart-of-accounts', '2026-11-20T22:23:13.094Z');
INSERT INTO public.kysely_migration_lock VALUES
	('migration_lock', 0);
INSERT INTO public.memberships VALUES
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'owner', true, '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 'owner', false, '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 'owner', false, '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 'owner', false, '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a02', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 'owner', true, '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a03', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 'owner', true, '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a03', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 'owner', false, '2026-11-20 22:23:13.097+00');
INSERT INTO public.plans VALUES
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'active', 'Pro', NULL, '2027-04-12', NULL, '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b02', 'active', 'Advisor', NULL, '2026-12-02', NULL, '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b03', 'lapsed', 'Pro', 'plan_ended', NULL, '2026-11-02', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b04', 'ineligible', 'Starter', 'plan_too_small', NULL, NULL, '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b05', 'active', 'Pro', NULL, '2027-09-17', NULL, '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b06', 'lapsed', 'Pro', 'trial_over', NULL, '2026-11-15', '2026-11-20 22:23:13.097+00'),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b07', 'lapsed', 'Advisor', 'payment_failed', NULL, '2026-11-18', '2026-11-20 22:23:13.097+00');
INSERT INTO public.postings VALUES
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000001, 0, 3527108917926559745, '2026-10-31', 0, 12345, 12345, NULL, NULL),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000001, 1, 3527108917926559748, '2026-10-31', 0, -12345, -12345, NULL, NULL),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000002, 0, 3527108917926559745, '2026-11-01', 0, 700, 700, NULL, NULL),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000002, 1, 3527108917926559748, '2026-11-01', 0, -700, -700, NULL, NULL),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000003, 0, 3527108917926559745, '2026-11-01', 0, -700, -700, NULL, NULL),
	('b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 3764000000000000003, 1, 3527108917926559748, '2026-11-01', 0, 700, 700, NULL, NULL);
INSERT INTO public.token_families VALUES
	('4ff1c20c-4957-4c29-a0b5-a64081bc24c6', 'oauth', '06131a54-3a1f-4f95-b306-b762f2c7fde7', 'c7adb7d6-790c-4a23-b329-a5f3700f6235', '6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'b1d0c7a2-3a1e-4f4b-8a55-0d9b6a7c1b01', 'account:* business:read user:read', 'http://app.example/callback', NULL, '2026-11-20 22:23:14.451+00', NULL, NULL, 'vWBOFm0A-YjTIxmcY7XjnONLP5ZKrM5H4ZPgueHsV4A', NULL, 'account:* business:read user:read', '2026-11-20 22:23:14.451+00', '2026-11-21 00:23:14.451+00', NULL, '1fXeGozzEAqVL6cv7Vku1BASo3Js2Bzh6yEsNpyIRck', NULL);
INSERT INTO public.users VALUES
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a01', 'many@harbour.example', 'Maya', 'Chen', 'en', '$argon2id$v=19$m=19456,t=2,p=1$4gfueaX6wg6iMdveXSoUgQ$Jml/h4RB3K8Q+3K/FyX1mu09cLg485wiehahyl9FuqU', NULL, '2023-01-20 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a02', 'single@harbour.example', 'Simon', 'Okafor', 'en', '$argon2id$v=19$m=19456,t=2,p=1$uUhEwqgztJtwJp96EIUbtw$HWajdW5YkN8+B9N3klNon6oX35CvXhXdQ3+lDqDTWj8', NULL, '2023-01-20 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a03', 'lapsed@harbour.example', 'Léa', 'Tremblay', 'fr', '$argon2id$v=19$m=19456,t=2,p=1$/ZlaUq6jMDTXBUEeaQRh1Q$e/AWscy1faTYkDGA5fWtXHtw2ow9tMIUWOaSA3tktVs', NULL, '2023-01-20 22:23:13.097+00', '2026-11-20 22:23:13.097+00'),
	('6f1f0f6e-0a51-4c39-9d6f-5f0c9f3d1a04', 'empty@harbour.example', 'Emil', 'Novak', 'en', '$argon2id$v=19$m=19456,t=2,p=1$mSM3ZLzudHIKZdFnJjUZfQ$UxPj/0GyBVhRFW2mu8JaXNyY8W1fl4PhaH5hU+PR/Qk', NULL, '2023-01-20 22:23:13.097+00', '2026-11-20 22:23:13.097+00');
SELECT pg_catalog.setval('public.application_log_id_seq', 6, true);
ALTER TABLE public.accounts
    ADD CONSTRAINT accounts_business_id_system_key_key UNIQUE (business_id, system_key);
ALTER TABLE public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (business_id, id);
ALTER TABLE public.application_log
    ADD CONSTRAINT application_log_pkey PRIMARY KEY (application_id, id);
ALTER TABLE public.application_secrets
    ADD CONSTRAINT application_secrets_pkey PRIMARY KEY (id);
ALTER TABLE public.application_secrets
    ADD CONSTRAINT application_secrets_secret_digest_key UNIQUE (secret_digest);
ALTER TABLE public.applications
    ADD CONSTRAINT applications_client_id_key UNIQUE (client_id);
ALTER TABLE public.applications
    ADD CONSTRAINT applications_pkey PRIMARY KEY (id);
ALTER TABLE public.authorization_codes
    ADD CONSTRAINT authorization_codes_pkey PRIMARY KEY (code_digest);
ALTER TABLE public.authorization_requests
    ADD CONSTRAINT authorization_requests_handle_digest_key UNIQUE (handle_digest);
ALTER TABLE public.authorization_requests
    ADD CONSTRAINT authorization_requests_pkey PRIMARY KEY (id);
ALTER TABLE public.book_settings
    ADD CONSTRAINT book_settings_pkey PRIMARY KEY (business_id);
ALTER TABLE public.browser_sessions
    ADD CONSTRAINT browser_sessions_cookie_digest_key UNIQUE (cookie_digest);
ALTER TABLE public.browser_sessions
    ADD CONSTRAINT browser_sessions_pkey PRIMARY KEY (id);
ALTER TABLE public.businesses
    ADD CONSTRAINT businesses_pkey PRIMARY KEY (id);
ALTER TABLE public.entries
    ADD CONSTRAINT entries_business_id_external_id_key UNIQUE (business_id, external_id);
ALTER TABLE public.entries
    ADD CONSTRAINT entries_business_id_reverses_id_key UNIQUE (business_id, reverses_id);
ALTER TABLE public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (business_id, id);
ALTER TABLE public.grant_exclusions
    ADD CONSTRAINT grant_exclusions_pkey PRIMARY KEY (grant_id, business_id);
ALTER TABLE public.grant_usage
    ADD CONSTRAINT grant_usage_pkey PRIMARY KEY (grant_id, day);
ALTER TABLE public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);
ALTER TABLE public.kept_pages
    ADD CONSTRAINT kept_pages_pkey PRIMARY KEY (id_digest);
ALTER TABLE public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (user_id, business_id);
ALTER TABLE public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (business_id);
ALTER TABLE public.postings
    ADD CONSTRAINT postings_pkey PRIMARY KEY (business_id, entry_id, "position");
ALTER TABLE public.retired_refresh_tokens
    ADD CONSTRAINT retired_refresh_tokens_pkey PRIMARY KEY (token_digest);
ALTER TABLE public.session_accounts
    ADD CONSTRAINT session_accounts_pkey PRIMARY KEY (session_id, user_id);
ALTER TABLE public.throttles
    ADD CONSTRAINT throttles_pkey PRIMARY KEY (key);
ALTER TABLE public.token_families
    ADD CONSTRAINT token_families_pkey PRIMARY KEY (id);
ALTER TABLE public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE INDEX accounts_name ON public.accounts USING btree (business_id, name_key, id);
CREATE INDEX application_log_at ON public.application_log USING brin (at);
CREATE INDEX application_secrets_application ON public.application_secrets USING btree (application_id);
CREATE INDEX applications_owner ON public.applications USING btree (owner_user_id);
CREATE INDEX authorization_codes_expiry ON public.authorization_codes USING btree (expires_at);
CREATE INDEX authorization_codes_grant ON public.authorization_codes USING btree (grant_id);
CREATE INDEX authorization_requests_expiry ON public.authorization_requests USING btree (expires_at);
CREATE INDEX browser_sessions_expiry ON public.browser_sessions USING btree (expires_at);
CREATE INDEX entries_day ON public.entries USING btree (business_id, day, id);
CREATE INDEX entries_document ON public.entries USING btree (business_id, document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX grants_application ON public.grants USING btree (application_id);
CREATE INDEX grants_business ON public.grants USING btree (business_id);
CREATE UNIQUE INDEX grants_live ON public.grants USING btree (user_id, application_id, COALESCE(business_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (ended_at IS NULL);
CREATE INDEX kept_pages_expiry ON public.kept_pages USING btree (expires_at);
CREATE INDEX memberships_business ON public.memberships USING btree (business_id);
CREATE UNIQUE INDEX memberships_default ON public.memberships USING btree (user_id) WHERE is_default;
CREATE INDEX postings_account ON public.postings USING btree (business_id, account_id, day, entry_id) INCLUDE (book, amount, base_amount);
CREATE INDEX retired_refresh_tokens_family ON public.retired_refresh_tokens USING btree (family_id);
CREATE INDEX session_accounts_user ON public.session_accounts USING btree (user_id);
CREATE INDEX throttles_window ON public.throttles USING btree (window_started_at);
CREATE INDEX token_families_ended ON public.token_families USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX token_families_grant ON public.token_families USING btree (grant_id);
CREATE INDEX token_families_user ON public.token_families USING btree (user_id);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE TRIGGER businesses_begin_books AFTER INSERT ON public.businesses FOR EACH ROW EXECUTE FUNCTION public.begin_books_of_new_business();
CREATE TRIGGER entries_stay BEFORE DELETE OR UPDATE ON public.entries FOR EACH ROW EXECUTE FUNCTION public.refuse_change_of_books();
CREATE TRIGGER postings_balance AFTER INSERT ON public.postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_unbalanced_entries();
CREATE TRIGGER postings_stay BEFORE DELETE OR UPDATE ON public.postings FOR EACH ROW EXECUTE FUNCTION public.refuse_change_of_books();
ALTER TABLE public.accounts
    ADD CONSTRAINT accounts_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.application_secrets
    ADD CONSTRAINT application_secrets_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE;
ALTER TABLE public.applications
    ADD CONSTRAINT applications_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES public.users(id);
ALTER TABLE public.authorization_codes
    ADD CONSTRAINT authorization_codes_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE;
ALTER TABLE public.authorization_codes
    ADD CONSTRAINT authorization_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id) ON DELETE CASCADE;
ALTER TABLE public.authorization_codes
    ADD CONSTRAINT authorization_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.authorization_requests
    ADD CONSTRAINT authorization_requests_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE;
ALTER TABLE public.book_settings
    ADD CONSTRAINT book_settings_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.browser_sessions
    ADD CONSTRAINT browser_sessions_current_user_id_fkey FOREIGN KEY (current_user_id) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE public.entries
    ADD CONSTRAINT entries_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.entries
    ADD CONSTRAINT entries_business_id_reverses_id_fkey FOREIGN KEY (business_id, reverses_id) REFERENCES public.entries(business_id, id) ON DELETE CASCADE;
ALTER TABLE public.grant_exclusions
    ADD CONSTRAINT grant_exclusions_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.grant_exclusions
    ADD CONSTRAINT grant_exclusions_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id) ON DELETE CASCADE;
ALTER TABLE public.grant_usage
    ADD CONSTRAINT grant_usage_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id) ON DELETE CASCADE;
ALTER TABLE public.grants
    ADD CONSTRAINT grants_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.applications(id) ON DELETE CASCADE;
ALTER TABLE public.grants
    ADD CONSTRAINT grants_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.grants
    ADD CONSTRAINT grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.memberships
    ADD CONSTRAINT memberships_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE public.plans
    ADD CONSTRAINT plans_business_id_fkey FOREIGN KEY (business_id) REFERENCES public.businesses(id) ON DELETE CASCADE;
ALTER TABLE public.postings
    ADD CONSTRAINT postings_business_id_account_id_fkey FOREIGN KEY (business_id, account_id) REFERENCES public.accounts(business_id, id) ON DELETE CASCADE;
ALTER TABLE public.postings
    ADD CONSTRAINT postings_business_id_entry_id_fkey FOREIGN KEY (business_id, entry_id) REFERENCES public.entries(business_id, id) ON DELETE CASCADE;
ALTER TABLE public.retired_refresh_tokens
    ADD CONSTRAINT retired_refresh_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES public.token_families(id) ON DELETE CASCADE;
ALTER TABLE public.session_accounts
    ADD CONSTRAINT session_accounts_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.browser_sessions(id) ON DELETE CASCADE;
ALTER TABLE public.session_accounts
    ADD CONSTRAINT session_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
