-- Customers, vendors, products, and sales taxes.

create table customers (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  name text not null check (char_length(name) between 1 and 300),
  name_key text collate "C" not null,
  first_name text check (char_length(first_name) <= 200),
  last_name text check (char_length(last_name) <= 200),
  email text check (char_length(email) <= 254),
  email_key text collate "C",
  display_id text check (char_length(display_id) <= 50),
  internal_notes text check (char_length(internal_notes) <= 5000),
  phone text check (char_length(phone) <= 50),
  mobile text check (char_length(mobile) <= 50),
  toll_free text check (char_length(toll_free) <= 50),
  fax text check (char_length(fax) <= 50),
  website text check (char_length(website) <= 2000),
  currency_code text check (currency_code ~ '^[A-Z]{3}$'),
  address_line1 text check (char_length(address_line1) <= 300),
  address_line2 text check (char_length(address_line2) <= 300),
  city text check (char_length(city) <= 200),
  postal_code text check (char_length(postal_code) <= 50),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  province_code text check (char_length(province_code) <= 6),
  shipping_name text check (char_length(shipping_name) <= 300),
  shipping_phone text check (char_length(shipping_phone) <= 50),
  shipping_instructions text check (char_length(shipping_instructions) <= 2000),
  shipping_address_line1 text check (char_length(shipping_address_line1) <= 300),
  shipping_address_line2 text check (char_length(shipping_address_line2) <= 300),
  shipping_city text check (char_length(shipping_city) <= 200),
  shipping_postal_code text check (char_length(shipping_postal_code) <= 50),
  shipping_country_code text check (shipping_country_code ~ '^[A-Z]{2}$'),
  shipping_province_code text check (char_length(shipping_province_code) <= 6),
  is_archived boolean not null default false,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (business_id, id));

create index customers_created on customers (business_id, id) where not is_archived;

create index customers_name on customers (business_id, name_key, id) where not is_archived;

create index customers_modified on customers (business_id, modified_at, id) where not is_archived;

create index customers_email on customers (business_id, email_key, id) where not is_archived;

-- Sorted by name, including archived customers.
create index customers_by_name on customers (business_id, name_key, id);

create table vendors (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  name text not null check (char_length(name) between 1 and 300),
  name_key text collate "C" not null,
  first_name text check (char_length(first_name) <= 200),
  last_name text check (char_length(last_name) <= 200),
  email text check (char_length(email) <= 254),
  email_key text collate "C",
  display_id text check (char_length(display_id) <= 50),
  internal_notes text check (char_length(internal_notes) <= 5000),
  phone text check (char_length(phone) <= 50),
  mobile text check (char_length(mobile) <= 50),
  toll_free text check (char_length(toll_free) <= 50),
  fax text check (char_length(fax) <= 50),
  website text check (char_length(website) <= 2000),
  currency_code text check (currency_code ~ '^[A-Z]{3}$'),
  address_line1 text check (char_length(address_line1) <= 300),
  address_line2 text check (char_length(address_line2) <= 300),
  city text check (char_length(city) <= 200),
  postal_code text check (char_length(postal_code) <= 50),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  province_code text check (char_length(province_code) <= 6),
  shipping_name text check (char_length(shipping_name) <= 300),
  shipping_phone text check (char_length(shipping_phone) <= 50),
  shipping_instructions text check (char_length(shipping_instructions) <= 2000),
  shipping_address_line1 text check (char_length(shipping_address_line1) <= 300),
  shipping_address_line2 text check (char_length(shipping_address_line2) <= 300),
  shipping_city text check (char_length(shipping_city) <= 200),
  shipping_postal_code text check (char_length(shipping_postal_code) <= 50),
  shipping_country_code text check (shipping_country_code ~ '^[A-Z]{2}$'),
  shipping_province_code text check (char_length(shipping_province_code) <= 6),
  is_archived boolean not null default false,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (business_id, id));

create index vendors_created on vendors (business_id, id) where not is_archived;

create index vendors_name on vendors (business_id, name_key, id) where not is_archived;

create index vendors_modified on vendors (business_id, modified_at, id) where not is_archived;

create index vendors_email on vendors (business_id, email_key, id) where not is_archived;

-- A customer with postings cannot be deleted.
alter table postings add constraint postings_customer
  foreign key (business_id, customer_id) references customers (business_id, id);

create index postings_customer on postings (business_id, customer_id) where customer_id is not null;

-- The account holds what is owed to the tax office; its system_key is TAX:<id>.
create table sales_taxes (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  account_id bigint not null,
  name text not null check (char_length(name) between 1 and 300),
  name_key text collate "C" not null,
  abbreviation text not null check (char_length(abbreviation) between 1 and 10),
  abbreviation_key text collate "C" not null,
  description text check (char_length(description) <= 2000),
  tax_number text check (char_length(tax_number) <= 100),
  show_tax_number_on_invoices boolean not null,
  is_compound boolean not null,
  is_recoverable boolean not null,
  is_archived boolean not null default false,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (business_id, id),
  unique (business_id, abbreviation_key),
  foreign key (business_id, account_id) references accounts (business_id, id)
);

create index sales_taxes_name on sales_taxes (business_id, name_key, id);

create index sales_taxes_modified on sales_taxes (business_id, modified_at, id);

-- The rate is a fraction: 0.13 is thirteen per cent. It applies from its day until the day of the next rate.
create table sales_tax_rates (
  business_id uuid not null,
  sales_tax_id bigint not null,
  effective date not null,
  rate numeric(9, 6) not null check (rate between 0 and 1),
  primary key (business_id, sales_tax_id, effective),
  foreign key (business_id, sales_tax_id) references sales_taxes (business_id, id) on delete cascade
);

create table products (
  business_id uuid not null references businesses (id) on delete cascade,
  id bigint not null,
  name text not null check (char_length(name) between 1 and 300),
  name_key text collate "C" not null,
  description text check (char_length(description) <= 2000),
  unit_price numeric(20, 5) not null,
  income_account_id bigint,
  expense_account_id bigint,
  is_archived boolean not null default false,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  primary key (business_id, id),
  foreign key (business_id, income_account_id) references accounts (business_id, id),
  foreign key (business_id, expense_account_id) references accounts (business_id, id)
);

create index products_created on products (business_id, is_archived, id);

create index products_name on products (business_id, is_archived, name_key, id);

create index products_modified on products (business_id, is_archived, modified_at, id);

-- The taxes of an invoice item that names none, in their order. Rows cascade with the business too, because of the two tables
-- that a row refers to one is emptied first.
create table product_taxes (
  business_id uuid not null references businesses (id) on delete cascade,
  product_id bigint not null,
  position integer not null,
  sales_tax_id bigint not null,
  primary key (business_id, product_id, position),
  unique (business_id, product_id, sales_tax_id),
  foreign key (business_id, product_id) references products (business_id, id) on delete cascade,
  foreign key (business_id, sales_tax_id) references sales_taxes (business_id, id)
);
