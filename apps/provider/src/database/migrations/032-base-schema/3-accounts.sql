-- The chart of accounts, and the entries that change its balances. The database itself gives every business a chart.
--
-- Every row of a business has the business in its key, so that it cannot refer to the books of another one.

-- One row for each business: a writer of its books locks it.
create table book_settings (
  business_id uuid primary key references businesses (id) on delete cascade,
  -- What a new invoice or estimate begins with.
  payment_term_days integer not null default 30 check (payment_term_days between 0 and 365),
  invoice_title text not null default 'Invoice' check (char_length(invoice_title) between 1 and 100),
  estimate_title text not null default 'Estimate' check (char_length(estimate_title) between 1 and 100),
  item_title text not null default 'Items' check (char_length(item_title) between 1 and 100),
  unit_title text not null default 'Quantity' check (char_length(unit_title) between 1 and 100),
  price_title text not null default 'Price' check (char_length(price_title) between 1 and 100),
  amount_title text not null default 'Amount' check (char_length(amount_title) between 1 and 100),
  invoice_memo text check (char_length(invoice_memo) <= 5000),
  invoice_footer text check (char_length(invoice_footer) <= 5000),
  estimate_memo text check (char_length(estimate_memo) <= 5000),
  estimate_footer text check (char_length(estimate_footer) <= 5000),
  hide_amount boolean not null default false,
  hide_description boolean not null default false,
  hide_name boolean not null default false,
  hide_price boolean not null default false,
  hide_unit boolean not null default false
);

create table accounts (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  system_key text,
  name text not null check (char_length(name) between 1 and 300),
  name_key text collate "C" not null,
  description text check (char_length(description) <= 2000),
  display_id text check (char_length(display_id) <= 50),
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  subtype text not null,
  type text not null check (type in ('ASSET', 'EQUITY', 'EXPENSE', 'INCOME', 'LIABILITY')),
  can_archive boolean not null,
  is_archived boolean not null default false,
  sequence integer not null default 1,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (business_id, id),
  unique (business_id, system_key),
  check (system_key is null or not can_archive),
  check (can_archive or not is_archived)
);

create index accounts_name on accounts (business_id, name_key, id);

create table entries (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  kind text not null,
  day date not null,
  description text,
  notes text,
  document_kind text,
  document_id bigint,
  user_id uuid,
  application_id uuid,
  external_id text,
  request_digest text,
  origin text check (origin in ('MANUAL', 'ZAPIER')),
  reverses_id bigint,
  created_at timestamptz(3) not null,
  primary key (business_id, id),
  unique (business_id, external_id),
  unique (business_id, reverses_id),
  foreign key (business_id, reverses_id) references entries (business_id, id) on delete cascade
);

create index entries_day on entries (business_id, day, id);

create index entries_document on entries (business_id, document_id) where document_id is not null;

-- Book 0 counts on accrual and on cash, 1 on accrual alone, 2 on cash alone. Amounts are in minor units; a debit is positive.
create table postings (
  business_id uuid not null,
  entry_id bigint not null,
  position integer not null,
  account_id bigint not null,
  -- That of its entry, so that the transactions of one account and kind are read by an index.
  kind text not null,
  day date not null,
  book smallint not null default 0 check (book in (0, 1, 2)),
  amount bigint not null check (abs(amount) <= 1000000000000000),
  base_amount bigint not null check (abs(base_amount) <= 1000000000000000),
  description text check (char_length(description) <= 2000),
  customer_id bigint,
  document_id bigint,
  primary key (business_id, entry_id, position),
  foreign key (business_id, entry_id) references entries (business_id, id) on delete cascade,
  foreign key (business_id, account_id) references accounts (business_id, id) on delete cascade
);

create index postings_account on postings (business_id, account_id, day, entry_id) include (book, amount, base_amount);

create index postings_account_kind on postings (business_id, account_id, kind, day, entry_id);

create index entries_kind on entries (business_id, kind, day, id);

-- Finds the postings of a document: the amount due is checked against them.
create index postings_document on postings (business_id, document_id, account_id) include (book, day, amount, base_amount)
  where document_id is not null;

create function refuse_change_of_books() returns trigger language plpgsql as $$
begin
  -- The books go with their business, and only so.
  if tg_op = 'DELETE' and not exists (select 1 from businesses where id = old.business_id) then return old; end if;
  raise exception 'What was entered in the books is never changed: reverse it' using errcode = 'integrity_constraint_violation';
end $$;

create trigger entries_stay before update or delete on entries
  for each row execute function refuse_change_of_books();

create trigger postings_stay before update or delete on postings
  for each row execute function refuse_change_of_books();

create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from added group by business_id, entry_id
    having sum(base_amount) filter (where book in (0, 1)) <> 0 or sum(base_amount) filter (where book in (0, 2)) <> 0
  ) then
    raise exception 'An entry does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger postings_balance after insert on postings referencing new table as added
  for each statement execute function refuse_unbalanced_entries();

create function begin_books(begun uuid, currency text, begun_at timestamptz) returns void language sql as $$
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

create function begin_books_of_new_business() returns trigger language plpgsql as $$
begin
  perform begin_books(new.id, new.currency_code, new.created_at);
  return null;
end $$;

create trigger businesses_begin_books after insert on businesses
  for each row execute function begin_books_of_new_business();
