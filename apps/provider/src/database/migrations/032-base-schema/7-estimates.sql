-- Estimates, the payments of their deposits, and who decided about them. Amounts are in minor units of the estimate's
-- currency. A deleted estimate or payment keeps its row; nothing refers to it any more.

create table estimates (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  anonymous_id text not null unique check (char_length(anonymous_id) between 20 and 100),
  customer_id bigint not null,
  currency_code text not null check (currency_code ~ '^[A-Z]{3}$'),
  exchange_rate numeric(20,10) not null check (exchange_rate > 0),
  estimate_number text not null check (char_length(estimate_number) between 1 and 50),
  number_value numeric(30,0),
  estimate_day date not null,
  due_day date not null,
  life text not null check (life in ('DRAFT', 'APPROVED', 'SENT', 'VIEWED', 'ACCEPTED', 'REJECTED', 'CONVERTED', 'DELETED')),
  undecided text check (undecided in ('APPROVED', 'SENT', 'VIEWED')),
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
  leave_notes_behind boolean not null,
  discount_kind text check (discount_kind in ('FIXED', 'PERCENTAGE')),
  discount_amount bigint,
  discount_percentage numeric(9,6),
  discount_name text check (char_length(discount_name) <= 300),
  discount_created_at timestamptz(3),
  discount_modified_at timestamptz(3),
  deposit_status text not null check (deposit_status in ('DISABLED', 'ENABLED_MANDATORY', 'ENABLED_OPTIONAL')),
  deposit_amount bigint check (deposit_amount between 0 and 1000000000000000),
  deposit_percentage numeric(9,6) check (deposit_percentage between 0 and 100),
  deposit_total bigint not null,
  subtotal bigint not null,
  discount_total bigint not null,
  tax_total bigint not null,
  total bigint not null check (abs(total) <= 1000000000000000),
  paid bigint not null default 0,
  due bigint not null,
  invoice_id bigint,
  last_sent_at timestamptz(3),
  last_sent_via text,
  last_viewed_at timestamptz(3),
  approved_at timestamptz(3),
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (business_id, id),
  foreign key (business_id, customer_id) references customers (business_id, id),
  check (due = total - paid),
  check ((undecided is not null) <= (life in ('ACCEPTED', 'REJECTED', 'CONVERTED', 'DELETED'))),
  check ((discount_kind is not distinct from 'FIXED') = (discount_amount is not null)),
  check ((discount_kind is not distinct from 'PERCENTAGE') = (discount_percentage is not null)),
  check (deposit_amount is null or deposit_percentage is null)
);

create unique index estimates_number on estimates (business_id, estimate_number) where life <> 'DELETED';

create index estimates_number_value on estimates (business_id, number_value, id);

create index estimates_customer on estimates (business_id, customer_id, id) where life <> 'DELETED';

create index estimates_currency on estimates (business_id, currency_code, id) where life <> 'DELETED';

create index estimates_day on estimates (business_id, estimate_day, id) where life <> 'DELETED';

create index estimates_due_day on estimates (business_id, due_day, id) where life <> 'DELETED';

create index estimates_modified on estimates (business_id, modified_at, id) where life <> 'DELETED';

create index estimates_life on estimates (business_id, life, due_day, id) where life <> 'DELETED';

create index estimates_total on estimates (business_id, total, id) where life <> 'DELETED';

create index estimates_paid on estimates (business_id, paid, id) where life <> 'DELETED';

create index estimates_due on estimates (business_id, due, id) where life <> 'DELETED';

create index estimates_by_number on estimates (business_id, (coalesce(number_value, 1e30)), id) where life <> 'DELETED';

create index estimates_written on estimates (business_id, id) where life <> 'DELETED';

create index estimates_life_written on estimates (business_id, life, id) where life <> 'DELETED';

-- The estimates without a decision.
create index estimates_undecided on estimates (business_id, id) include (due_day)
  where life in ('APPROVED', 'SENT', 'VIEWED');

create index estimates_deposit on estimates (business_id, (case when paid > 0
    then case when paid >= deposit_total then 'DEPOSIT_PAID' else 'DEPOSIT_PARTIAL' end else 'DEPOSIT_UNPAID' end), id)
  where life <> 'DELETED' and (paid > 0 or deposit_total > 0);

create table estimate_items (
  business_id uuid not null references businesses (id) on delete cascade,
  estimate_id bigint not null,
  position integer not null,
  id bigint not null,
  product_id bigint not null,
  account_id bigint not null,
  name text check (char_length(name) <= 300),
  description text check (char_length(description) <= 2000),
  quantity numeric(20,8) not null,
  unit_price numeric(20,8) not null,
  subtotal bigint not null,
  discount_share bigint not null,
  total bigint not null,
  primary key (business_id, estimate_id, position),
  unique (business_id, id),
  foreign key (business_id, estimate_id) references estimates (business_id, id) on delete cascade,
  foreign key (business_id, product_id) references products (business_id, id),
  foreign key (business_id, account_id) references accounts (business_id, id)
);

create index estimate_items_product on estimate_items (business_id, product_id);

create table estimate_item_taxes (
  business_id uuid not null references businesses (id) on delete cascade,
  estimate_id bigint not null,
  item_position integer not null,
  position integer not null,
  sales_tax_id bigint not null,
  is_compound boolean not null,
  rate numeric(9,6) not null,
  amount bigint not null,
  primary key (business_id, estimate_id, item_position, position),
  unique (business_id, estimate_id, item_position, sales_tax_id),
  foreign key (business_id, estimate_id, item_position)
    references estimate_items (business_id, estimate_id, position) on delete cascade,
  foreign key (business_id, sales_tax_id) references sales_taxes (business_id, id)
);

create index estimate_item_taxes_tax on estimate_item_taxes (business_id, sales_tax_id);

create table estimate_payments (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  estimate_id bigint not null,
  amount bigint not null check (amount between 1 and 1000000000000000),
  amount_base bigint not null check (amount_base between 0 and 1000000000000000),
  account_id bigint not null,
  day date not null,
  method text not null,
  memo text check (char_length(memo) <= 2000),
  entry_id bigint not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (business_id, id),
  foreign key (business_id, estimate_id) references estimates (business_id, id) on delete cascade,
  foreign key (business_id, account_id) references accounts (business_id, id),
  foreign key (business_id, entry_id) references entries (business_id, id)
);

create index estimate_payments_estimate on estimate_payments (business_id, estimate_id, id);

create table estimate_history (
  business_id uuid not null references businesses (id) on delete cascade,
  estimate_id bigint not null,
  position integer not null,
  state text not null check (state in ('ACCEPTED', 'REJECTED', 'RESET')),
  entity_type text not null check (entity_type in ('BUSINESS_OWNER', 'CUSTOMER')),
  entity_id text not null,
  name text not null,
  email text not null,
  created_at timestamptz(3) not null,
  primary key (business_id, estimate_id, position),
  foreign key (business_id, estimate_id) references estimates (business_id, id) on delete cascade
);
