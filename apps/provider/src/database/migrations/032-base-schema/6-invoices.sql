-- Invoices and their payments. Amounts are in minor units of the invoice's currency, those called `_base` in the currency
-- of the business. A deleted row is kept, so that its number is not given again; nothing refers to it any more.
--
-- Nothing that an invoice refers to can be deleted while it does. Each table has the business in its key too: with a business its
-- rows are deleted before those references are checked.

-- The rate last used on a day, in units of the business's currency for one unit of another.
create table exchange_rates (
  business_id uuid not null references businesses (id) on delete cascade,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric(20,10) not null check (rate > 0),
  primary key (business_id, currency_code, day)
);

create table invoices (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  anonymous_id text not null unique check (char_length(anonymous_id) between 20 and 100),
  customer_id bigint not null,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  exchange_rate numeric(20,10) not null check (exchange_rate > 0),
  invoice_number text not null check (char_length(invoice_number) between 1 and 50),
  number_value numeric(30,0),
  invoice_day date not null,
  due_day date not null,
  life text not null check (life in ('DRAFT', 'SAVED', 'SENT', 'VIEWED')),
  title text not null check (char_length(title) between 1 and 100),
  subhead text check (char_length(subhead) <= 300),
  memo text check (char_length(memo) <= 5000),
  footer text check (char_length(footer) <= 5000),
  po_number text check (char_length(po_number) <= 100),
  item_title text not null check (char_length(item_title) between 1 and 100),
  unit_title text not null check (char_length(unit_title) between 1 and 100),
  price_title text not null check (char_length(price_title) between 1 and 100),
  amount_title text not null check (char_length(amount_title) between 1 and 100),
  hide_amount boolean not null,
  hide_description boolean not null,
  hide_name boolean not null,
  hide_price boolean not null,
  hide_unit boolean not null,
  disable_amex_payments boolean not null,
  disable_bank_payments boolean not null,
  disable_credit_card_payments boolean not null,
  require_terms_of_service boolean not null,
  discount_kind text check (discount_kind in ('FIXED', 'PERCENTAGE')),
  discount_amount bigint,
  discount_percentage numeric(9,6),
  discount_name text check (char_length(discount_name) <= 300),
  discount_created_at timestamptz(3),
  discount_modified_at timestamptz(3),
  source_estimate_id bigint,
  -- What was paid of the estimate it was made of: put to the invoice when it is approved.
  deposit bigint not null default 0 check (deposit >= 0),
  deposit_base bigint not null default 0,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null check (abs(total) <= 1000000000000000),
  total_base bigint not null check (abs(total_base) <= 1000000000000000),
  paid bigint not null default 0 check (abs(paid) <= 1000000000000000),
  settled_base bigint not null default 0,
  due bigint not null generated always as (total - paid) stored,
  due_base bigint not null generated always as (total_base - settled_base) stored,
  -- What is shown, but for OVERDUE, which depends on the day.
  state text not null generated always as (case when life = 'DRAFT' then 'DRAFT' when total < paid then 'OVERPAID'
    when total = paid then 'PAID' when paid > 0 then 'PARTIAL' else life end) stored,
  entry_id bigint,
  approved_at timestamptz(3),
  last_sent_at timestamptz(3),
  last_sent_via text,
  last_viewed_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customers (business_id, id),
  foreign key (business_id, entry_id) references entries (business_id, id),
  check ((life = 'DRAFT') = (approved_at is null)),
  check (life <> 'DRAFT' or paid = 0),
  check ((discount_kind is not distinct from 'FIXED') = (discount_amount is not null)),
  check ((discount_kind is not distinct from 'PERCENTAGE') = (discount_percentage is not null))
);

create unique index invoices_number on invoices (business_id, invoice_number) where deleted_at is null;

-- Numbers of deleted invoices are not reused, if they were approved.
create index invoices_by_number on invoices (business_id, number_value, id) include (deleted_at, approved_at);

create index invoices_live on invoices (business_id, id) where deleted_at is null;

create index invoices_customer on invoices (business_id, customer_id, id) where deleted_at is null;

create index invoices_currency on invoices (business_id, currency_code, id) where deleted_at is null;

create index invoices_day on invoices (business_id, invoice_day, id) where deleted_at is null;

create index invoices_due_day on invoices (business_id, due_day, id) where deleted_at is null;

create index invoices_modified on invoices (business_id, modified_at, id) where deleted_at is null;

create index invoices_total on invoices (business_id, total, id) where deleted_at is null;

create index invoices_paid on invoices (business_id, paid, id) where deleted_at is null;

create index invoices_due on invoices (business_id, due, id) where deleted_at is null;

-- The index alone shows which of them are overdue.
create index invoices_state_written on invoices (business_id, state, id) include (due_day) where deleted_at is null;

create index invoices_source on invoices (business_id, source_estimate_id) where source_estimate_id is not null;

create table invoice_items (
  business_id uuid not null references businesses (id) on delete cascade,
  invoice_id bigint not null,
  position integer not null,
  id bigint not null,
  product_id bigint not null,
  account_id bigint not null,
  description text check (char_length(description) <= 2000),
  quantity numeric(20,8) not null,
  unit_price numeric(20,8) not null,
  subtotal bigint not null,
  discount_share bigint not null,
  total bigint not null,
  primary key (business_id, invoice_id, position),
  unique (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  foreign key (business_id, product_id) references products (business_id, id),
  foreign key (business_id, account_id) references accounts (business_id, id)
);

create index invoice_items_product on invoice_items (business_id, product_id);

create table invoice_item_taxes (
  business_id uuid not null references businesses (id) on delete cascade,
  invoice_id bigint not null,
  item_position integer not null,
  position integer not null,
  sales_tax_id bigint not null,
  is_compound boolean not null,
  rate numeric(9,6) not null,
  amount bigint not null,
  primary key (business_id, invoice_id, item_position, position),
  unique (business_id, invoice_id, item_position, sales_tax_id),
  foreign key (business_id, invoice_id, item_position)
    references invoice_items (business_id, invoice_id, position) on delete cascade,
  foreign key (business_id, sales_tax_id) references sales_taxes (business_id, id)
);

create index invoice_item_taxes_tax on invoice_item_taxes (business_id, sales_tax_id);

-- A negative amount was paid back. For a payment from a deposit, the account is that of the customer's credits.
create table invoice_payments (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  invoice_id bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 1000000000000000),
  exchange_rate numeric(20,10) not null check (exchange_rate > 0),
  account_id bigint not null,
  day date not null,
  method text not null,
  memo text check (char_length(memo) <= 2000),
  origin text not null check (origin in ('MANUAL', 'ESTIMATE_DEPOSIT')),
  base_received bigint not null,
  base_settled bigint not null default 0,
  entry_id bigint,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (business_id, id),
  foreign key (business_id, invoice_id) references invoices (business_id, id) on delete cascade,
  foreign key (business_id, account_id) references accounts (business_id, id),
  foreign key (business_id, entry_id) references entries (business_id, id)
);

create index invoice_payments_invoice on invoice_payments (business_id, invoice_id, day, id) where deleted_at is null;

-- The number of invoices of each state and due day, and the amount due on them: of each customer, and of all as
-- customer 0. The database itself updates it, in the transaction that changes an invoice, no matter who changes it.
create table open_days (
  business_id uuid not null references businesses (id) on delete cascade,
  customer_id bigint not null,
  currency_code text not null,
  due_day date not null,
  state text not null,
  n bigint not null,
  due bigint not null,
  due_base bigint not null,
  primary key (business_id, customer_id, currency_code, due_day, state)
);

create function add_to_open_days() returns trigger language plpgsql as $$
begin
  insert into open_days as kept (business_id, customer_id, currency_code, due_day, state, n, due, due_base)
    select business_id, counted.customer_id, currency_code, due_day, state, count(*), sum(due), sum(due_base)
    from added cross join lateral (values (0::bigint), (added.customer_id)) as counted (customer_id)
    where deleted_at is null
    group by business_id, counted.customer_id, currency_code, due_day, state
    order by business_id, counted.customer_id, currency_code, due_day, state
    on conflict (business_id, customer_id, currency_code, due_day, state) do update set
      n = kept.n + excluded.n, due = kept.due + excluded.due, due_base = kept.due_base + excluded.due_base;
  return null;
end $$;

create function take_from_open_days() returns trigger language plpgsql as $$
begin
  with gone as (
    select business_id, counted.customer_id, currency_code, due_day, state, count(*) as n, sum(due) as due,
      sum(due_base) as due_base
    from removed cross join lateral (values (0::bigint), (removed.customer_id)) as counted (customer_id)
    where deleted_at is null
    group by business_id, counted.customer_id, currency_code, due_day, state
  )
  update open_days as kept
    set n = kept.n - gone.n, due = kept.due - gone.due, due_base = kept.due_base - gone.due_base
    from gone
    where kept.business_id = gone.business_id and kept.customer_id = gone.customer_id
      and kept.currency_code = gone.currency_code and kept.due_day = gone.due_day and kept.state = gone.state;
  delete from open_days kept using removed
    where kept.n = 0 and kept.business_id = removed.business_id
      and kept.customer_id = any (array[0, removed.customer_id])
      and kept.currency_code = removed.currency_code and kept.due_day = removed.due_day and kept.state = removed.state;
  return null;
end $$;

create trigger invoices_counted after insert on invoices referencing new table as added
  for each statement execute function add_to_open_days();

create trigger invoices_counted_again after update on invoices referencing new table as added
  for each statement execute function add_to_open_days();

create trigger invoices_changed after update on invoices referencing old table as removed
  for each statement execute function take_from_open_days();

create trigger invoices_gone after delete on invoices referencing old table as removed
  for each statement execute function take_from_open_days();
