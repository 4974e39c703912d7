-- The totals of each account by day and by month, the numbers of transactions, and the stored results of mutations that may be
-- repeated (idempotency).
--
-- The database itself adds every posting to the totals, in the transaction that enters it, no matter who enters it. A total holds
-- postings of one book; debit and credit are in the currency of the business, net in the account's.

create table account_days (
  business_id uuid not null,
  account_id bigint not null,
  book smallint not null,
  day date not null,
  debit bigint not null,
  credit bigint not null,
  net bigint not null,
  primary key (business_id, account_id, book, day),
  foreign key (business_id, account_id) references accounts (business_id, id) on delete cascade
);

-- month is its first day.
create table account_months (
  business_id uuid not null,
  account_id bigint not null,
  book smallint not null,
  month date not null,
  debit bigint not null,
  credit bigint not null,
  net bigint not null,
  primary key (business_id, account_id, book, month),
  foreign key (business_id, account_id) references accounts (business_id, id) on delete cascade
);

-- The number of entries of each kind on each day, on one account, and on all as account 0.
create table transaction_counts (
  business_id uuid not null references businesses (id) on delete cascade,
  account_id bigint not null,
  kind text not null,
  day date not null,
  n integer not null,
  primary key (business_id, account_id, kind, day)
);

create function count_entries() returns trigger language plpgsql as $$
begin
  insert into transaction_counts as kept (business_id, account_id, kind, day, n)
    select business_id, 0, kind, day, count(*) from added group by business_id, kind, day order by business_id, kind, day
    on conflict (business_id, account_id, kind, day) do update set n = kept.n + excluded.n;
  return null;
end $$;

create trigger entries_count after insert on entries referencing new table as added
  for each statement execute function count_entries();

-- A writer has locked the books of the business; the order is for a writer to the books of several.
create function keep_account_totals() returns trigger language plpgsql as $$
begin
  insert into account_days as kept (business_id, account_id, book, day, debit, credit, net)
    select business_id, account_id, book, day, sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0)), sum(amount)
    from added group by business_id, account_id, book, day order by business_id, account_id, book, day
    on conflict (business_id, account_id, book, day) do update set
      debit = kept.debit + excluded.debit, credit = kept.credit + excluded.credit, net = kept.net + excluded.net;
  insert into account_months as kept (business_id, account_id, book, month, debit, credit, net)
    select business_id, account_id, book, date_trunc('month', day::timestamp)::date as month,
      sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0)), sum(amount)
    from added group by business_id, account_id, book, month order by business_id, account_id, book, month
    on conflict (business_id, account_id, book, month) do update set
      debit = kept.debit + excluded.debit, credit = kept.credit + excluded.credit, net = kept.net + excluded.net;
  insert into transaction_counts as kept (business_id, account_id, kind, day, n)
    select business_id, account_id, kind, day, count(distinct entry_id)
    from added group by business_id, account_id, kind, day order by business_id, account_id, kind, day
    on conflict (business_id, account_id, kind, day) do update set n = kept.n + excluded.n;
  return null;
end $$;

create trigger postings_totals after insert on postings referencing new table as added
  for each statement execute function keep_account_totals();

-- One row for each mutation of a request that named a key: position counts them. caller is the application, or the
-- user of a personal token.
create table idempotent_answers (
  business_id uuid not null references businesses (id) on delete cascade,
  caller_id uuid not null,
  key text not null check (char_length(key) <= 255),
  position integer not null,
  request_digest text not null,
  answer bytea not null,
  created_at timestamptz(3) not null,
  primary key (business_id, caller_id, key, position)
);

create index idempotent_answers_age on idempotent_answers (created_at);
