import { sql, type Kysely } from 'kysely'

/**
 * What stands on each account by day and by month, how many transactions there are, and answers of mutations that can be
 * asked for again.
 *
 * The database itself adds every posting to the totals, in the transaction that enters it, whoever enters it. A total holds postings of one book; debit and credit are in the currency of the business, net in the account's.
 */
const STATEMENTS = [
  `alter table postings add column description text check (char_length(description) <= 2000)`,
  `alter table entries add column origin text check (origin in ('MANUAL', 'ZAPIER'))`,
  // What kind of entry they are of, so that the transactions of one account and kind are read by an index.
  `alter table postings add column kind text`,
  `alter table postings disable trigger postings_stay`,
  `update postings p set kind = e.kind from entries e where e.business_id = p.business_id and e.id = p.entry_id`,
  `alter table postings enable trigger postings_stay`,
  `alter table postings alter column kind set not null`,
  `create index postings_account_kind on postings (business_id, account_id, kind, day, entry_id)`,
  `create index entries_kind on entries (business_id, kind, day, id)`,
  // Of the postings of one customer's and one document's: what is due is checked against them.
  `create index postings_document on postings (business_id, document_id, account_id) include (book, day, amount, base_amount)
    where document_id is not null`,
  `create table account_days (
    business_id uuid not null,
    account_id bigint not null,
    book smallint not null,
    day date not null,
    debit bigint not null,
    credit bigint not null,
    net bigint not null,
    primary key (business_id, account_id, book, day),
    foreign key (business_id, account_id) references accounts (business_id, id) on delete cascade
  )`,
  // month is the first day of it.
  `create table account_months (
    business_id uuid not null,
    account_id bigint not null,
    book smallint not null,
    month date not null,
    debit bigint not null,
    credit bigint not null,
    net bigint not null,
    primary key (business_id, account_id, book, month),
    foreign key (business_id, account_id) references accounts (business_id, id) on delete cascade
  )`,
  `insert into account_days (business_id, account_id, book, day, debit, credit, net)
    select business_id, account_id, book, day, sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0)), sum(amount)
    from postings group by business_id, account_id, book, day`,
  `insert into account_months (business_id, account_id, book, month, debit, credit, net)
    select business_id, account_id, book, date_trunc('month', day::timestamp)::date, sum(debit), sum(credit), sum(net)
    from account_days group by business_id, account_id, book, date_trunc('month', day::timestamp)`,
  // How many entries there are of each kind on each day, on one account, and on all as account 0.
  `create table transaction_counts (
    business_id uuid not null references businesses (id) on delete cascade,
    account_id bigint not null,
    kind text not null,
    day date not null,
    n integer not null,
    primary key (business_id, account_id, kind, day)
  )`,
  `insert into transaction_counts (business_id, account_id, kind, day, n)
    select business_id, 0, kind, day, count(*) from entries group by business_id, kind, day
    union all
    select business_id, account_id, kind, day, count(distinct entry_id)
    from postings group by business_id, account_id, kind, day`,
  `create function count_entries() returns trigger language plpgsql as $$
  begin
    insert into transaction_counts as kept (business_id, account_id, kind, day, n)
      select business_id, 0, kind, day, count(*) from added group by business_id, kind, day order by business_id, kind, day
      on conflict (business_id, account_id, kind, day) do update set n = kept.n + excluded.n;
    return null;
  end $$`,
  `create trigger entries_count after insert on entries referencing new table as added
    for each statement execute function count_entries()`,
  // Who enters something has the books of the business for itself; the order is for who enters into many.
  `create function keep_account_totals() returns trigger language plpgsql as $$
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
  end $$`,
  `create trigger postings_totals after insert on postings referencing new table as added
    for each statement execute function keep_account_totals()`,

  // One row for each mutation of a request that named a key: position counts them. caller is the application, or the
  // user of a personal token.
  `create table idempotent_answers (
    business_id uuid not null references businesses (id) on delete cascade,
    caller_id uuid not null,
    key text not null check (char_length(key) <= 255),
    position integer not null,
    request_digest text not null,
    answer bytea not null,
    created_at timestamptz(3) not null,
    primary key (business_id, caller_id, key, position)
  )`,
  `create index idempotent_answers_age on idempotent_answers (created_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
